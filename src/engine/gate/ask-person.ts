// An attempt asks a person and waits. The question is found again by the key of its call, so that a restart asks nothing twice and
// an answer given while nothing ran is honoured.
import { TeamError } from '../../core/errors.ts';
import type { QuestionId } from '../../core/ids.ts';
import type { Bilingual, JsonObject } from '../../core/json.ts';
import { callKeyOf, park, type ParkingKind } from '../../core/moves/parked.ts';
import type { Answer, Question } from '../../core/question.ts';
import { commit } from '../commit.ts';
import type { Engine } from '../engine.ts';
import { nextEvent } from '../next-event.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { masked } from './masked.ts';
import { INTERRUPTED } from '../../core/refusals/interrupted.ts';

export interface PersonAsked {
  readonly kind: ParkingKind;
  readonly text: Bilingual;
  readonly material: JsonObject & { readonly call_key: string };
  /** Answers until then have had their effect already. */
  readonly spentUntil?: number;
}

/** `answer` is null where nobody was there or nobody answered in time. Contract: throws `engine.interrupted` when the attempt ends before. */
export async function askPerson(gate: AttemptGate, asked: PersonAsked): Promise<{ readonly answer: Answer | null }> {
  const { engine } = gate.parts;
  const { en, zh } = asked.text;
  // A person reads it on any screen, and it stays on record.
  const { kind } = asked;
  const safe = { kind, text: masked(gate, { en, zh }), material: { ...masked(gate, asked.material), call_key: asked.material.call_key } };
  const before = gate.parts.task.starts > 1 ? await askedBefore(gate, asked) : undefined;
  if (before !== undefined && before.state !== 'open') return { answer: before.answer };
  const parked = await commit(engine, [gate.parts.task.id], (board) => park(board, { ...gate.ref, ...safe }));
  if (!parked.ok) throw new TeamError('engine.interrupted', parked.says);
  if (parked.value.kind === 'nobody_there') return { answer: null };
  return { answer: (await closed(engine, parked.value.id, gate.signal)).answer };
}

async function askedBefore(gate: AttemptGate, { kind, material, spentUntil }: PersonAsked): Promise<Question | undefined> {
  const { engine, goal } = gate.parts;
  const questions = await engine.store.read.questions({ goalId: goal.id, openOnly: false });
  const until = spentUntil ?? (await gate.effort()).at - 1;
  // What was answered about work stays answered; silence, and a word about one call, are over when the task starts anew.
  const isSpent = ({ state, closedAt }: Question): boolean => closedAt !== null && closedAt <= until && (state === 'expired' || kind === 'tool_approval');
  return questions.findLast((question) => question.kind === kind && question.state !== 'withdrawn' && callKeyOf(question) === material.call_key && !isSpent(question));
}

/** The question once it has been answered, expired or withdrawn, whichever process did it. */
async function closed(engine: Pick<Engine, 'store'>, id: QuestionId, signal: AbortSignal): Promise<Question> {
  for (;;) {
    const word = nextEvent(engine, signal, ({ details }) => details?.['question_id'] === id);
    try {
      const question = await engine.store.read.question(id);
      if (question !== undefined && question.state !== 'open') return question;
      await word.next;
    } finally {
      word.forget();
    }
    if (signal.aborted) throw new TeamError('engine.interrupted', INTERRUPTED.attemptAsking(id));
  }
}
