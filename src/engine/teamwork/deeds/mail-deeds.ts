// Mail, and questions to a person. Nobody waits for an answer: it comes as mail, and until then the member does something else or
// ends its turn.
import { refuse } from '../../../core/errors.ts';
import { Draft, type Decision } from '../../../core/change.ts';
import type { Board } from '../../../core/board/board.ts';
import { ask } from '../../../core/moves/ask-question.ts';
import { park } from '../../../core/moves/parked.ts';
import { sameInBoth, type JsonObject } from '../../../core/json.ts';
import type { QuestionId } from '../../../core/ids.ts';
import { sendMail } from '../../../core/team/mail.ts';
import type { MemberTurn } from '../member-turn.ts';
import { WORDS } from '../turn-words.ts';
import { REFUSED_MOVES } from '../../../core/refusals/refused-moves.ts';
import { does, textArg, type Deed } from './deed.ts';

export const sendDeed: Deed = async (deed) => {
  const { turn, args } = deed;
  const { engine, goal } = turn.parts;
  const given = args['to'];
  const to = Array.isArray(given) ? given.map(String) : String(given ?? '');
  const summary = textArg(deed, 'summary');
  return does(deed, {
    decide: (board) => sendMail(board, { team: engine.team, goalId: goal.id, from: turn.memberId, to, content: String(args['content'] ?? ''), ...(summary === undefined ? {} : { summary }) }),
    say: ({ results }) => WORDS.mailSent(results),
  });
};

export const askPersonDeed: Deed = async (deed) => {
  const { turn, args, call } = deed;
  const question = String(args['question'] ?? '');
  const material = { call_key: call.callKey, question, choices: Array.isArray(args['choices']) ? args['choices'] : [] };
  return does<QuestionId | 'nobody_there'>(deed, {
    ids: [turn.parts.goal.id],
    decide: (board) => asked(board, turn, { question, material }),
    say: (id) => (id === 'nobody_there' ? WORDS.nobodyThere : WORDS.asked(id)),
  });
};

/** With a task in hand the task waits with the question, and its clock stands still; else it is about the goal. */
function asked(board: Board, turn: MemberTurn, { question, material }: {
  readonly question: string;
  readonly material: JsonObject & { readonly call_key: string };
}): Decision<QuestionId | 'nobody_there'> {
  const { goal } = turn.parts;
  const task = turn.held();
  const text = sameInBoth(question);
  if (task !== undefined) {
    const parked = park(board, { taskId: task.id, token: task.starts, kind: 'member_question', text, material });
    return parked.ok ? { ...parked, value: parked.value.kind === 'asked' ? parked.value.id : 'nobody_there' } : parked;
  }
  const now = board.goal(goal.id);
  if (now === undefined || now.endedAt !== null) return refuse('goal.ended', REFUSED_MOVES.goalEndedNoQuestions(goal.id));
  if (now.policy.unattended) return { ok: true, value: 'nobody_there' };
  const draft = new Draft(board);
  return draft.decision(ask(draft, now, { kind: 'member_question', askedBy: turn.memberId, text, material, waitMs: now.policy.times.questionMs }).id);
}
