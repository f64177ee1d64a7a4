// muster inbox: the questions that wait for a person, each with what it takes to decide and what to type; then mail, and what each
// person owes since when. Mail is read by being shown to whom it is for: the owner's, or that of the person named by --for.
import { questionOut } from '../../core/outside.ts';
import { messageOut } from '../../core/outside/team-out.ts';
import type { Message } from '../../core/team/message.ts';
import { inbox, type InboxItem } from '../../engine/people/inbox.ts';
import { mailForPeople, markRead } from '../../engine/people/mailbox.ts';
import { isSet, textOption, type Cli } from '../cli.ts';
import { openQuestions, wholeQuestion, type AskedQuestion } from '../pages/question-text.ts';
import { spanOf } from '../state-words.ts';
import { indent, oneLine } from '../terminal/screen.ts';
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
    const mail = await mailForPeople(visit, person === undefined ? {} : { person });
    if (isSet(cli, 'json')) {
      cli.screen.print(JSON.stringify({
        mail: mail.map(messageOut),
        questions: asked.map(({ question, goal, title, paper }) => ({ ...questionOut(question, goal), title: title ?? null, ...paperOut(paper) })),
      }));
    } else if (asked.length === 0 && mail.length === 0) cli.screen.print(SAYS.noQuestions[cli.locale]);
    else {
      cli.screen.print([
        ...asked.map((question) => wholeQuestion(cli, question)),
        ...mail.map((message) => letterText(cli, message, visit.clock.now())),
        ...owing(cli, asked, visit.clock.now()),
      ].join('\n\n'));
    }
    // All that was shown is that person's, by the id of its team.
    if (person === undefined) await markRead(visit, mail);
    else for (const letter of mail) await markRead(visit, [letter], letter.to);
    return 0;
  });

const letterText = (cli: Cli, { id, from, to, content, sentAt }: Message, now: number): string =>
  [`${cli.screen.colors.bold(id)}  ${oneLine(from)} → ${oneLine(to)} · ${spanOf(now - sentAt, cli.locale)}`, indent(content)].join('\n');

/** What each person owes, and since when. */
function owing(cli: Cli, asked: readonly AskedQuestion[], now: number): readonly string[] {
  const byPerson = Map.groupBy(asked.filter(({ question }) => question.askedOf !== undefined), ({ question }) => question.askedOf ?? '');
  if (byPerson.size === 0) return [];
  return [[...byPerson]
    .map(([person, questions]) => SAYS.owes({
      person: oneLine(person),
      ids: questions.map(({ question }) => question.id).join(', '),
      since: spanOf(now - Math.min(...questions.map(({ question }) => question.createdAt)), cli.locale),
    })[cli.locale])
    .join('\n')];
}

/** Users' own payloads stay as they are. */
const paperOut = ({ goal, task, context, result, note }: InboxItem) => ({
  goal: goal.text,
  task: task === null ? null : { task_id: task.taskId, title: task.title, content: task.content, input: task.input, criteria: task.criteria },
  context,
  result: result === null ? null : { output: result.output, execution_summary: result.executionSummary },
  note,
});
