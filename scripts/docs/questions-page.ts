// docs/questions.md, written from the table of core: every kind of question, what follows when nobody answers, and every way out.
import { QUESTIONS } from '../../src/core/question.ts';

export function questionsPage(): string {
  return [
    '<!-- Generated from src/core/question.ts by `npm run docs`. Edit the table, not this page. -->',
    '# Questions 问题',
    [
      'A question waits for a person. `team.inbox()` lists the open ones with all that is needed to decide, `team.answer(id, { choice, … })` takes one of its choices; the answer and the move that it causes are one commit. Exactly one answer counts, from whichever process it comes, also while nothing runs; who answered and when stays on record. What waits for one person takes that person\'s answer only; where the team names people, other questions take theirs and that of whoever owns the goal, who gives no name.',
      '问题等待人来回答。`team.inbox()` 列出未答的问题及作决定所需的全部内容，`team.answer(id, { choice, … })` 选择其中一种回答；回答与它引起的变动在同一次提交中完成。无论来自哪个进程，也无论当时是否有进程在运行，只有一个回答生效，并记录回答者与时间。只等某个人答复的问题，只接受此人的答复；团队列有人员时，其他问题由这些人或目标的负责人答复，负责人不写名字。',
    ].join('\n\n'),
    'Every answer about a task may come with `note` and with `attach`, a list of paths: a text file of up to 64 kB becomes context of the task, any other file is told by its path and hash. 针对任务的回答都可附 `note` 与 `attach`（文件路径列表）：64 kB 以内的文本文件会成为任务的上下文，其他文件只告知路径与哈希值。',
    ...Object.entries(QUESTIONS).map(([kind, question]) => section(kind, question)),
  ].join('\n\n') + '\n';
}

type Row = (typeof QUESTIONS)[keyof typeof QUESTIONS];

function section(kind: string, { asks, ifMute, choices }: Row): string {
  const rows = Object.entries(choices).map(([choice, { does, takes }]) => `| \`${choice}\` | ${takes.map((name: string) => `\`${name}\``).join(' ')} | ${does.en} | ${does.zh} |`);
  return [
    `## \`${kind}\``,
    `${asks.en} ${asks.zh}`,
    `If nobody answers in time: ${ifMute.en} 逾期未答：${ifMute.zh}`,
    ['| choice | comes with (`?` may be left out) | does | 作用 |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
