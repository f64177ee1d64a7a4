// muster inbox: the questions that wait for a person, each with what it takes to decide and what to type.
import { questionOut } from '../../core/outside.ts';
import { inbox, type InboxItem } from '../../engine/people/inbox.ts';
import { isSet, textOption, type Cli } from '../cli.ts';
import { openQuestions, wholeQuestion } from '../pages/question-text.ts';
import { SAYS } from '../texts.ts';
import { visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async (visit) => {
    const person = textOption(cli, 'for');
    const papers = new Map((await inbox(visit, person === undefined ? {} : { person })).map((item) => [item.question.id, item]));
    const asked = (await openQuestions(visit.store)).flatMap((question) => {
      const paper = papers.get(question.question.id);
      return paper === undefined ? [] : [{ ...question, paper }];
    });
    if (isSet(cli, 'json')) cli.screen.print(JSON.stringify({ questions: asked.map(({ question, goal, title, paper }) => ({ ...questionOut(question, goal), title: title ?? null, ...paperOut(paper) })) }));
    else if (asked.length === 0) cli.screen.print(SAYS.noQuestions[cli.locale]);
    else cli.screen.print(asked.map((question) => wholeQuestion(cli, question)).join('\n\n'));
    return 0;
  });

/** Users' own payloads stay as they are. */
const paperOut = ({ goal, task, context, result, note }: InboxItem) => ({
  goal: goal.text,
  task: task === null ? null : { task_id: task.taskId, title: task.title, content: task.content, input: task.input, criteria: task.criteria },
  context,
  result: result === null ? null : { output: result.output, execution_summary: result.executionSummary },
  note,
});
