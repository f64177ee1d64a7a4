// What the files of test/corpus/agent-files give: the registration in its outside form, with defaults left out and the prompt as
// its length, the notes, and the complaints. Each file has one habit or defect that agent files in the wild have.
import type { JsonObject } from '../../src/core/json.ts';

export interface ExpectedFile {
  readonly gives?: readonly JsonObject[];
  /** `line field: text`, in English. */
  readonly notes?: readonly string[];
  readonly complains?: readonly string[];
}

/** The tools that the reader of these files is told of. */
export const CORPUS_TOOLS: ReadonlySet<string> = new Set(['http.get', 'database.query', 'file.read', 'file.write', 'file.search', 'file.list']);

/** What stands in a registration that says nothing about it. */
export const CORPUS_DEFAULTS: JsonObject = { kind: 'model', role: 'worker', allowed_tools: [], denied_tools: [], capacity: 1 };

export const CORPUS_SKIPPED = ['README.md', 'json/package.json'] as const;

export const CORPUS: Readonly<Record<string, ExpectedFile>> = {
  'agency/design/brand-guardian.md': {
    gives: [{ agent_id: 'brand-guardian', name: 'Brand Guardian', skills: ['brand-guardian', 'design', 'agency', 'keeps', 'page', 'brand'], description: 'Keeps every page on brand.', prompt_chars: 40 }],
    notes: ['1: names no skills; derived from name, folder and description: brand-guardian, design, agency, keeps, page, brand. Write skills: […] to choose them'],
  },
  'agency/engineering/engineering-frontend-developer.md': {
    gives: [{ agent_id: 'frontend-developer', name: 'Frontend Developer', skills: ['frontend-developer', 'engineering', 'agency', 'builds', 'interfaces', 'react', 'vue', 'plain'], description: 'Builds user interfaces with React, Vue and plain CSS, not backends.', prompt_chars: 53 }],
    notes: ['1: names no skills; derived from name, folder and description: frontend-developer, engineering, agency, builds, interfaces, react, vue, plain. Write skills: […] to choose them'],
  },
  'agency/marketing/social/tiktok-strategist.md': {
    gives: [{ agent_id: 'tiktok-strategist', name: 'TikTok Strategist', skills: ['tiktok-strategist', 'social', 'marketing', 'plans', 'short', 'videos', 'people', 'share'], description: 'Plans short videos that people share.', prompt_chars: 22 }],
    notes: ['1: names no skills; derived from name, folder and description: tiktok-strategist, social, marketing, plans, short, videos, people, share. Write skills: […] to choose them'],
  },
  'agency/marketing/小红书运营.md': {
    gives: [{ agent_id: '小红书运营专家', name: '小红书运营专家', skills: ['小红书运营', 'marketing', 'agency', '策划', '笔记', '定位'], description: '策划种草笔记与账号定位，不做投放。', prompt_chars: 21 }],
    notes: ['1: names no skills; derived from name, folder and description: 小红书运营, marketing, agency, 策划, 笔记, 定位. Write skills: […] to choose them'],
  },
  'agency/specialized/backend.md': {
    gives: [{ agent_id: 'Ada', name: 'Ada', skills: ['servers'], description: 'Builds servers.', prompt_chars: 18 }],
    notes: ['4 role: "Senior Backend Engineer" is not one of manager, worker, reviewer and gives no role; write one of them'],
  },
  'agency/specialized/palette.md': {
    gives: [{ agent_id: 'palette', name: '🎨✨', skills: ['specialized', 'agency', 'chooses', 'colours', 'fit', 'together'], description: 'Chooses colours that fit together.', prompt_chars: 19 }],
    notes: [
      '1: names no skills; derived from name, folder and description: specialized, agency, chooses, colours, fit, together. Write skills: […] to choose them',
      '2 name: holds no letter or digit, so the id is palette; write agent_id: … to choose it',
    ],
  },
  'agency/strategy/launch-handbook.md': {
    gives: [{ agent_id: 'launch-handbook', name: 'launch-handbook', skills: ['launch-handbook', 'strategy', 'agency', 'plans', 'product', 'launch', 'step', 'first'], description: 'Plans a product launch step by step, from the first teaser to the last report.', prompt_chars: 138 }],
    notes: [
      '1: gives no name, so the member is called launch-handbook after its file; write name: …',
      '1: gives no description; one is taken from the text: write description: … to choose it',
      '1: names no skills; derived from name, folder and description: launch-handbook, strategy, agency, plans, product, launch, step, first. Write skills: […] to choose them',
    ],
  },
  'agency/support/support-responder.md': {
    gives: [{ agent_id: 'support-responder', name: 'Support Responder', skills: ['support-responder', 'support', 'agency', 'answers', 'customers', 'kindly', 'fast'], description: 'Answers customers kindly and fast.', prompt_chars: 21 }],
    notes: ['1: names no skills; derived from name, folder and description: support-responder, support, agency, answers, customers, kindly, fast. Write skills: […] to choose them'],
  },
  'broken/address.md': {
    complains: [
      '4 agent_id: write letters or digits of any script, "_", "-" and ".", without spaces, such as writer_1',
      '5 skills[1]: write a tag with at least one letter or digit',
      '6 callback_url: write an http or https address without a user name, such as https://host/result',
    ],
  },
  'broken/anchors.md': {
    complains: ['7 input_schema: refers to a YAML anchor with "*"; write the value out'],
  },
  'broken/deep.md': {
    complains: ['4 output_schema: is not valid YAML; check quotes, brackets and indentation, or write it as JSON'],
  },
  'broken/denied-map.md': {
    complains: ['5 disallowedTools: write a list, such as [one, two]'],
  },
  'broken/deny-slip.md': {
    complains: ['5 deny_tools: looks like a list of forbidden tools, yet no field has this name; write denied_tools'],
  },
  'broken/empty.md': {
    complains: ['1: the file is empty; write name and description between two lines ---, and the prompt below'],
  },
  'broken/gbk.md': {
    complains: ['2: is not UTF-8 text; save the file as UTF-8'],
  },
  'broken/key-twice.md': {
    complains: ['7 input_schema: holds the same key twice; keep one'],
  },
  'broken/never-closed.md': {
    complains: ['1: the front matter is opened here and never closed; write a line --- after its last field'],
  },
  'broken/nul.md': {
    complains: ['6: the file holds a NUL character and is not plain text; save it as UTF-8 text'],
  },
  'broken/role-slip.md': {
    complains: ['4 role: "reviwer" is not a role; did you mean reviewer?'],
  },
  'broken/same-id-first.md': {
    gives: [{ agent_id: 'same-id', name: 'First', skills: ['x'], description: 'Was here first.', prompt_chars: 4 }],
  },
  'broken/same-id-second.md': {
    complains: ['3 agent_id: another file has the id Same-ID; choose another one'],
  },
  'broken/schema.md': {
    complains: [
      '5 input_schema: is not a JSON Schema: /properties/topic/type: must be one of ["array","boolean","integer","null","number","object","string"]',
      '10 capacity: write a whole number from 1 to 10000',
    ],
  },
  'broken/stray-line.md': {
    complains: ['7: is not a field of the front matter ("name: value"); indent it if it belongs to the line above, or end the front matter with a line --- before it'],
  },
  'broken/tab-indent.md': {
    complains: ['5 skills: is indented with a tab, which YAML does not allow; use spaces'],
  },
  'broken/tool-form.md': {
    complains: [
      '8 allowed_tools[0].args_schema.url: write one of string, number, integer, boolean, object, array, null',
      '9 allowed_tools[1].name: write the name of a tool, such as "http.get"',
    ],
  },
  'broken/twice.md': {
    complains: ['4 name: stands on line 2 too; keep one of them'],
  },
  'claude/api-designer.md': {
    gives: [{ agent_id: 'api-designer', name: 'api-designer', skills: ['api-designer', 'claude', 'designs', 'interfaces', 'programs'], denied_tools: ['Write', 'Edit'], description: 'Designs interfaces between programs.', prompt_chars: 22 }],
    notes: [
      '1: names no skills; derived from name, folder and description: api-designer, claude, designs, interfaces, programs. Write skills: […] to choose them',
      '5 permissionMode: is a right or a program of another tool and is not taken over; remove it, or set it up here',
      '7 mcpServers: is a right or a program of another tool and is not taken over; remove it, or set it up here',
      '10 hooks: is a right or a program of another tool and is not taken over; remove it, or set it up here',
    ],
  },
  'claude/at-sign.md': {
    gives: [{ agent_id: 'ops-deployer', name: '@ops/deployer', skills: ['deployment'], description: '`kubectl` at your service', prompt_chars: 11 }],
    notes: [
      '2 name: is not valid YAML and is read as plain text; put the value in quotes',
      '3 description: is not valid YAML and is read as plain text; put the value in quotes',
    ],
  },
  'claude/brackets.md': {
    gives: [{ agent_id: 'brackets', name: 'brackets', skills: ['changelogs'], allowed_tools: [{ name: 'file.read' }, { name: 'file.write' }], description: '[draft] writes changelogs', prompt_chars: 21 }],
    notes: [
      '3 description: is not valid YAML and is read as plain text; put the value in quotes',
      '4 tools: is not valid YAML and is read as plain text; put the value in quotes',
      '4 tools: is read as tools of ours: Read → file.read, Write → file.write; write allowed_tools to choose them',
    ],
  },
  'claude/code-reviewer.md': {
    gives: [{ agent_id: 'code-reviewer', name: 'code-reviewer', skills: ['code-reviewer', 'claude', 'code', 'wrong'], allowed_tools: [{ name: 'file.read' }, { name: 'file.search' }, { name: 'file.list' }], description: "Use this agent when code was written: it says \"what is wrong\" and why.\\n\\nExamples:\\n- user: \"Look at this\"", prompt_chars: 71 }],
    notes: [
      '1: names no skills; derived from name, folder and description: code-reviewer, claude, code, wrong. Write skills: […] to choose them',
      '2: sounds like a reviewer and is read as a worker; write role: reviewer if it should decide about the work of others',
      '3 description: is not valid YAML and is read as plain text; put the value in quotes',
      '4 tools: is read as tools of ours: Read → file.read, Grep → file.search, Glob → file.list; write allowed_tools to choose them',
      '5 model: "sonnet" is not provider/model, so the model of the team is used; write one such as anthropic/claude-sonnet-4-5',
    ],
  },
  'claude/data-scientist.md': {
    gives: [{ agent_id: 'data-scientist', name: 'data-scientist', skills: ['data-scientist', 'claude', 'analyses', 'tables', 'draws', 'charts'], model: 'anthropic/claude-opus-4-1', description: 'Analyses tables and draws charts.', prompt_chars: 31 }],
    notes: ['1: names no skills; derived from name, folder and description: data-scientist, claude, analyses, tables, draws, charts. Write skills: […] to choose them'],
  },
  'claude/debugger.md': {
    gives: [{ agent_id: 'debugger', name: 'debugger', skills: ['debugger', 'claude', 'finds', 'cause', 'failing', 'tests'], allowed_tools: [{ name: 'file.read' }, { name: 'file.write', args_schema: { properties: { edits: { type: 'array' } }, required: ['edits'] } }], description: 'Finds the cause of failing tests.', prompt_chars: 30 }],
    notes: [
      '1: names no skills; derived from name, folder and description: debugger, claude, finds, cause, failing, tests. Write skills: […] to choose them',
      '4 tools: is read as tools of ours: Read → file.read, Edit → file.write (edits only); write allowed_tools to choose them',
      '4 tools: unknown tool Bash(git log:*, git diff:*) is not allowed; name a tool of the team in allowed_tools',
    ],
  },
  'claude/docs-writer.md': {
    gives: [{ agent_id: 'docs-writer', name: 'docs-writer', skills: ['docs-writer', 'claude', 'documents', 'guides', 'references', 'notes'], description: 'Use it for documents: guides, references and notes: all of them.', prompt_chars: 20 }],
    notes: [
      '1: names no skills; derived from name, folder and description: docs-writer, claude, documents, guides, references, notes. Write skills: […] to choose them',
      '3 description: is not valid YAML and is read as plain text; put the value in quotes',
    ],
  },
  'claude/hash.md': {
    gives: [{ agent_id: 'hash', name: 'hash', skills: ['dotnet'], description: 'Knows C# and F#', prompt_chars: 19 }],
    notes: ['3 description: ends at " #", where YAML begins a comment; put the value in quotes to keep the rest'],
  },
  'claude/incident.md': {
    gives: [{ agent_id: 'incident-lead', name: 'incident-lead', skills: ['incident-lead', 'claude', 'leads', 'service', 'down'], description: "Leads while a service is down.\n\n<example>\nuser: \"It is down\"\n</example>", prompt_chars: 14 }],
    notes: ['1: names no skills; derived from name, folder and description: incident-lead, claude, leads, service, down. Write skills: […] to choose them'],
  },
  'claude/migration-writer.md': {
    gives: [{ agent_id: 'migration-writer', name: 'migration-writer', skills: ['sql', 'migrations'], allowed_tools: [{ name: 'file.read' }, { name: 'http.get' }], description: 'Writes database migrations.', prompt_chars: 40 }],
    notes: ['4 tools: is read as tools of ours: Read → file.read; write allowed_tools to choose them'],
  },
  'claude/quoted-half.md': {
    gives: [{ agent_id: 'quoted-half', name: 'quoted-half', skills: ['testing'], description: '"Done" means the tests pass', prompt_chars: 16 }],
    notes: ['3 description: is not valid YAML and is read as plain text; put the value in quotes'],
  },
  'claude/release-notes.md': {
    gives: [{ agent_id: 'release-notes', name: 'release-notes', skills: ['release notes', 'changelogs'], description: 'Turns commits into notes for users: short and plain.', prompt_chars: 20 }],
  },
  'claude/star.md': {
    gives: [{ agent_id: 'star', name: 'star', skills: ['memory'], description: '*important* finds leaks', prompt_chars: 15 }],
    notes: ['3 description: is not valid YAML and is read as plain text; put the value in quotes'],
  },
  'claude/test-runner.md': {
    gives: [{ agent_id: 'test-runner', name: 'test-runner', skills: ['test-runner', 'claude', 'runs', 'tests', 'reports', 'failures'], description: 'Runs tests and reports failures.', prompt_chars: 14 }],
    notes: [
      '1: names no skills; derived from name, folder and description: test-runner, claude, runs, tests, reports, failures. Write skills: […] to choose them',
      '4 tools: is not valid YAML and is read as plain text; put the value in quotes',
      '4 tools: asks for every tool, and no file gets that; name the tools one by one in allowed_tools',
    ],
  },
  'json/broken.json': {
    complains: ['3: is not valid JSON; check quotes, commas and brackets here'],
  },
  'json/copywriter.json': {
    gives: [{ agent_id: 'copywriter_worker_002', name: '文案专员', kind: 'http', skills: ['文案创作', '广告语撰写', '内容改写'], input_schema: { type: 'object', properties: { topic: { type: 'string' }, tone: { type: 'string' }, max_length: { type: 'integer' } }, required: ['topic'] }, output_schema: { type: 'object', properties: { draft: { type: 'string' }, summary: { type: 'string' } }, required: ['draft'] }, callback_url: 'http://internal.agent-network/copywriter/result', prompt_chars: 0 }],
  },
  'json/cut.json': {
    complains: ['2: is not valid JSON; check quotes, commas and brackets here'],
  },
  'json/data-query.json': {
    gives: [{ agent_id: 'data_query_worker', name: 'data_query_worker', skills: [], allowed_tools: [{ name: 'database.query', args_schema: { sql: 'string' } }], denied_tools: ['database.execute'], prompt_chars: 0 }],
    complains: ['5 capacity: write a whole number from 1 to 10000'],
  },
  'json/twice.json': {
    complains: ['4: the same key stands twice in one object; keep one'],
  },
  'json/unknown-field.json': {
    complains: [
      '3 role: write one of manager, worker, reviewer',
      '4 skill: is not a field of a registration; did you mean skills?',
    ],
  },
  'own/accent-composed.md': {
    gives: [{ agent_id: 'résumé-writer', name: 'Résumé Writer', skills: ['cv'], description: 'Writes CVs.', prompt_chars: 14 }],
  },
  'own/accent-decomposed.md': {
    gives: [{ agent_id: 'résumé-writer-2', name: 'Résumé Writer', skills: ['cv'], description: 'Writes CVs too.', prompt_chars: 14 }],
    notes: ['2: another member is called résumé-writer, so the id is résumé-writer-2; write agent_id: … to choose it'],
  },
  'own/big-body.md': {
    gives: [{ agent_id: 'big-body', name: 'big-body', skills: ['patience'], description: 'Has a prompt of 100 kB.', prompt_chars: 101999 }],
  },
  'own/byte-order-mark.md': {
    gives: [{ agent_id: 'marked', name: 'marked', skills: ['encodings'], description: "Begins with a mark; C:\\dir\\new stays as it is.", prompt_chars: 4 }],
  },
  'own/capabilities.md': {
    gives: [{ agent_id: 'planner-of-routes', name: 'planner-of-routes', skills: ['routing', 'maps'], description: 'Plans routes.', prompt_chars: 16 }],
    notes: ['9 skil: is not a field that is read; did you mean skills?'],
  },
  'own/copywriter.md': {
    gives: [{ agent_id: 'copywriter_worker_001', name: '文案专员', kind: 'http', skills: ['文案创作', '广告语撰写', '内容改写'], input_schema: { type: 'object', properties: { topic: { type: 'string' }, tone: { type: 'string' }, max_length: { type: 'integer' } }, required: ['topic'] }, output_schema: { type: 'object', properties: { draft: { type: 'string' } }, required: ['draft'] }, callback_url: 'http://internal.agent-network/copywriter/result', capacity: 2, description: '你是文案专员。', prompt_chars: 7 }],
    notes: ['1: gives no description; one is taken from the text: write description: … to choose it'],
  },
  'own/data-query.md': {
    gives: [{ agent_id: 'data-query-worker', name: 'data query worker', skills: ['sql'], allowed_tools: [{ name: 'database.query', args_schema: { sql: 'string' } }, { name: 'http.get' }], denied_tools: ['database.execute', 'file.write', 'http.post'], description: 'Reads the database, and only reads it.', prompt_chars: 22 }],
  },
  'own/date.md': {
    gives: [{ agent_id: '2024-01-31', name: '2024-01-31', skills: ['calendar'], description: 'Keeps dates.', prompt_chars: 15 }],
  },
  'own/editor.md': {
    gives: [{ agent_id: 'Editor', name: 'Editor', role: 'reviewer', skills: [], description: 'Reviews texts.', prompt_chars: 17 }],
  },
  'own/hangul.md': {
    gives: [{ agent_id: '테스트-담당', name: '테스트 담당', skills: ['테스트', '품질'], description: '테스트를 작성한다', prompt_chars: 11 }],
  },
  'own/kana.md': {
    gives: [{ agent_id: 'テスト担当', name: 'テスト担当', skills: ['テスト設計', '品質保証'], description: 'テストを書く', prompt_chars: 9 }],
  },
  'own/lead.md': {
    gives: [{ agent_id: 'Lead', name: 'Lead', role: ['manager', 'reviewer'], skills: [], model: 'openai/gpt-5', description: 'Plans and reviews.', prompt_chars: 9 }],
  },
  'own/long-name.md': {
    gives: [{ agent_id: 'very-very-very-very-very-very-very-very-very-very-very-very-very', name: 'Very Very Very Very Very Very Very Very Very Very Very Very Very Very Very Very Very Very Very Very…', skills: ['names'], description: 'Has a long name.', prompt_chars: 21 }],
    notes: ['2 name: is longer than 100 characters and is cut; write a shorter one'],
  },
  'own/nameless.md': {
    gives: [{ agent_id: 'nameless', name: 'nameless', skills: ['silence'], description: 'Has no name.', prompt_chars: 17 }],
    notes: ['1: gives no name, so the member is called nameless after its file; write name: …'],
  },
  'own/no-space.md': {
    gives: [{ agent_id: 'tight', name: 'tight', skills: ['brevity', 'haste'], description: 'No space after the colon.', prompt_chars: 14 }],
    notes: [
      '2 name: is read although its colon is not ": "; write a plain colon and a space after it',
      '3 description: is read although its colon is not ": "; write a plain colon and a space after it',
      '4 skills: is read although its colon is not ": "; write a plain colon and a space after it',
    ],
  },
  'own/north/writer.md': {
    gives: [{ agent_id: 'Writer', name: 'Writer', skills: ['writing'], description: 'Writes in the north.', prompt_chars: 10 }],
  },
  'own/number.md': {
    gives: [{ agent_id: '007', name: '007', skills: ['2024', '3.10'], description: '1.0', prompt_chars: 18 }],
    notes: [
      '2 name: is read as the text "007"; put it in quotes to say so',
      '3 description: is read as the text "1.0"; put it in quotes to say so',
    ],
  },
  'own/other-spelling.md': {
    gives: [{ agent_id: 'other-spelling', name: 'Other Spelling', skills: ['spelling'], allowed_tools: [{ name: 'file.read' }, { name: 'http.get' }], capacity: 3, description: 'Writes keys in its own way.', prompt_chars: 10 }],
    notes: ['4 allowed-tools: is read as tools of ours: Read → file.read; write allowed_tools to choose them'],
  },
  'own/owner.md': {
    gives: [{ agent_id: 'user-agent', name: 'user', skills: ['mail'], description: 'Has the name of the owner.', prompt_chars: 22 }],
  },
  'own/person.md': {
    gives: [{ agent_id: '王芳', name: '王芳', kind: 'human', skills: ['合同审查'], description: '法务，负责最终确认。', prompt_chars: 0 }],
  },
  'own/prompt-field.md': {
    gives: [{ agent_id: 'prompt-field', name: 'prompt-field', skills: ['brevity'], description: 'Has its prompt above.', prompt_chars: 27 }],
  },
  'own/rare-han.md': {
    gives: [{ agent_id: '𠮷野-店長', name: '𠮷野 店長', skills: ['店舗管理'], description: '店舗を管理する', prompt_chars: 9 }],
  },
  'own/rules-in-body.md': {
    gives: [{ agent_id: 'rules-in-body', name: 'rules-in-body', skills: ['markdown'], description: 'Uses rules between its sections.', prompt_chars: 50 }],
  },
  'own/south/writer.md': {
    gives: [{ agent_id: 'writer-2', name: 'writer', skills: ['writing'], description: 'Writes in the south.', prompt_chars: 10 }],
    notes: ['2: another member is called writer, so the id is writer-2; write agent_id: … to choose it'],
  },
  'own/tabs-inside.md': {
    gives: [{ agent_id: 'Tabby', name: 'Tabby', skills: ['tabs'], description: 'Has tabs	inside.', prompt_chars: 15 }],
  },
  'own/utf16.md': {
    gives: [{ agent_id: '宽字符', name: '宽字符', skills: ['编码'], description: '由 Windows 记事本保存。', prompt_chars: 2 }],
  },
  'own/windows.md': {
    gives: [{ agent_id: 'windows', name: 'windows', skills: ['porting'], description: 'Comes from Windows.', prompt_chars: 22 }],
  },
  'own/yes.md': {
    gives: [{ agent_id: 'true', name: 'true', skills: ['agreement'], description: 'Says yes.', prompt_chars: 12 }],
    notes: ['2 name: is read as the text "true"; put it in quotes to say so'],
  },
  'own/审核.md': {
    gives: [{ agent_id: '质检员', name: '质检员', role: 'reviewer', skills: ['质检', '核对'], description: '核对成果是否达标', prompt_chars: 6 }],
    notes: [
      '2 name: is read although its colon is not ": "; write a plain colon and a space after it',
      '3 description: is read although its colon is not ": "; write a plain colon and a space after it',
      '4 role: is read although its colon is not ": "; write a plain colon and a space after it',
      '5 skills: is read although its colon is not ": "; write a plain colon and a space after it',
    ],
  },
};
