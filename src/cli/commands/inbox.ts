// muster inbox: the questions that wait for a person, each with what to type.
import { questionOut } from '../../core/outside.ts';
import { isSet, type Cli } from '../cli.ts';
import { openQuestions, wholeQuestion } from '../pages/question-text.ts';
import { SAYS } from '../texts.ts';
import { visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async ({ store }) => {
    const asked = await openQuestions(store);
    if (isSet(cli, 'json')) cli.screen.print(JSON.stringify({ questions: asked.map(({ question, goal, title }) => ({ ...questionOut(question, goal), title: title ?? null })) }));
    else if (asked.length === 0) cli.screen.print(SAYS.noQuestions[cli.locale]);
    else cli.screen.print(asked.map((question) => wholeQuestion(cli, question)).join('\n\n'));
    return 0;
  });
