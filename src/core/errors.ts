// Every fault and refusal that Muster can give, as one table. HTTP status, exit code, retry advice and
// docs/errors.md are read from the row. One class, many codes; messages end with what to do next.
import type { Bilingual, Locale } from './json.ts';

interface ErrorRow {
  /** HTTP status at the REST edge. */
  readonly status: number;
  /** Exit code of the CLI: 2 bad input or not found, 3 goal failed, 4 a person is needed, 5 conflict, 6 provider unavailable. */
  readonly exit: 2 | 3 | 4 | 5 | 6;
  readonly retry: 'never' | 'reload' | 'later';
  readonly says: string;
  readonly saysZh: string;
}

export const ERRORS = {
  'input.invalid': { status: 400, exit: 2, retry: 'never', says: 'The input does not fit its form.', saysZh: '输入不符合要求的格式。' },
  'input.too_large': { status: 413, exit: 2, retry: 'never', says: 'The input is larger than the limit.', saysZh: '输入超过大小上限。' },
  'goal.not_found': { status: 404, exit: 2, retry: 'never', says: 'No goal has this id.', saysZh: '没有这个编号的目标。' },
  'goal.ended': { status: 409, exit: 5, retry: 'never', says: 'The goal has already ended.', saysZh: '目标已经结束。' },
  'goal.owned': { status: 409, exit: 5, retry: 'later', says: 'Another process is running this goal.', saysZh: '另一个进程正在运行这个目标。' },
  'goal.failed': { status: 409, exit: 3, retry: 'never', says: 'The goal failed.', saysZh: '目标失败。' },
  'goal.needs_person': { status: 409, exit: 4, retry: 'never', says: 'The goal waits for a person.', saysZh: '目标在等待人来决定。' },
  'task.not_found': { status: 404, exit: 2, retry: 'never', says: 'No task has this id.', saysZh: '没有这个编号的任务。' },
  'task.taken': { status: 409, exit: 5, retry: 'never', says: 'Another member holds this task.', saysZh: '这项任务由其他成员持有。' },
  'task.capped': { status: 409, exit: 4, retry: 'never', says: 'The manager may not change this task any more; a person may.', saysZh: '主管已不能再变更这项任务，可由人来处理。' },
  'task.unfit_input': { status: 422, exit: 2, retry: 'never', says: 'The input of the task does not fit its member.', saysZh: '任务输入不符合成员的输入格式。' },
  'task.unfit_output': { status: 422, exit: 2, retry: 'never', says: 'The output does not fit the output schema of its member.', saysZh: '产出不符合成员的输出格式。' },
  'attempt.stale': { status: 409, exit: 5, retry: 'never', says: 'This attempt is no longer the current one.', saysZh: '这次尝试已不是当前的尝试。' },
  'question.not_found': { status: 404, exit: 2, retry: 'never', says: 'No question has this id.', saysZh: '没有这个编号的问题。' },
  'question.closed': { status: 409, exit: 5, retry: 'never', says: 'The question is no longer open.', saysZh: '问题已不再等待回答。' },
  'question.bad_answer': { status: 422, exit: 2, retry: 'never', says: 'The answer does not fit the question.', saysZh: '回答与问题不符。' },
  'plan.invalid': { status: 422, exit: 2, retry: 'never', says: 'The plan does not fit its form.', saysZh: '计划不符合要求的格式。' },
  'plan.empty': { status: 422, exit: 2, retry: 'never', says: 'The plan holds no task.', saysZh: '计划里没有任务。' },
  'plan.too_large': { status: 422, exit: 2, retry: 'never', says: 'The plan holds more tasks than the limit.', saysZh: '计划的任务数超过上限。' },
  'plan.has_cycle': { status: 422, exit: 2, retry: 'never', says: 'Tasks wait on each other in a ring.', saysZh: '任务之间互相等待，成环了。' },
  'plan.self_reference': { status: 422, exit: 2, retry: 'never', says: 'A task waits on itself.', saysZh: '任务依赖了它自己。' },
  'plan.unknown_dependency': { status: 422, exit: 2, retry: 'never', says: 'A task waits on a task that does not exist.', saysZh: '任务依赖了不存在的任务。' },
  'plan.duplicate_title': { status: 422, exit: 2, retry: 'never', says: 'Two tasks have the same title or id.', saysZh: '两个任务的标题或编号相同。' },
  'criteria.invalid': { status: 422, exit: 2, retry: 'never', says: 'A criterion does not fit its form.', saysZh: '验收标准不符合要求的格式。' },
  'member.not_found': { status: 404, exit: 2, retry: 'never', says: 'No member has this name.', saysZh: '没有这个名字的成员。' },
  'member.busy': { status: 409, exit: 5, retry: 'later', says: 'The member has its hands full.', saysZh: '该成员手头的任务已满。' },
  'member.gone': { status: 410, exit: 5, retry: 'never', says: 'The member has left the team.', saysZh: '该成员已离开团队。' },
  'member.invalid': { status: 422, exit: 2, retry: 'never', says: 'The registration of a member does not fit its form.', saysZh: '成员登记不符合要求的格式。' },
  'file.locked': { status: 423, exit: 5, retry: 'later', says: 'Another member holds the lock of this file.', saysZh: '这个文件被其他成员锁定。' },
  'file.not_locked': { status: 409, exit: 5, retry: 'never', says: 'The writer does not hold the lock of this file.', saysZh: '写入者没有持有这个文件的锁。' },
  'workspace.refused': { status: 409, exit: 5, retry: 'later', says: 'The working tree could not be had.', saysZh: '无法取得工作树。' },
  'team.not_empty': { status: 409, exit: 5, retry: 'never', says: 'The team still has members at work, open tasks or unmerged work.', saysZh: '团队仍有成员在工作、任务未结束或成果未合并。' },
  'team.invalid': { status: 422, exit: 2, retry: 'never', says: 'The description of the team does not fit its form.', saysZh: '团队描述不符合要求的格式。' },
  'team.closed': { status: 409, exit: 5, retry: 'never', says: 'The team has been closed.', saysZh: '团队已关闭。' },
  'lifecycle.illegal_move': { status: 409, exit: 5, retry: 'never', says: 'This step is not open from the current state.', saysZh: '当前状态下不能走这一步。' },
  'store.conflict': { status: 409, exit: 5, retry: 'reload', says: 'Someone else changed this first.', saysZh: '别人先改了这里。' },
  'store.busy': { status: 503, exit: 5, retry: 'later', says: 'Another process holds the store for too long.', saysZh: '另一个进程占用存储太久。' },
  'store.unavailable': { status: 503, exit: 5, retry: 'later', says: 'The store cannot be written.', saysZh: '存储无法写入。' },
  'store.damaged': { status: 500, exit: 2, retry: 'never', says: 'The store cannot be read as a Muster store.', saysZh: '存储已损坏，无法读取。' },
  'store.foreign': { status: 500, exit: 2, retry: 'never', says: 'The file belongs to another program.', saysZh: '这个文件属于别的程序。' },
  'store.newer': { status: 500, exit: 2, retry: 'never', says: 'The store was written by a newer Muster.', saysZh: '这个存储由更新版本的 Muster 写入。' },
  'model.unknown': { status: 422, exit: 2, retry: 'never', says: 'No model has this name.', saysZh: '没有这个名字的模型。' },
  'model.no_key': { status: 401, exit: 2, retry: 'never', says: 'The key of the model provider is missing or refused.', saysZh: '模型服务的密钥缺失或被拒绝。' },
  'model.refused': { status: 422, exit: 3, retry: 'never', says: 'The model refused or its answer was filtered.', saysZh: '模型拒绝回答，或回答被过滤。' },
  'model.empty': { status: 502, exit: 6, retry: 'later', says: 'The model answered with nothing.', saysZh: '模型没有给出任何内容。' },
  'model.too_long': { status: 422, exit: 3, retry: 'never', says: 'The answer of the model was cut at its length limit.', saysZh: '模型的回答因长度上限被截断。' },
  'model.unreadable': { status: 502, exit: 6, retry: 'later', says: 'The answer of the model could not be read.', saysZh: '无法读取模型的回答。' },
  'model.bad_request': { status: 422, exit: 3, retry: 'never', says: 'The model provider refused the request.', saysZh: '模型服务拒绝了请求。' },
  'model.overloaded': { status: 503, exit: 6, retry: 'later', says: 'The model provider is overloaded or out of reach.', saysZh: '模型服务过载或无法连接。' },
  'model.no_end': { status: 422, exit: 3, retry: 'never', says: 'The model called tools round after round and came to no end.', saysZh: '模型一轮接一轮地调用工具，始终没有给出结果。' },
  'budget.used_up': { status: 402, exit: 4, retry: 'later', says: 'The budget of the goal has no room for the next model call.', saysZh: '目标的预算不足以进行下一次模型调用。' },
  'budget.no_price': { status: 422, exit: 2, retry: 'never', says: 'Money is limited, but a model has no known price.', saysZh: '设置了金额上限，但有模型的价格未知。' },
  'tool.unknown': { status: 404, exit: 2, retry: 'never', says: 'No tool has this name, or this task may not use it.', saysZh: '没有这个名字的工具，或此任务无权使用。' },
  'tool.bad_arguments': { status: 422, exit: 2, retry: 'never', says: 'The arguments do not fit the tool.', saysZh: '参数不符合工具的要求。' },
  'tool.refused': { status: 403, exit: 2, retry: 'never', says: 'The gate refused this call.', saysZh: '关卡拒绝了这次调用。' },
  'tool.failed': { status: 502, exit: 3, retry: 'never', says: 'The tool failed.', saysZh: '工具执行失败。' },
  'tool.timed_out': { status: 504, exit: 3, retry: 'never', says: 'The tool took longer than its limit and was ended.', saysZh: '工具超过时限，已被终止。' },
  'tool.bad_name': { status: 422, exit: 2, retry: 'never', says: 'A tool has a name that cannot stand.', saysZh: '有工具的名称不可用。' },
  'tool.stopped': { status: 409, exit: 4, retry: 'never', says: 'A breaker stopped the attempt.', saysZh: '断路器停止了这次尝试。' },
  'engine.interrupted': { status: 499, exit: 5, retry: 'later', says: 'The work was stopped before it ended.', saysZh: '工作在结束前被停止。' },
  'engine.defect': { status: 500, exit: 2, retry: 'never', says: 'Muster itself has a defect here.', saysZh: 'Muster 自身在此处有缺陷。' },
} as const satisfies Record<`${string}.${string}`, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * A fault: something that no caller of this function can decide about. The edges translate it.
 * It is said in both languages; `message` is the one of `locale`, where its reader is known, and English otherwise.
 * `details` is data for programs (ids, paths, field errors) and is shown as it stands; keep secrets out of it.
 */
export class TeamError extends Error {
  readonly code: ErrorCode;
  readonly says: Bilingual;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, says: Bilingual, options: FaultOptions = {}) {
    super(says[options.locale ?? 'en'], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TeamError';
    this.code = code;
    this.says = says;
    this.details = options.details ?? {};
  }
}

interface FaultOptions {
  /** Whose language `message` is in. */
  readonly locale?: Locale;
  readonly cause?: unknown;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function isTeamError(error: unknown, code?: ErrorCode): error is TeamError {
  return error instanceof TeamError && (code === undefined || error.code === code);
}

/** The same again would fail in the same way, unless somebody does something first: sets a key, adds credit, changes the task. */
export const isHopeless = (error: unknown): error is TeamError => isTeamError(error) && (ERRORS[error.code].retry === 'never' || LASTING.has(error.details['kind']));

/** Of faults whose code may pass, those that do not. */
const LASTING: ReadonlySet<unknown> = new Set(['quota', 'lasting']);

/** What went wrong, for a reader of this language. What others throw is said in their words. */
export function saidIn(error: unknown, locale: Locale): string {
  try {
    return isTeamError(error) ? error.says[locale] : error instanceof Error ? String(error.message) : String(error);
  } catch {
    return WITHOUT_TEXT[locale];
  }
}

/** Anything may be thrown, also what cannot even be looked at. */
const WITHOUT_TEXT: Bilingual = { en: 'what was thrown has no text', zh: '抛出的内容没有文字说明' };

/** What a refused decision gives back: a value, never thrown by core. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly says: Bilingual;
  /** `says` in English, for programs and logs. */
  readonly because: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const refuse = (code: ErrorCode, says: Bilingual, details?: Record<string, unknown>): Refusal => ({ ok: false, code, says, because: says.en, ...(details === undefined ? {} : { details }) });

/** A refusal as a fault, for callers at the edge, who cannot decide about it either. */
export const faultOf = ({ code, says, details }: Refusal): TeamError => new TeamError(code, says, details === undefined ? {} : { details: { ...details } });
