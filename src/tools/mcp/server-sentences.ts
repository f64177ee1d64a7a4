// What is said of an MCP server and its tools, in both languages. `words` is what the server said last itself: material, in quotes.
import type { Bilingual } from '../../core/json.ts';

/** `start` of the sentence is the server, so that it can stand in a list of many. */
export const SAYS = {
  ready: (count: number): Bilingual => ({ en: `is ready with ${tools(count)}`, zh: `已就绪，有 ${count} 个工具` }),
  back: (count: number): Bilingual => ({ en: `is back with ${tools(count)}`, zh: `已恢复，有 ${count} 个工具` }),
  changed: { en: 'changed its list of tools', zh: '更改了工具列表' },
  ended: (words: Bilingual): Bilingual => ({ en: `ended by itself${quoted(words)}; it is started again`, zh: `自行结束${quotedZh(words)}；将重新启动` }),
  lost: (words: Bilingual): Bilingual => ({ en: `no longer answers${quoted(words)}; the connection is made again`, zh: `不再应答${quotedZh(words)}；将重新连接` }),
  hung: { en: 'did not answer after a call was called off, so it was ended and is started again', zh: '在一次调用被取消后不再应答，已将其终止并将重新启动' },
  notStarted: (words: Bilingual): Bilingual => ({ en: `could not be started or reached${quoted(words)}; it is tried again. Check its command or url, and its keys`, zh: `无法启动或连接${quotedZh(words)}；将再次尝试。请检查其 command 或 url，以及密钥` }),
  slow: (ms: number): Bilingual => ({ en: `did not answer within ${ms / 1_000} s of being started; it is tried again`, zh: `启动后 ${ms / 1_000} 秒内没有应答；将再次尝试` }),
  starting: { en: 'is still being started; its tools come when it is ready', zh: '仍在启动；就绪后会提供工具' },
  closed: { en: 'was closed with the team', zh: '已随团队关闭' },

  badName: (name: string): Bilingual => ({ en: `left out ${name}: its name is too long or holds other signs than letters, digits, "_", "-" and single dots`, zh: `略去 ${name}：名称过长，或含有字母、数字、“_”、“-”和单个点以外的字符` }),
  twins: (names: readonly string[]): Bilingual => ({ en: `left out ${names.join(' and ')}: the names cannot be told apart`, zh: `略去 ${names.join(' 和 ')}：名称无法区分` }),
  badSchema: (name: string): Bilingual => ({ en: `left out ${name}: its input schema cannot be used`, zh: `略去 ${name}：其输入模式无法使用` }),
  tooMany: (count: number, most: number): Bilingual => ({ en: `has ${count} tools; only the first ${most} are offered`, zh: `有 ${count} 个工具；只提供前 ${most} 个` }),
  noSuchTool: (name: string): Bilingual => ({ en: `has no tool ${name}, which the configuration names`, zh: `没有配置中写到的工具 ${name}` }),
} as const;

const tools = (count: number): string => (count === 1 ? '1 tool' : `${count} tools`);
const quoted = ({ en }: Bilingual): string => (en === '' ? '' : ` ("${en}")`);
const quotedZh = ({ zh }: Bilingual): string => (zh === '' ? '' : `（“${zh}”）`);

/** Of the way to a server; part of a sentence, in quotes. */
export const WAY_SAYS = {
  flood: (most: number): Bilingual => ({ en: `more than ${most} bytes in one message`, zh: `单条消息超过 ${most} 字节` }),
  hasEnded: { en: 'the server has ended', zh: '服务器已结束' },
  exit: (code: number | null): Bilingual => ({ en: `exit ${code ?? '?'}`, zh: `退出码 ${code ?? '?'}` }),
} as const;

/** Of what a model cannot be shown, in the place where it stood. */
export const RESULT_SAYS = {
  image: { en: 'image', zh: '图片' },
  audio: { en: 'audio', zh: '音频' },
  resource: (uri: string): Bilingual => ({ en: `resource ${uri}`, zh: `资源 ${uri}` }),
  notShown: (bytes: number): Bilingual => ({ en: `${bytes} bytes, not shown`, zh: `${bytes} 字节，未显示` }),
} as const;

/** Of a call. */
export const CALL_SAYS = {
  away: (server: string): Bilingual => ({ en: `The MCP server ${server} is not there at the moment. Do something else first, or do without it.`, zh: `MCP 服务器 ${server} 目前不可用。请先做别的，或不使用它。` }),
  broken: (server: string, words: Bilingual): Bilingual => ({
    en: `The MCP server ${server} was lost while the call ran${quoted(words)}. Whether the call had its effect is not known. See what came of it before you call again.`,
    zh: `调用进行时失去了与 MCP 服务器 ${server} 的连接${quotedZh(words)}。无法确定调用是否已生效。再次调用前请先查明结果。`,
  }),
  refused: (server: string, words: Bilingual): Bilingual => ({ en: `The MCP server ${server} refused the call${quoted(words)}. Correct the arguments, or use another tool.`, zh: `MCP 服务器 ${server} 拒绝了调用${quotedZh(words)}。请改正参数，或使用其他工具。` }),
  failed: (text: string): Bilingual => ({ en: text === '' ? 'The tool reported an error and said nothing more. Try it in another way.' : text, zh: text === '' ? '工具报告出错，没有更多说明。请换一种做法。' : text }),
} as const;
