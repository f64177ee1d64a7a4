// A refusal of a decision as a model reads it, in its language: what is the matter, and what to do next. The English sentence is the
// decision's own; where that says no Chinese, it is made here from the same details.
import { ERRORS, type ErrorCode, type Refusal } from '../../core/errors.ts';
import type { Bilingual } from '../../core/json.ts';

type Details = Readonly<Record<string, unknown>>;

const ZH: Partial<Record<ErrorCode, (details: Details) => string>> = {
  'task.taken': ({ id, holder }) => `${word(id, '该任务')} 已由 ${word(holder, '其他成员')} 承担。请另选任务；view_task（action=claimable）列出你可以领取的任务。`,
  'task.not_found': ({ id }) => `没有编号为 ${word(id, '这个')} 的未结束任务。请用 view_task 查看任务列表。`,
  'task.capped': ({ id }) => `你对 ${word(id, '该任务')} 的变更次数已用完。请用 ask_human 交由人处理。`,
  'member.busy': ({ holds }) => `你手中还有 ${list(holds) || '其他任务'}，请先完成或交回。`,
  'member.not_found': ({ members }) => `没有这个成员，未作任何改动。${list(members) === '' ? '请核对成员名。' : `现有成员：${list(members)}。`}`,
  'member.gone': () => '对方已离开团队，消息没有发出。请改为联系其他成员。',
  'member.invalid': ({ name }) => `不能使用 ${word(name, '这个')} 作为成员名：已被占用，或属于保留地址。请换一个。`,
  'file.locked': ({ path, holder }) => `${word(path, '该文件')} 已被 ${word(holder, '其他成员')} 锁定。请与对方沟通，或稍后再试。`,
  'file.not_locked': ({ path }) => `你没有持有 ${word(path, '该文件')} 的锁。请先用 workspace_meta（action=lock）加锁，重新读取后再写入。`,
  'lifecycle.illegal_move': ({ id, state }) => `${word(id, '该项')} 当前状态为 ${word(state, '未知')}，不能执行这一步。请重新查看后再选择。`,
  'input.invalid': ({ field }) => `内容不符合要求${field === undefined ? '' : `（${word(field, '')}）`}，未作任何改动。请补充或改正后重新调用。`,
  'input.too_large': ({ limit }) => `内容过长（上限 ${word(limit, '')}），未作任何改动。请写入文件，再告知路径。`,
  'team.not_empty': ({ open, members }) => `团队还不能解散：未结束的任务 ${list(open) || '无'}；仍在团队中的成员 ${list(members) || '无'}。请先处理。`,
  'team.invalid': () => '成员名单是固定的，不能增加成员。请把工作交给现有成员。',
  'plan.has_cycle': ({ cycle }) => `任务之间互相等待，成环了（${list(cycle) || '见任务依赖'}）。请去掉其中一条依赖。`,
  'store.conflict': () => '刚刚有其他变更，未作任何改动。请重新查看后再决定。',
};

const word = (value: unknown, otherwise: string): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise);
const list = (value: unknown): string => (Array.isArray(value) ? value.map(String).join('、') : '');

export function refusedWords({ code, because, says, details = {} }: Refusal): Bilingual {
  if (says !== undefined) return says;
  return { en: because, zh: ZH[code]?.(details) ?? `${ERRORS[code].saysZh}（${because}）` };
}
