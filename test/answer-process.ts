// A process of its own that answers questions at a store file the moment it is told to: for races between two doors. Started by
// `startAnswerProcess`; run as a script it is that process. It only visits: another process drives the goal.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMain } from '../scripts/source/is-main.ts';
import { openStore } from '../src/open-store.ts';
import { isTeamError } from '../src/core/errors.ts';
import { isQuestionId } from '../src/core/ids.ts';
import { answer, type AnswerInput } from '../src/engine/answer-question.ts';

export interface Shot {
  readonly question: string;
  readonly input: AnswerInput;
  /** Wall time at which both processes let go. */
  readonly at: number;
}

export interface AnswerProcess {
  /** `applied`, or the code of the refusal. */
  fire(shot: Shot): Promise<string>;
  stop(): Promise<void>;
}

export async function startAnswerProcess(file: string): Promise<AnswerProcess> {
  const child = fork(fileURLToPath(import.meta.url), [file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  return {
    async fire(shot) {
      const told = once(child, 'message');
      child.send(shot);
      const [outcome] = await told;
      return String(outcome);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

if (isMain(import.meta.url)) {
  const store = openStore({ store: process.argv[2] ?? '', durability: 'NORMAL', visitor: true });
  await store.refresh();
  process.on('message', (shot: Shot) => void shoot(shot).then((outcome) => process.send?.(outcome)));
  process.on('disconnect', () => void store.close().then(() => process.exit(0)));
  process.send?.('ready');

  async function shoot({ question, input, at }: Shot): Promise<string> {
    if (!isQuestionId(question)) return 'no question id';
    // Awake until the moment comes: a timer would be late by a different time in each process.
    while (performance.timeOrigin + performance.now() < at);
    try {
      await answer({ store }, question, input);
      return 'applied';
    } catch (error) {
      return isTeamError(error) ? error.code : String(error);
    }
  }
}
