// What teams keep beside their tasks: mail, lives and locks. Kept as written, seen by every process, one winner in every race, and a
// message is read by exactly one turn of which the outcome is on record, whatever died on the way.
import { expect } from 'vitest';
import type { Decision } from '../../core/change.ts';
import type { Board } from '../../core/board/board.ts';
import type { GoalId, TaskId } from '../../core/ids.ts';
import { cancelTask } from '../../core/moves/intervene.ts';
import { policyOf } from '../../core/policy.ts';
import { claimTask } from '../../core/team/claim.ts';
import type { LockHolder } from '../../core/team/file-lock.ts';
import { comeUp, enrolTeam, restartMember, startMembers, stopMembers } from '../../core/team/lives.ts';
import { lockFile, recordWrite, unlockFile } from '../../core/team/locks.ts';
import { sendMail } from '../../core/team/mail.ts';
import { beginTurn, endTurn } from '../../core/team/turn.ts';
import type { Store } from '../../ports/store.ts';
import { registrationOf, taskOf } from '../builders.ts';
import { adds, allEvents, enrols, must, NOTHING_FOLLOWS, opens, typesOf, type ContractCase } from './world.ts';

const TEAM = 'team';
const ref = (memberId: string) => ({ team: TEAM, memberId });

/** A goal whose members claim, all of them there. */
async function pulls(store: Store, ...members: readonly string[]): Promise<GoalId> {
  await enrols(store, ...members.map((id) => registrationOf(id)));
  const goal = await opens(store, { policy: policyOf({ style: 'team' }) });
  await must(store.commit([], (board) => enrolTeam(board, TEAM)));
  await must(store.commit([], (board) => startMembers(board, { team: TEAM })));
  for (const id of members) await must(store.commit([], (board) => comeUp(board, ref(id))));
  return goal;
}

const sends = (from: string, to: string, content: string) => (board: Board) => sendMail(board, { team: TEAM, goalId: null, from, to, content });
const holder = (memberId: string): LockHolder => ({ memberId, attempt: null });
const claimsBy = (taskId: TaskId, memberId: string) => (board: Board): Decision<unknown> => claimTask(board, { taskId, memberId });

const kept: readonly ContractCase[] = [
  {
    says: 'mail, lives and locks are on the board as they were written, also for the next process, and read mail is in the record only',
    async holds({ store, outlivesProcess, again }) {
      const goal = await pulls(store, 'ann', 'bo');
      await must(store.commit([], sends('ann', 'bo', '第一\u0000条 "mail"')));
      const { turn } = await must(store.commit([], (board) => beginTurn(board, ref('bo'))));
      await must(store.commit([], (board) => endTurn(board, { ...ref('bo'), turn })));
      await must(store.commit([], sends('ann', 'bo', 'second')));
      await must(store.commit([], (board) => lockFile(board, { goalId: goal, path: '笔记/plan.md', holder: holder('ann') })));
      const look = (from: Store) => from.look(({ desk }) => ({ mail: desk.mailOf(TEAM, 'bo'), lives: desk.lives(TEAM), locks: desk.locks(goal), next: desk.nextMessage }));
      const seen = look(store);
      expect(seen).toMatchObject({ mail: [{ id: 'message_2', content: 'second', state: 'sent' }], lives: [{ memberId: 'ann', state: 'ready' }, { memberId: 'bo', turn: 1 }], locks: [{ path: '笔记/plan.md', holder: holder('ann') }], next: 3 });
      expect((await store.read.messages({ team: TEAM, of: 'ann' })).map(({ content, state }) => [content, state])).toEqual([['第一\u0000条 "mail"', 'read'], ['second', 'sent']]);
      expect(await store.read.messages({ team: TEAM, of: 'cy' })).toEqual([]);
      expect((await store.read.messages({ team: TEAM, unreadOnly: true })).map(({ id }) => id)).toEqual(['message_2']);
      if (outlivesProcess) expect(look(await again(NOTHING_FOLLOWS))).toEqual(seen);
    },
  },
  {
    says: 'a refused or thrown decision leaves no mail, no life and no lock behind',
    async holds({ store }) {
      const goal = await pulls(store, 'ann', 'bo');
      const before = await allEvents(store);
      await store.commit([], sends('ann', 'zoe', 'lost'));
      await expect(store.commit([], (board) => {
        sends('ann', 'bo', 'lost')(board);
        throw new Error('in the middle');
      })).rejects.toMatchObject({ code: 'engine.defect' });
      expect(await allEvents(store)).toEqual(before);
      expect(store.look(({ desk }) => [desk.mailOf(TEAM, 'bo'), desk.locks(goal), desk.nextMessage])).toEqual([[], [], 1]);
    },
  },
  {
    says: '50 messages sent in one turn have 50 numbers and arrive in the order of each sender',
    async holds({ store }) {
      await pulls(store, 'ann', 'bo', 'cy');
      await Promise.all(Array.from({ length: 50 }, (_, index) => must(store.commit([], sends(index % 2 === 0 ? 'ann' : 'cy', 'bo', String(index))))));
      const { mail } = await must(store.commit([], (board) => beginTurn(board, ref('bo'))));
      expect(new Set(mail.map(({ id }) => id)).size).toBe(50);
      for (const from of ['ann', 'cy']) expect(mail.filter((message) => message.from === from).map(({ content }) => Number(content))).toEqual(Array.from({ length: 25 }, (_, index) => index * 2 + (from === 'ann' ? 0 : 1)));
    },
  },
  {
    says: 'two claims of one member in one turn, in 50 rounds: one task each round, and the second is told what it holds',
    async holds({ store }) {
      const goal = await pulls(store, 'ann');
      for (let round = 0; round < 50; round += 1) {
        const [one = 'task_0', two = 'task_0'] = await adds(store, goal, [taskOf('one'), taskOf('two')]);
        const outcomes = await Promise.all([one, two].map((id) => store.commit<unknown>([id], claimsBy(id, 'ann'))));
        expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
        expect(outcomes[1]).toMatchObject({ code: 'member.busy', details: { holds: [one] } });
        await must(store.commit([one], (board) => cancelTask(board, { taskId: one, by: 'pat', as: 'person' })));
      }
    },
  },
];

const shared: readonly Omit<ContractCase, 'needs'>[] = [
  {
    says: 'two processes claim one task for two members at the same moment, in 20 rounds: one winner, whom the loser is told',
    async holds({ store, again }) {
      const goal = await pulls(store, 'ann', 'bo');
      const other = await again(NOTHING_FOLLOWS);
      for (let round = 0; round < 20; round += 1) {
        const [task = 'task_0'] = await adds(store, goal, [taskOf(`t${round}`)]);
        const outcomes = await Promise.all([store.commit<unknown>([task], claimsBy(task, 'ann')), other.commit<unknown>([task], claimsBy(task, 'bo'))]);
        expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
        const winner = (await store.read.task(task))?.assigneeId;
        expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'task.taken', details: { holder: winner } });
        await must(store.commit([task], (board) => cancelTask(board, { taskId: task, by: 'pat', as: 'person' })));
      }
      expect(typesOf(await allEvents(store)).filter((type) => type === 'task.claimed')).toHaveLength(20);
    },
  },
  {
    says: 'mail sent by one process is on the other’s board after a refresh; numbers never meet',
    async holds({ store, again }) {
      await pulls(store, 'ann', 'bo');
      const other = await again(NOTHING_FOLLOWS);
      await Promise.all([store, other].flatMap((each, index) => Array.from({ length: 10 }, (_, count) => must(each.commit([], sends('ann', 'bo', `${index} ${count}`))))));
      for (const each of [store, other]) {
        await each.refresh();
        const mail = each.look(({ desk }) => desk.mailOf(TEAM, 'bo'));
        expect(mail.map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
        for (const index of [0, 1]) expect(mail.filter(({ content }) => content.startsWith(`${index} `)).map(({ content }) => content)).toEqual(Array.from({ length: 10 }, (_, count) => `${index} ${count}`));
      }
    },
  },
  {
    says: 'a turn whose process died is taken over: its mail comes again, its own end is refused, and each message is read once',
    async holds({ store, again }) {
      await pulls(store, 'ann', 'bo');
      await must(store.commit([], sends('ann', 'bo', 'one')));
      const dead = await must(store.commit([], (board) => beginTurn(board, ref('bo'))));
      const other = await again(NOTHING_FOLLOWS);
      await must(other.commit([], (board) => stopMembers(board, { team: TEAM, gone: (epoch) => epoch === store.epoch, reason: 'process_ended' })));
      await must(other.commit([], (board) => restartMember(board, ref('bo'), 'engine')));
      await must(other.commit([], (board) => comeUp(board, ref('bo'))));
      const next = await must(other.commit([], (board) => beginTurn(board, ref('bo'))));
      expect(next.mail.map(({ content }) => content)).toEqual(['one']);
      // It was only frozen, and now says what it came to.
      expect(await store.commit([], (board) => endTurn(board, { ...ref('bo'), turn: dead.turn }))).toMatchObject({ ok: false, code: 'attempt.stale' });
      await must(other.commit([], (board) => endTurn(board, { ...ref('bo'), turn: next.turn })));
      expect(typesOf(await allEvents(store)).filter((type) => type === 'message.read' || type === 'member.turn_ended')).toEqual(['message.read', 'member.turn_ended']);
    },
  },
  {
    says: 'two processes want one lock, in 20 rounds: one has it, the numbers only grow, and a write under an older one is refused',
    async holds({ store, again }) {
      const goal = await pulls(store, 'ann', 'bo');
      const other = await again(NOTHING_FOLLOWS);
      const numbers: number[] = [];
      const lock = (memberId: string) => (board: Board) => lockFile(board, { goalId: goal, path: 'plan.md', holder: holder(memberId) });
      const write = (memberId: string, fencing: number) => (board: Board) => recordWrite(board, { goalId: goal, path: 'plan.md', holder: holder(memberId), fencing, sha256: 'ab', bytes: 1 });
      for (let round = 0; round < 20; round += 1) {
        const [ann, bo] = await Promise.all([store.commit([], lock('ann')), other.commit([], lock('bo'))]);
        expect([ann.ok, bo.ok].sort()).toEqual([false, true]);
        const fencing = ann.ok ? ann.value.fencing : bo.ok ? bo.value.fencing : 0;
        const name = ann.ok ? 'ann' : 'bo';
        expect(await store.commit([], write(name, fencing - 1))).toMatchObject({ ok: false, code: 'file.not_locked' });
        await must(other.commit([], write(name, fencing)));
        await must(store.commit([], (board) => unlockFile(board, { goalId: goal, path: 'plan.md', holder: holder(name) })));
        numbers.push(fencing);
      }
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(new Set(numbers).size).toBe(20);
    },
  },
];

export const DESK: readonly ContractCase[] = [...kept, ...shared.map((each): ContractCase => ({ ...each, needs: 'sharedByProcesses' }))];
