// The roles of a member from its file. Worker unless `role` says otherwise: a name that sounds like a reviewer's only earns a
// note, because a reviewer decides about the work of others.
import type { Bilingual } from '../../core/json.ts';
import { ROLES, type Role } from '../../core/members/registration.ts';
import { foldText, shorten } from '../../core/text/fold-text.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { AgentFields } from './agent-fields.ts';
import type { Remarks } from '../remarks.ts';

export function readRoles(fields: AgentFields, { name, description = '' }: { readonly name: string; readonly description?: string }, remarks: Remarks): readonly Role[] {
  const written = fields.list('role') ?? [];
  const roles = new Set<Role>();
  for (const [at, word] of written.entries()) {
    const role = ROLE_WORDS.get(foldText(word));
    if (role !== undefined) {
      roles.add(role);
      continue;
    }
    const [near] = nearest(word, ROLES, 1);
    const isSlip = near !== undefined && foldText(word).length <= near.length + 2;
    if (isSlip) remarks.complain(fields.lineOf(`role[${at}]`), fields.spelling('role'), SAYS.slip(word, near));
    else remarks.note(fields.lineOf(`role[${at}]`), fields.spelling('role'), SAYS.other(word));
  }
  if (roles.size > 0) return [...roles];
  if (written.length === 0 && REVIEWS.test(`${name}\n${description}`)) remarks.note(fields.lineOf('name'), undefined, SAYS.soundsLikeReviewer);
  return ['worker'];
}

/** Leader and teammate are the words of a team that pulls its work. */
const ROLE_WORDS: ReadonlyMap<string, Role> = new Map([
  ...ROLES.map((role): [string, Role] => [role, role]),
  ['leader', 'manager'], ['teammate', 'worker'],
  ['主管', 'manager'], ['经理', 'manager'], ['负责人', 'manager'], ['主管', 'manager'],
  ['执行者', 'worker'], ['成员', 'worker'], ['员工', 'worker'],
  ['审核员', 'reviewer'], ['审核者', 'reviewer'], ['评审', 'reviewer'], ['评审员', 'reviewer'], ['审阅者', 'reviewer'],
]);

const REVIEWS = /\breview(?:er|s|ing)?\b|审核|评审|审阅|审校/iu;

const SAYS = {
  slip: (word: string, near: string): Bilingual => ({ en: `"${word}" is not a role; did you mean ${near}?`, zh: `“${word}”不是角色；是否想写 ${near}？` }),
  other: (word: string): Bilingual => ({
    en: `"${shorten(word, 40)}" is not one of ${ROLES.join(', ')} and gives no role; write one of them`,
    zh: `“${shorten(word, 40)}”不是 ${ROLES.join('、')} 之一，未作为角色；请写其中之一`,
  }),
  soundsLikeReviewer: {
    en: 'sounds like a reviewer and is read as a worker; write role: reviewer if it should decide about the work of others',
    zh: '听起来像审核者，但已按 worker 读取；如果要由它审核他人的成果，请写 role: reviewer',
  },
} as const;
