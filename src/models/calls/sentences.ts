// What the model layer says to people (why a call failed and what to do next) and to models (answer again, in this form),
// in both languages. Facts go in as they stand; whoever calls masks secrets first.
import type { Bilingual, JsonObject } from '../../core/json.ts';

interface Failed {
  /** `provider/model`. */
  readonly name: string;
  /** The provider's own words, masked; may be empty. */
  readonly said: string;
}

const quoted = (said: string, en: string, zh: string): Bilingual =>
  said === '' ? { en: '', zh: '' } : { en: ` ${en} ${said}`, zh: `${zh}${said}` };

const told = (said: string): Bilingual => quoted(said, 'It said:', '对方的说明：');

/** To people. Each ends with what to do next. */
export const SAYS = {
  unknownName: ({ name, known }: { name: string; known: readonly string[] }): Bilingual => ({
    en: `No provider is known for the model "${name}". Write provider/model with one of: ${known.join(', ')}.`,
    zh: `不认识模型“${name}”的服务商。请写成“服务商/模型”，可用的服务商有：${known.join('、')}。`,
  }),
  noKey: ({ name, variable }: { name: string; variable: string }): Bilingual => ({
    en: `There is no key for ${name}. Set ${variable} in the environment or in .env.`,
    zh: `缺少 ${name} 的密钥。请在环境变量或 .env 中设置 ${variable}。`,
  }),
  noEndpoint: ({ name, variable }: { name: string; variable: string }): Bilingual => ({
    en: `The address for ${name} is missing or not an http address. Set ${variable}, for example http://127.0.0.1:8000/v1.`,
    zh: `${name} 的地址缺失，或不是 http 地址。请设置 ${variable}，例如 http://127.0.0.1:8000/v1。`,
  }),
  keyRefused: ({ name, said, variable }: Failed & { variable: string }): Bilingual => ({
    en: `The provider of ${name} refused the key.${told(said).en} Check ${variable} and what the key may use.`,
    zh: `${name} 的服务商拒绝了密钥。${told(said).zh}请检查 ${variable} 以及该密钥的权限。`,
  }),
  modelUnknown: ({ name, said }: Failed): Bilingual => ({
    en: `The provider does not know the model ${name}.${told(said).en} Check the name and the address of the provider.`,
    zh: `服务商不认识模型 ${name}。${told(said).zh}请检查模型名称和服务地址。`,
  }),
  quota: ({ name, said }: Failed): Bilingual => ({
    en: `The account behind ${name} has no credit left.${told(said).en} Add credit or choose another model, then resume.`,
    zh: `${name} 所用账户的额度已用完。${told(said).zh}请充值或换一个模型，然后继续。`,
  }),
  context: ({ name, said }: Failed): Bilingual => ({
    en: `The request is too long for ${name}.${told(said).en} Shorten the input or choose a model with a larger context.`,
    zh: `请求超出了 ${name} 的上下文长度。${told(said).zh}请缩短输入，或换一个上下文更长的模型。`,
  }),
  badRequest: ({ name, said }: Failed): Bilingual => ({
    en: `The provider of ${name} refused the request as it stands.${told(said).en} Sending it again would not help; change the request or the model.`,
    zh: `${name} 的服务商不接受这个请求。${told(said).zh}原样重发没有用，请修改请求或换一个模型。`,
  }),
  refusal: ({ name, said }: Failed): Bilingual => ({
    en: `${name} refused to answer.${told(said).en} Change the task or give it to another member.`,
    zh: `${name} 拒绝回答。${told(said).zh}请修改任务，或交给其他成员。`,
  }),
  filter: ({ name, said }: Failed): Bilingual => ({
    en: `The content filter of ${name} stopped the answer.${told(said).en} Change the task or give it to another member.`,
    zh: `${name} 的内容过滤拦下了回答。${told(said).zh}请修改任务，或交给其他成员。`,
  }),
  length: ({ name }: { name: string }): Bilingual => ({
    en: `The answer of ${name} was cut at its length limit. Ask for less at once or raise the limit of output tokens.`,
    zh: `${name} 的回答在长度上限处被截断。请缩小任务，或提高输出长度上限。`,
  }),
  empty: ({ name, calls }: { name: string; calls: number }): Bilingual => ({
    en: `${name} answered with nothing, ${calls} times. Try again later or choose another model.`,
    zh: `${name} 连续 ${calls} 次没有给出任何内容。请稍后再试，或换一个模型。`,
  }),
  unreadable: ({ name, calls, because }: { name: string; calls: number; because: Bilingual }): Bilingual => ({
    en: `After ${calls} answers, none of ${name} fitted the form that was asked for. Last: ${because.en} Simplify the form or choose another model.`,
    zh: `${name} 给出了 ${calls} 次回答，都不符合要求的格式。最后一次：${because.zh} 请简化格式，或换一个模型。`,
  }),
  overloaded: ({ name, said, calls, why }: Failed & { calls: number; why: Bilingual }): Bilingual => ({
    en: `${name} could not answer (${why.en}; calls made: ${calls}).${told(said).en} Try again later or name another model.`,
    zh: `${name} 未能回答（${why.zh}，共调用 ${calls} 次）。${told(said).zh}请稍后再试，或换一个模型。`,
  }),
  unusableSchema: ({ name, said }: Failed): Bilingual => ({
    en: `The answer of ${name} cannot be judged, because its schema cannot be used: ${said} Mend the schema.`,
    zh: `无法判断 ${name} 的回答，因为它的 schema 无法使用：${said} 请修正 schema。`,
  }),
  interrupted: ({ name }: { name: string }): Bilingual => ({
    en: `The call to ${name} was stopped. Resume the goal to go on.`,
    zh: `对 ${name} 的调用已停止。恢复目标即可继续。`,
  }),
  usable: ({ name }: { name: string }): Bilingual => ({
    en: `${name} can be used.`,
    zh: `${name} 可以使用。`,
  }),
  reachable: ({ name }: { name: string }): Bilingual => ({
    en: `The provider of ${name} answers, but gives no list of its models; the first call will tell.`,
    zh: `${name} 的服务商有回应，但没有给出模型列表，要到第一次调用才能确定。`,
  }),
  notListed: ({ name, known }: { name: string; known: readonly string[] }): Bilingual => ({
    en: `The provider does not list the model ${name}. It has: ${known.join(', ')}.`,
    zh: `服务商的列表中没有模型 ${name}。现有：${known.join('、')}。`,
  }),
} as const;

/** Why a call is worth another try; names the last reason when the tries are used up. */
export const WHY_AGAIN = {
  rate: { en: 'rate limit', zh: '触发限流' },
  overload: { en: 'overload', zh: '服务过载' },
  server: { en: 'fault of the provider', zh: '服务端故障' },
  connection: { en: 'no connection', zh: '无法连接' },
  cut: { en: 'the answer broke off', zh: '回答中途断开' },
  garbled: { en: 'the reply was not in the format of the provider', zh: '返回内容不符合接口格式' },
  timeout: { en: 'no answer in time', zh: '等待超时' },
} as const satisfies Record<string, Bilingual>;

export type WhyAgain = keyof typeof WHY_AGAIN;

/** To models. */
export const TELLS = {
  answerAgain: (because: Bilingual, hasTools: boolean): Bilingual => ({
    en: `Your last answer could not be used: ${because.en}\n${hasTools ? 'If you still need a tool, call it; otherwise answer again' : 'Answer again'}, in full, with exactly one JSON value and nothing before or after it.`,
    zh: `你上一次的回答无法使用：${because.zh}\n${hasTools ? '如果还需要工具，就调用工具；否则请重新完整作答' : '请重新完整作答'}：只写一个 JSON 值，前后不要有任何其他内容。`,
  }),
  noTools: { en: 'it called a tool, and there are no tools here.', zh: '你调用了工具，但这里没有任何工具可用。' },
  badCall: { en: 'the call of a tool could not be read. A call needs the name of a tool and its arguments as one JSON object.', zh: '工具调用无法读取。一次调用要有工具的名称，参数要写成一个 JSON 对象。' },
  cutCall: { en: 'it was cut at the length limit in the middle of a call, so nothing was called. Call with less at once, for example in several parts.', zh: '回答在一次工具调用中途被长度上限截断，因此没有执行任何调用。请减少一次调用的内容，例如分成几部分。' },
  form: (schema: JsonObject, hasTools: boolean): Bilingual => ({
    en: `\n\n## Form of the answer\n${hasTools ? 'While you still need tools, call them. Your last answer, the one without a call, is the result: answer' : 'Answer'} with exactly one JSON value and nothing before or after it. It must fit this JSON Schema:\n${JSON.stringify(schema)}`,
    zh: `\n\n## 回答的格式\n${hasTools ? '还需要工具时就调用工具。不再调用工具的那一次回答就是最终结果：' : ''}只写一个 JSON 值，前后不要有任何其他内容。它必须符合下面的 JSON Schema：\n${JSON.stringify(schema)}`,
  }),
} as const;
