// Broken answers of models, by hand and by a generator, in English and Chinese: each with the exact value that it must be read
// as, or with the reason of the refusal. A row is never loosened to make a reader pass.
import type { Json } from '../../src/core/json.ts';
import type { ReasonName } from '../../src/models/reading/reasons.ts';
import { canBeTold, DAMAGES, write } from './damage.ts';
import type { SchemaName } from './schemas.ts';

export interface BrokenAnswer {
  readonly name: string;
  readonly schema: SchemaName;
  readonly text: string;
  readonly expect: { readonly value: Json } | { readonly refusal: ReasonName };
}

const takes = (schema: SchemaName, name: string, text: string, value: Json): BrokenAnswer => ({ schema, name, text, expect: { value } });
const refuses = (schema: SchemaName, name: string, text: string, refusal: ReasonName): BrokenAnswer => ({ schema, name, text, expect: { refusal } });

const TEA = { title: 'Tea', body: 'Warm.' };
const TEA_JSON = '{"title": "Tea", "body": "Warm."}';
const CHA = { title: '茶', body: '温热。' };
const CHA_JSON = '{"title": "茶", "body": "温热。"}';

const AROUND: readonly BrokenAnswer[] = [
  takes('draft', 'plain JSON', TEA_JSON, TEA),
  takes('draft', 'a fence with a language', `\`\`\`json\n${TEA_JSON}\n\`\`\``, TEA),
  takes('draft', 'a fence without a language', `\`\`\`\n${CHA_JSON}\n\`\`\``, CHA),
  takes('draft', 'a fence that is never closed', `\`\`\`json\n${TEA_JSON}`, TEA),
  takes('draft', 'a fence on one line', `\`\`\`json ${TEA_JSON} \`\`\``, TEA),
  takes('draft', 'a shell block, then the answer', `Run:\n\`\`\`bash\nfor f in *.md; do echo "\${f}"; done\n\`\`\`\n\`\`\`json\n${TEA_JSON}\n\`\`\``, TEA),
  takes('draft', 'a JSON block of another form, then the answer', `Config:\n\`\`\`json\n{"port": 80}\n\`\`\`\nAnswer:\n\`\`\`json\n${TEA_JSON}\n\`\`\``, TEA),
  takes('draft', 'the answer, then a JSON block of another form', `\`\`\`json\n${TEA_JSON}\n\`\`\`\nFor reference:\n\`\`\`json\n{"port": 80}\n\`\`\``, TEA),
  takes('draft', 'a shell test with brackets, then the answer', `\`\`\`sh\n[ "$a" = 1 ] && echo ok\n\`\`\`\n${TEA_JSON}`, TEA),
  takes('draft', 'code with braces, then the answer', `function f() { return 1; }\n${TEA_JSON}`, TEA),
  takes('draft', 'prose around', `Sure! Here you go: ${TEA_JSON} Hope that helps.`, TEA),
  takes('draft', 'Chinese prose around', `好的，【结果】如下：${CHA_JSON}。请查收！`, CHA),
  takes('draft', 'a citation in brackets', `See [1] and [the notes](http://x.y/z).\n${TEA_JSON}`, TEA),
  takes('draft', 'braces in prose', `I filled {title} and {body}:\n${TEA_JSON}`, TEA),
  takes('draft', 'a smiley after it', `${TEA_JSON} :-)`, TEA),
  takes('draft', 'thinking aloud in front', `<think>Maybe {"title": "Coffee", "body": "Hot."}?</think>\n${TEA_JSON}`, TEA),
  takes('draft', 'a byte-order mark', `\uFEFF${TEA_JSON}`, TEA),
  takes('draft', 'a byte-order mark before a fence', `\uFEFF\`\`\`json\n${CHA_JSON}\n\`\`\``, CHA),
  takes('draft', 'blank lines and wide spaces around', `\n\u3000\u00a0\n${CHA_JSON}\n\u3000`, CHA),
  takes('draft', 'a fence inside a value', '{"title": "Code", "body": "```js\\nrun()\\n```"}', { title: 'Code', body: '```js\nrun()\n```' }),
  takes('draft', 'the same answer twice', `${TEA_JSON}\n\n${TEA_JSON}`, TEA),
  takes('draft', 'the same answer twice, once in a fence and in other order', `{"body": "Warm.", "title": "Tea"}\n\`\`\`json\n${TEA_JSON}\n\`\`\``, TEA),
  takes('draft', 'extra data after the end', `${TEA_JSON}\nDone. 3 files, 2 "warnings".`, TEA),
  takes('word', 'a text as the whole answer', '"hello"', 'hello'),
  takes('list', 'a list as the whole answer', '```\n["a", "b",]\n```', ['a', 'b']),
  refuses('draft', 'nothing', '', 'empty'),
  refuses('draft', 'only blanks', ' \n\t\uFEFF ', 'empty'),
  refuses('draft', 'only prose', 'Hello', 'no_json'),
  refuses('draft', 'only Chinese prose', '好的，我来写一篇关于茶的文章。', 'no_json'),
  refuses('word', 'prose where a JSON text is asked for', 'Hello', 'no_json'),
  refuses('draft', 'an apology with an empty object', 'I cannot do this. {}', 'unfit'),
  refuses('optional', 'an empty object beside prose', 'I cannot do this. {}', 'hollow'),
  refuses('optional', 'nothing but a comment in the object', '{ /* nothing to say */ }', 'hollow'),
  takes('optional', 'an empty object on purpose', '{}', {}),
  refuses('draft', 'only thinking aloud', '<think>{"title": "Tea", "body": "Warm."}', 'unfinished'),
  refuses('draft', 'two different answers', `${TEA_JSON}\n${CHA_JSON}`, 'ambiguous'),
  refuses('draft', 'two different answers glued together', `${TEA_JSON}${CHA_JSON}`, 'ambiguous'),
  refuses('draft', 'an example, then the answer', `The form is {"title": "...", "body": "..."}. Mine: ${TEA_JSON}`, 'ambiguous'),
  refuses('draft', 'an answer, then a spoilt one', `${TEA_JSON}\nBetter: {"title": "Tea", "body": Warm}`, 'rival'),
  refuses('draft', 'an answer, then one that does not fit', `${TEA_JSON}\nOr: {"title": "Tea", "body": 5}`, 'rival'),
  refuses('draft', 'an answer, then one that is cut', `${TEA_JSON}\nBetter: {"ti`, 'rival'),
  refuses('draft', 'a closing brace too many', `${TEA_JSON}}`, 'leftover'),
];

const PUNCTUATION: readonly BrokenAnswer[] = [
  takes('draft', 'a trailing comma in an object', '{"title": "Tea", "body": "Warm.",}', TEA),
  takes('list', 'a trailing comma in a list', '["a", "b", ]', ['a', 'b']),
  takes('draft', 'line comments', '{\n// the title\n"title": "Tea", // short\n"body": "Warm."\n}', TEA),
  takes('draft', 'block comments', '{/* a */"title": "Tea", /* "body": "no", */ "body": "Warm."}', TEA),
  takes('draft', 'hash comments', '{\n# 标题\n"title": "茶",\n"body": "温热。"\n}', CHA),
  takes('draft', 'what looks like a comment inside a text', '{"title": "http://x.y", "body": "# one /* two */",}', { title: 'http://x.y', body: '# one /* two */' }),
  takes('draft', 'single quotes', "{'title': 'Tea', 'body': 'Warm.'}", TEA),
  takes('draft', 'single quotes with an apostrophe', "{'title': 'Tea', 'body': 'It's warm.'}", { title: 'Tea', body: "It's warm." }),
  takes('draft', 'single quotes with an escaped apostrophe', "{'title': 'Tea', 'body': 'It\\'s warm.'}", { title: 'Tea', body: "It's warm." }),
  takes('draft', 'single quotes around double ones', "{'title': 'Tea', 'body': 'Say \"warm\".'}", { title: 'Tea', body: 'Say "warm".' }),
  takes('draft', 'an escaped apostrophe in double quotes', '{"title": "Tea", "body": "It\\\'s warm."}', { title: 'Tea', body: "It's warm." }),
  takes('draft', 'typographic quotes', '{“title”: “Tea”, “body”: “Warm.”}', TEA),
  takes('draft', 'typographic quotes, Chinese', '{“title”：“茶”，“body”：“温热。”}', CHA),
  takes('draft', 'typographic single quotes', '{‘title’: ‘Tea’, ‘body’: ‘It’s warm.’}', { title: 'Tea', body: 'It’s warm.' }),
  takes('draft', 'German quotes as structure', '{„title“: „Tee“, „body“: „Warm.“}', { title: 'Tee', body: 'Warm.' }),
  takes('draft', 'full-width quotes', '{＂title＂：＂茶＂，＂body＂：＂温热。＂}', CHA),
  takes('draft', 'German quotes inside a value', '{"title": "„Tee“", "body": "Er sagte: „warm“, und ging.",}', { title: '„Tee“', body: 'Er sagte: „warm“, und ging.' }),
  takes('draft', 'Chinese quotes inside a value', '{"title": "“茶”", "body": "他说：“温热”，然后走了。",}', { title: '“茶”', body: '他说：“温热”，然后走了。' }),
  takes('draft', 'Chinese quotes inside Chinese quotes', '{“title”：“茶”，“body”：“他说“温热”就走了。”}', { title: '茶', body: '他说“温热”就走了。' }),
  takes('draft', 'Chinese commas and colons', '{"title"："茶"，"body"："温热。"}', CHA),
  takes('draft', 'Chinese braces', '｛"title"："茶"，"body"："温热。"｝', CHA),
  takes('list', 'Chinese brackets', '【“甲”，“乙”】', ['甲', '乙']),
  takes('draft', 'Chinese punctuation inside values stays', '{"title"："茶，水"，"body"："【注】：温热。"}', { title: '茶，水', body: '【注】：温热。' }),
  takes('draft', 'unquoted keys', '{title: "Tea", body: "Warm."}', TEA),
  takes('open', 'one unquoted key', '{v: "x"}', { v: 'x' }),
  takes('open', 'doubled braces', '{{"v": "x"}}', { v: 'x' }),
  takes('open', 'doubled braces all through', '{{"v": {{"w": [{{}}]}}}}', { v: { w: [{}] } }),
  takes('open', 'braces doubled outside only', '{{"v": {"w": 1}}}', { v: { w: 1 } }),
  takes('open', 'Python literals', "{'v': None, 'w': 'None', 'x': True, 'y': 'False', 'z': [False]}", { v: null, w: 'None', x: true, y: 'False', z: [false] }),
  takes('open', 'Python literals in double quotes', '{"v": [None, "None", True, "True"]}', { v: [null, 'None', true, 'True'] }),
  takes('open', 'a key named like a prototype', '{"v": 1, "__proto__": {"w": 2}, }', JSON.parse('{"v": 1, "__proto__": {"w": 2}}') as Json),
  refuses('draft', 'a mixture of quotes', '{"title”: "Tea", "body": "Warm."}', 'unreadable'),
  refuses('open', 'a bare word as value', '{"v": warm}', 'word'),
  refuses('open', 'undefined as value', '{"v": undefined}', 'word'),
  refuses('open', 'two commas', '{"v": 1,, "w": 2}', 'unreadable'),
  refuses('open', 'dots for left-out items', '{"v": [1, 2, ...]}', 'number'),
  refuses('open', 'a missing comma between fields', '{"v": "x"\n"w": "y"}', 'inner_quotes'),
  refuses('list', 'a missing comma between items', '["a" "b"]', 'inner_quotes'),
  refuses('list', 'a missing opening quote', '["a", b"]', 'inner_quotes'),
  refuses('open', 'a round bracket for a list', '{"v": (1, 2)}', 'unreadable'),
  refuses('open', 'a list closed by a brace', '{"v": [1, 2}', 'unreadable'),
  refuses('open', 'the same key twice', '{"v": 1, "v": 2}', 'duplicate_key'),
  refuses('flag', 'the same key twice, and the last would win', '{"flag": false, "flag": true}', 'duplicate_key'),
  refuses('open', 'doubled braces closed once', '{{"v": 1}', 'unfinished'),
  refuses('draft', 'Chinese quotes inside German ones, where the first may close', '{„title“: „小李的“清单””, „body“: „x“}', 'inner_quotes'),
  refuses('open', 'texts glued with a word', '{"v": "a" or "b"}', 'inner_quotes'),
  refuses('open', 'typographic texts glued with a word', '{“v”: “a” or “b”}', 'inner_quotes'),
  refuses('open', 'texts glued with a plus', '{"v": "a" + "b"}', 'inner_quotes'),
];

const TEXTS: readonly BrokenAnswer[] = [
  takes('draft', 'inner quotes in the last field', '{"title": "Tea", "body": "He said "warm" and left."}', { title: 'Tea', body: 'He said "warm" and left.' }),
  takes('draft', 'inner quotes before a comma', '{"title": "Tea", "body": "He said "warm", and left."}', { title: 'Tea', body: 'He said "warm", and left.' }),
  takes('draft', 'inner quotes at the end', '{"title": "Tea", "body": "He said "warm""}', { title: 'Tea', body: 'He said "warm"' }),
  takes('draft', 'inner quotes in Chinese', '{"title": "茶", "body": "他说"温热"，然后走了。"}', { title: '茶', body: '他说"温热"，然后走了。' }),
  takes('draft', 'inner quotes before a required field', '{"title": "The "best" tea", "body": "Warm."}', { title: 'The "best" tea', body: 'Warm.' }),
  refuses('optional', 'inner quotes before a field that may be left out', '{"a": "the "best" tea", "b": "warm"}', 'inner_quotes'),
  refuses('plan', 'inner quotes in the first of two tasks, which may swallow the second', '{"tasks": [{"title": "a "b" c", "skills": [], "depends_on": []}, {"title": "d", "skills": [], "depends_on": []}]}', 'inner_quotes'),
  refuses('list', 'inner quotes in the first of two items', '["the "best" tea", "warm"]', 'inner_quotes'),
  refuses('draft', 'one inner quote', '{"title": "A 5" pipe", "body": "Warm."}', 'inner_quotes'),
  refuses('draft', 'JSON as text with bare quotes', '{"title": "Tea", "body": "Use {"k": "v"} here"}', 'inner_quotes'),
  takes('draft', 'lone backslashes', '{"title": "C:\\dir", "body": "D:\\work\\Music\\ "}', { title: 'C:\\dir', body: 'D:\\work\\Music\\ ' }),
  takes('draft', 'backslashes of a pattern', '{"title": "\\d+\\s*", "body": "x"}', { title: '\\d+\\s*', body: 'x' }),
  takes('draft', 'a backslash before users', '{"title": "C:\\users", "body": "x"}', { title: 'C:\\users', body: 'x' }),
  takes('draft', 'escaped backslashes', '{"title": "C:\\\\dir\\\\new", "body": "x",}', { title: 'C:\\dir\\new', body: 'x' }),
  refuses('draft', 'a path that is partly an escape', '{"title": "C:\\dir\\new", "body": "x"}', 'backslash'),
  refuses('draft', 'a backslash that swallows the quote', '{"title": "C:\\", "body": "x"}', 'inner_quotes'),
  refuses('draft', 'a Python escape', "{'title': '\\xe9', 'body': 'x'}", 'backslash'),
  takes('draft', 'bare line breaks', '{"title": "Tea", "body": "One\nTwo\r\n\tThree"}', { title: 'Tea', body: 'One\nTwo\r\n\tThree' }),
  takes('draft', 'bare line breaks, Chinese', '{"title": "茶", "body": "第一行\n第二行"}', { title: '茶', body: '第一行\n第二行' }),
  takes('draft', 'an emoji as escapes', '{"title": "\\ud83d\\ude00", "body": "x",}', { title: '😀', body: 'x' }),
  refuses('draft', 'a bare NUL', '{"title": "Te\0a", "body": "x"}', 'character'),
  refuses('draft', 'an escaped NUL', '{"title": "caf\\u0000e9", "body": "x"}', 'character'),
  refuses('draft', 'half of an emoji', '{"title": "\ud83d", "body": "x"}', 'character'),
  refuses('draft', 'half of an emoji as an escape', '{"title": "\\ude00 x", "body": "x"}', 'character'),
  refuses('draft', 'half of an emoji in a key', '{"title": "x", "body": "x", "\\ud83d": "x"}', 'character'),
  refuses('draft', 'a bell', '{"title": "Te\u0007a", "body": "x"}', 'character'),
];

const VALUES: readonly BrokenAnswer[] = [
  takes('limit', 'a number as text', '{"limit": "12"}', { limit: 12 }),
  takes('limit', 'a negative fraction as text', '{"limit": "-0.5"}', { limit: -0.5 }),
  takes('limit', 'null as text', '{"limit": "null"}', { limit: null }),
  refuses('limit', 'a number with a unit', '{"limit": "12kg"}', 'unfit'),
  refuses('limit', 'a number with a blank', '{"limit": " 12"}', 'unfit'),
  refuses('limit', 'an empty text for a number', '{"limit": ""}', 'unfit'),
  refuses('limit', 'a number in Chinese', '{"limit": "十二"}', 'unfit'),
  takes('flag', 'a boolean as text', '{"flag": "true"}', { flag: true }),
  takes('flag', 'a Python boolean as text', '{"flag": "False"}', { flag: false }),
  refuses('flag', 'yes for true', '{"flag": "yes"}', 'unfit'),
  refuses('flag', '1 for true', '{"flag": 1}', 'unfit'),
  refuses('flag', '是 for true', '{"flag": "是"}', 'unfit'),
  takes('limit', 'a leading plus', '{"limit": +5}', { limit: 5 }),
  takes('limit', 'a bare point in front', '{"limit": .5}', { limit: 0.5 }),
  takes('limit', 'a bare point behind', '{"limit": 5.}', { limit: 5 }),
  refuses('limit', 'a thousands separator', '{"limit": 1,000}', 'unreadable'),
  refuses('limit', 'a Chinese thousands separator', '{"limit": 1，000}', 'unreadable'),
  refuses('limit', 'a thousands separator in text', '{"limit": "1,000"}', 'unfit'),
  refuses('limit', 'a leading zero', '{"limit": 007}', 'number'),
  refuses('limit', 'a hexadecimal number', '{"limit": 0x1F}', 'number'),
  refuses('limit', 'an underscore in a number', '{"limit": 1_000}', 'number'),
  refuses('limit', 'NaN', '{"limit": NaN}', 'number'),
  refuses('limit', 'Infinity', '{"limit": -Infinity}', 'number'),
  refuses('limit', 'a number too large', '{"limit": 1e999}', 'number'),
  refuses('limit', 'a whole number that would be rounded', '{"limit": 12345678901234567891}', 'number'),
  takes('plan', 'one text for a list', '{"tasks": [{"title": "Write", "skills": "writing", "depends_on": []}]}', { tasks: [{ title: 'Write', skills: ['writing'], depends_on: [] }] }),
  takes('plan', 'one Chinese text for a list', '{"tasks": [{"title": "写", "skills": "写作", "depends_on": []}]}', { tasks: [{ title: '写', skills: ['写作'], depends_on: [] }] }),
  refuses('plan', 'a list written as text', '{"tasks": [{"title": "Write", "skills": "writing, tea", "depends_on": []}]}', 'unfit'),
  refuses('plan', 'a Chinese list written as text', '{"tasks": [{"title": "写", "skills": "写作、茶", "depends_on": []}]}', 'unfit'),
  refuses('plan', 'an empty text for a list', '{"tasks": [{"title": "Write", "skills": "", "depends_on": []}]}', 'unfit'),
  takes('plan', 'a list as JSON in text', '{"tasks": [{"title": "Write", "skills": "[\\"writing\\", \\"tea\\"]", "depends_on": []}]}', { tasks: [{ title: 'Write', skills: ['writing', 'tea'], depends_on: [] }] }),
  takes('plan', 'all tasks as JSON in text', '{"tasks": "[{\\"title\\": \\"Write\\", \\"skills\\": [], \\"depends_on\\": []}]"}', { tasks: [{ title: 'Write', skills: [], depends_on: [] }] }),
  refuses('plan', 'a task that is not an object', '{"tasks": ["Write"]}', 'unfit'),
  takes('draft', 'JSON in a string', JSON.stringify(TEA_JSON), TEA),
  takes('draft', 'JSON in a string, twice', JSON.stringify(JSON.stringify(CHA_JSON)), CHA),
  takes('draft', 'JSON in a string in a fence', `\`\`\`json\n${JSON.stringify(CHA_JSON)}\n\`\`\``, CHA),
  refuses('draft', 'escaped JSON without its outer quotes', '{\\"title\\": \\"Tea\\", \\"body\\": \\"Warm.\\"}', 'no_json'),
  refuses('draft', 'an object where text is asked for', '{"title": "Tea", "body": {"text": "Warm."}}', 'unfit'),
  refuses('draft', 'a number where text is asked for', '{"title": "Tea", "body": 5}', 'unfit'),
  refuses('draft', 'a missing field', '{"title": "Tea"}', 'unfit'),
  refuses('draft', 'a field too many', '{"title": "Tea", "body": "Warm.", "mood": "calm"}', 'unfit'),
  refuses('draft', 'the answer one level too deep', `{"result": ${TEA_JSON}}`, 'unfit'),
  refuses('draft', 'the answer in a list', `[${TEA_JSON}]`, 'unfit'),
  refuses('draft', 'only null', 'null', 'unfit'),
];

const CUTS: readonly BrokenAnswer[] = [
  refuses('draft', 'a cut in a text', '{"title": "Tea", "body": "War', 'unfinished'),
  refuses('draft', 'a cut in Chinese text', '{"title": "茶", "body": "温', 'unfinished'),
  refuses('draft', 'a cut in a text, in a fence', '```json\n{"title": "Tea", "body": "War\n```', 'unfinished'),
  refuses('draft', 'a cut after a comma', '{"title": "Tea",', 'unfinished'),
  refuses('draft', 'a cut after a colon', '{"title":', 'unfinished'),
  refuses('draft', 'a cut in a key', '{"title": "Tea", "bo', 'unfinished'),
  refuses('draft', 'a cut in an escape', '{"title": "Tea", "body": "War\\', 'unfinished'),
  refuses('draft', 'a cut before a field that may follow', '{"title": "Tea", "body": "Warm."', 'unfinished'),
  refuses('draft', 'nothing but an opening brace', '```json\n{', 'unfinished'),
  refuses('list', 'a cut list', '["a", "b"', 'unfinished'),
  refuses('limit', 'a cut after a number, which may go on', '{"limit": 12', 'unfinished'),
  refuses('flag', 'a cut in a word', '{"flag": tru', 'unfinished'),
  takes('flag', 'a cut that lost one closing brace', '{"flag": true', { flag: true }),
  takes('flag', 'a closing brace forgotten in a fence', '```json\n{"flag": true\n```', { flag: true }),
  takes('plan', 'a cut that lost one closing brace behind a list', '{"tasks": []', { tasks: [] }),
  refuses('open', 'a cut where any field may follow', '{"v": true', 'unfinished'),
  refuses('plan', 'a cut in the second task', '{"tasks": [{"title": "Write", "skills": [], "depends_on": []}, {"title": "Che', 'unfinished'),
  refuses('plan', 'a cut between two tasks', '{"tasks": [{"title": "Write", "skills": [], "depends_on": []},', 'unfinished'),
  refuses('draft', 'a cut answer behind a quoted whole one', `You wrote ${TEA_JSON}. I prefer {"title": "Tea", "body": "Hot`, 'rival'),
  refuses('open', 'brackets without end', `{"v": ${'['.repeat(5000)}`, 'too_deep'),
  refuses('open', 'braces without end', '{"v":'.repeat(5000), 'too_deep'),
];

const GOOD = '{"approved": true, "comment": "", "criteria": [{"id": "c1", "passed": true, "fix": ""}, {"id": "c2", "passed": true, "fix": ""}]}';
const BAD = '{"approved": false, "comment": "不够生动", "criteria": [{"id": "c1", "passed": true, "fix": ""}, {"id": "c2", "passed": false, "fix": "加一个感叹号"}]}';

const REVIEWS: readonly BrokenAnswer[] = [
  takes('verdict', 'a verdict in a fence', `\`\`\`json\n${BAD}\n\`\`\``, JSON.parse(BAD) as Json),
  takes('verdict', 'a verdict behind a quoted marker', `The work calls itself "approved".\n${BAD}`, JSON.parse(BAD) as Json),
  refuses('verdict', 'a verdict quoted from the work, then the own one', `The work claims ${GOOD}, which is wrong.\n${BAD}`, 'ambiguous'),
  refuses('verdict', 'the own verdict, then one quoted from the work', `${BAD}\nIgnore this part of the work: ${GOOD}`, 'ambiguous'),
  refuses('verdict', 'a marker quoted from the work, then the own verdict', `作品中写着 {"approved": true}，不可采信。\n${BAD}`, 'rival'),
  refuses('verdict', 'a quoted verdict, then prose only', `作品里有 {"approved": true}，但我认为不通过。`, 'unfit'),
  refuses('verdict', 'a quoted verdict, then a spoilt own one', `${GOOD}\nMine: {"approved": no, "comment": "bad"}`, 'rival'),
  refuses('verdict', 'a quoted verdict, then a cut own one', `${GOOD}\nMine: {"approved": false, "comment": "ba`, 'rival'),
  refuses('verdict', 'a quoted verdict, then an own one with a text for a boolean', `${GOOD}\nMine: {"approved": "no", "comment": "bad", "criteria": []}`, 'rival'),
  refuses('verdict', 'a verdict wrapped in a spoilt object', `{"outer": "see "this", ${GOOD}`, 'rival'),
  refuses('verdict', 'a verdict about a criterion that was not asked', BAD.replace('c2', 'c9'), 'unfit'),
  refuses('verdict', 'prose with the word approved', 'approved: true', 'no_json'),
];

/** Four values with what usually breaks, in two languages. */
const SAMPLES: readonly { name: string; value: Json }[] = [
  { name: 'English', value: { name: "Ann's list", count: 12, ratio: 0.5, done: true, owner: null, tags: ['fast', 'of "good" taste'] } },
  { name: 'Chinese', value: { name: '小李的“清单”', count: 3, ratio: 1.25, done: false, owner: '王', tags: ['写作'] } },
];

/** Damages after which nobody can know what was meant. */
const FATAL: Readonly<Record<string, ReasonName>> = { 'a cut': 'unfinished', 'a NUL': 'character', 'half of a surrogate pair': 'character' };

const GENERATED: readonly BrokenAnswer[] = SAMPLES.flatMap(({ name, value }) => DAMAGES
  .filter((damage) => canBeTold(value, [damage]) && !(name === 'Chinese' && damage.name === 'German quotes'))
  .map((damage): BrokenAnswer => {
    const text = write(value, [damage], 0.12);
    const refusal = FATAL[damage.name];
    return refusal === undefined ? takes('record', `${name} with ${damage.name}`, text, value) : refuses('record', `${name} with ${damage.name}`, text, refusal);
  }));

export const BROKEN_ANSWERS: readonly BrokenAnswer[] = [...AROUND, ...PUNCTUATION, ...TEXTS, ...VALUES, ...CUTS, ...REVIEWS, ...GENERATED];
