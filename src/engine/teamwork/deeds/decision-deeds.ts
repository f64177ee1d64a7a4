// What a leader decides about: plans of members, and calls that wait for a yes.
import { isQuestionId } from '../../../core/ids.ts';
import { answerQuestion } from '../../../core/moves/answer.ts';
import { callKeyOf } from '../../../core/moves/parked.ts';
import { decidePlan } from '../../../core/team/member-plan.ts';
import { WORDS } from '../turn-words.ts';
import { does, noTask, saysNo, taskIn, textArg, type Deed } from './deed.ts';

export const approvePlan: Deed = async (deed) => {
  const id = taskIn(deed);
  if (id === undefined) return noTask(deed);
  return does(deed, {
    ids: [id], about: id,
    decide: (board) => decidePlan(board, { taskId: id, approved: deed.args['approved'] === true, by: deed.turn.memberId, feedback: textArg(deed, 'feedback') ?? null }),
    say: (outcome) => WORDS.planDecided(id, outcome),
  });
};

/** The word and the call it lets go are one with the question that a person would answer; whoever is first is heard. */
export const approveTool: Deed = async (deed) => {
  const { turn, args } = deed;
  const { engine, goal } = turn.parts;
  const written = String(args['tool_call_id'] ?? '').trim();
  const open = engine.store.look((board) => board.openQuestions(goal.id).filter(({ kind }) => kind === 'tool_approval'));
  const question = open.find((each) => callKeyOf(each) === written || (isQuestionId(written) && each.id === written));
  if (question === undefined) return saysNo(turn, 'question.not_found', WORDS.noCall(written));
  const isYes = args['approved'] === true;
  const choice = isYes ? (args['always'] === true ? 'approve_always' : 'approve') : 'refuse';
  return does(deed, {
    ids: [question.id, goal.id, ...(question.taskId === null ? [] : [question.taskId])],
    decide: (board) => answerQuestion(board, { questionId: question.id, answer: { choice, note: textArg(deed, 'feedback') ?? null, by: turn.memberId, extra: {} } }),
    say: () => WORDS.callDecided(written, isYes),
  });
};
