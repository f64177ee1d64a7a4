// Ids say what they name: `goal_3`, `task_12`, `question_4`. The number is the key of the row, so an id is short enough
// to type and needs no second index. An attempt is `attempt_12_2`: the second start of task 12, its number is the token.

export type GoalId = `goal_${number}`;
export type TaskId = `task_${number}`;
export type QuestionId = `question_${number}`;
export type AttemptId = `attempt_${number}_${number}`;
export type RowId = GoalId | TaskId | QuestionId;

export const goalId = (key: number): GoalId => `goal_${key}`;
export const taskId = (key: number): TaskId => `task_${key}`;
export const questionId = (key: number): QuestionId => `question_${key}`;
export const attemptId = (task: TaskId, token: number): AttemptId => `attempt_${keyOf(task)}_${token}`;

/** The key inside an id. */
export const keyOf = (id: RowId): number => Number(id.slice(id.indexOf('_') + 1));

export const isGoalId = (text: string): text is GoalId => /^goal_[1-9]\d*$/.test(text);
/** The task of an attempt, from the attempt's id alone; undefined where the text is no such id. */
export const taskOfAttempt = (text: string): TaskId | undefined => (/^attempt_[1-9]\d*_[1-9]\d*$/.test(text) ? `task_${Number(text.split('_')[1])}` : undefined);
/** The token of an attempt, from the attempt's id alone; undefined where the text is no such id. */
export const tokenOfAttempt = (text: string): number | undefined => (taskOfAttempt(text) === undefined ? undefined : Number(text.split('_')[2]));
export const isTaskId = (text: string): text is TaskId => /^task_[1-9]\d*$/.test(text);
export const isQuestionId = (text: string): text is QuestionId => /^question_[1-9]\d*$/.test(text);
