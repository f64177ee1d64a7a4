// Why what a person or a program gives is not taken: schemas, prompts, tools, ids, options of a team. In both languages; each sentence
// says what to write instead.
import type { Bilingual } from '../json.ts';

export const REFUSED_INPUT = {
  // schemas
  noSchema: {
    en: 'A JSON Schema is an object; write {"type": "object", …}.',
    zh: 'JSON Schema 应是一个对象，请写成 {"type": "object", …}。',
  },
  asyncSchema: {
    en: 'The schema says "$async"; take that keyword out.',
    zh: '模式中写了 "$async"，请去掉这个关键字。',
  },
  unusableSchema: (reason: string): Bilingual => ({
    en: `The JSON Schema cannot be used: ${reason}. Correct it.`,
    zh: `无法使用这个 JSON Schema：${reason}。请改正。`,
  }),

  // prompts
  promptLacks: (name: string, facts: readonly string[]): Bilingual => ({
    en: `Prompt ${name} lacks ${facts.join(', ')}. Put it back where the text should stand.`,
    zh: `提示 ${name} 缺少 ${facts.join('、')}。请放回相应位置。`,
  }),
  promptUnknown: (name: string, { unknown, given }: { readonly unknown: readonly string[]; readonly given: readonly string[] }): Bilingual => ({
    en: `Prompt ${name} uses ${unknown.join(', ')}, which it is not given. It is given: ${given.join(', ')}.`,
    zh: `提示 ${name} 使用了 ${unknown.join('、')}，但没有这些内容。可用的有：${given.join('、')}。`,
  }),
  promptBorder: (name: string, border: string): Bilingual => ({
    en: `Prompt ${name} needs exactly one line ${border} between its stable and its changing part.`,
    zh: `提示 ${name} 的固定部分与变动部分之间须恰好有一行 ${border}。`,
  }),
  unreadablePrompt: (file: string): Bilingual => ({
    en: `The prompt ${file} cannot be read. Put the file back from the package.`,
    zh: `无法读取提示文件 ${file}。请从安装包中恢复该文件。`,
  }),

  // goals and ids
  emptyGoal: {
    en: 'The goal has no text. Say in a sentence what is to be reached.',
    zh: '目标没有内容。请用一句话说明要达成什么。',
  },
  notAGoalId: (text: string): Bilingual => ({
    en: `"${text}" is no goal id. \`muster goals\` lists those there are, such as goal_1.`,
    zh: `“${text}”不是目标编号，应如 goal_1。现有目标见 \`muster goals\`。`,
  }),
  notATaskId: (text: string): Bilingual => ({
    en: `"${text}" is no task id, such as task_1.`,
    zh: `“${text}”不是任务编号，应如 task_1。`,
  }),
  notAQuestionId: (text: string): Bilingual => ({
    en: `"${text}" is no question id, such as question_1.`,
    zh: `“${text}”不是问题编号，应如 question_1。`,
  }),
  ofAnotherTeam: (goal: string, { its, ours }: { readonly its: string; readonly ours: string }): Bilingual => ({
    en: `${goal} belongs to the team "${its}", and this is the team "${ours}": its members could not do the work. Resume it with the team of that name.`,
    zh: `${goal} 属于团队“${its}”，而这里是团队“${ours}”，其成员无法承担。请用同名团队恢复它。`,
  }),
  ofAnotherStyle: (goal: string): Bilingual => ({
    en: `In ${goal} members claim, and this team gives work out. Resume it with style: "team".`,
    zh: `${goal} 由成员领取任务，而当前团队是分派任务的。请用 style: "team" 恢复它。`,
  }),

  // tasks from programs
  task: (number: number, what: Bilingual): Bilingual => ({
    en: `Task ${number} ${what.en}`,
    zh: `第 ${number} 项任务${what.zh}`,
  }),
  noTasks: { en: 'Give tasks as a list: [{ title, … }].', zh: '请把任务写成列表：[{ title, … }]。' },
  noObject: { en: 'is no object. Write { title, … }.', zh: '不是对象。请写成 { title, … }。' },
  noField: (field: string, { near, known }: { readonly near: string | undefined; readonly known: readonly string[] }): Bilingual => ({
    en: `has no field ${field}.${near === undefined ? '' : ` Did you mean ${near}?`} It takes ${known.join(', ')}.`,
    zh: `没有 ${field} 这一字段。${near === undefined ? '' : `是否想写 ${near}？`}可用的有 ${known.join('、')}。`,
  }),
  noTitle: { en: 'has no title. Give it a short one that says what is to be made.', zh: '没有 title。请写一个简短的标题，说明要完成什么。' },
  noText: (field: string): Bilingual => ({ en: `has a ${field} that is no text.`, zh: `的 ${field} 不是文字。请写成文字。` }),
  noTexts: (field: string): Bilingual => ({ en: `has ${field} that are no list of texts, such as ['one'].`, zh: `的 ${field} 不是文字列表。请写成 ['one'] 这样。` }),
  noCriteria: { en: 'has criteria that are no list. Write rules as objects, or sentences, in a list.', zh: '的 criteria 不是列表。请把规则（对象）或句子写在列表里。' },
  noInput: { en: 'has an input that is no plain object of JSON values, or is nested deeper than 64.', zh: '的 input 不是由 JSON 值组成的普通对象，或嵌套超过 64 层。' },

  // values of options
  cannotBe: (name: Bilingual, shown: Bilingual, wants: Bilingual): Bilingual => ({
    en: `${name.en} cannot be ${shown.en}. Give ${wants.en}.`,
    zh: `${name.zh} 不能是${shown.zh}。请写${wants.zh}。`,
  }),
  /** What is wanted where a value is one of several words. */
  oneOf: (words: readonly string[]): Bilingual => ({ en: `one of ${words.join(', ')}`, zh: ` ${words.join('、')} 之一` }),

  // names of options
  noOptions: (of: string, first: string | undefined): Bilingual => ({
    en: `${of} takes its options as an object${first === undefined ? '' : `, such as { ${first}: … }`}.`,
    zh: `${of} 的选项应是对象${first === undefined ? '' : `，例如 { ${first}: … }`}。`,
  }),
  noOption: (of: string, name: string, near: string | undefined): Bilingual => ({
    en: `${of} has no option ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
    zh: `${of} 没有 ${name} 这一选项。${near === undefined ? '' : `是否想写 ${near}？`}`,
  }),
  moreOptions: (count: number): Bilingual => ({ en: `And ${count} more ${count === 1 ? 'name' : 'names'}.`, zh: `另有 ${count} 个名称。` }),
  /** Said once, behind all names that have nothing near. */
  takes: (known: readonly string[]): Bilingual => ({ en: `It takes ${known.join(', ')}.`, zh: `可用的有 ${known.join('、')}。` }),

  // a team and what it is given
  teamClosed: {
    en: 'The team has been closed. Create it again to go on.',
    zh: '团队已关闭。请重新创建后继续。',
  },
  modeNeedsStyle: {
    en: 'teammateMode holds where members claim. Say style: "team" too, or take it out.',
    zh: 'teammateMode 只在由成员领取任务的团队中有效。请同时写 style: "team"，或去掉它。',
  },
  unsayableSchema: {
    en: 'The schema cannot be said as JSON Schema. Use plain objects, strings, numbers, lists and unions.',
    zh: '这个模式无法写成 JSON Schema。请只用普通对象、字符串、数字、列表和联合类型。',
  },
  unreadableFile: (file: string, code: string): Bilingual => ({
    en: `${file} cannot be read (${code}). See that it is a file and that you may read it.`,
    zh: `无法读取 ${file}（${code}）。请确认它是文件且可读。`,
  }),
  unknownEffects: (tool: string, { unknown, known }: { readonly unknown: readonly string[]; readonly known: readonly string[] }): Bilingual => ({
    en: `The tool ${tool} names effects that there are not: ${unknown.join(', ')}. Use ${known.join(', ')}.`,
    zh: `工具 ${tool} 写了不存在的 effects：${unknown.join('、')}。可用的有 ${known.join('、')}。`,
  }),
  unknownAskFirst: (name: string, { near, known }: { readonly near: string | undefined; readonly known: readonly string[] }): Bilingual => ({
    en: `ask_first names ${JSON.stringify(name)}, and there is no such tool.${near === undefined ? '' : ` Did you mean ${near}?`} The built-in ones are ${known.join(', ')}; those of a server begin with its name and a dot.`,
    zh: `ask_first 中写了 ${JSON.stringify(name)}，但没有这个工具。${near === undefined ? '' : `是否想写 ${near}？`}内置工具有 ${known.join('、')}；服务器的工具以其名称加点开头。`,
  }),
  noDatabase: {
    en: 'database.query has no database. Name at least one: databases: { shop: "shop.sqlite" }.',
    zh: 'database.query 没有数据库。请至少写一个，例如 databases: { shop: "shop.sqlite" }。',
  },
  badDatabase: (name: string): Bilingual => ({
    en: `The database "${name}" is neither a SQLite file nor an address that begins with postgres://. Give one of the two.`,
    zh: `数据库“${name}”既不是 SQLite 文件，也不是以 postgres:// 开头的地址。请写其中一种。`,
  }),
  notAHost: (entry: string): Bilingual => ({
    en: `"${entry}" is no host. Write one such as api.example.com, *.example.com or example.com:8443, without http:// and path.`,
    zh: `“${entry}”不是主机。请写成 api.example.com、*.example.com 或 example.com:8443，不带 http:// 和路径。`,
  }),
  notAProgram: (shown: string): Bilingual => ({
    en: `${shown} is no name of a program. List names without a path, such as "git".`,
    zh: `${shown} 不是程序名。请只写名称、不带路径，例如 "git"。`,
  }),
  unlistableProgram: (program: string, why: Bilingual): Bilingual => ({
    en: `${program} cannot be on the list of programs: ${why.en}. List the programs that are needed themselves.`,
    zh: `${program} 不能列入程序清单：${why.zh}。请直接列出需要的程序。`,
  }),
};
