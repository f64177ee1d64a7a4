// A member that is a language model: each step is one call, and which steps it has follows from its roles.
import type { Registration } from '../core/members/registration.ts';
import type { Member } from '../ports/member.ts';
import { asking, type ModelMemberParts } from './ask.ts';
import { planStep, replanStep } from './model-plan.ts';
import { reviewStep } from './model-review.ts';
import { summariseStep } from './model-summarise.ts';
import { turnStep } from './model-turn.ts';
import { workStep } from './model-work.ts';

export function modelMember(registration: Registration, parts: ModelMemberParts): Member {
  const ask = asking(parts);
  const { roles } = registration;
  return {
    registration,
    ...(roles.includes('worker') ? { work: workStep(registration, ask) } : {}),
    ...(roles.includes('worker') || roles.includes('manager') ? { turn: turnStep(ask) } : {}),
    ...(roles.includes('reviewer') || roles.includes('manager') ? { review: reviewStep(ask) } : {}),
    ...(roles.includes('manager') ? { plan: planStep(ask), replan: replanStep(ask), summarise: summariseStep(ask) } : {}),
  };
}
