// A conversation that grows beyond what a model reads gives its oldest rounds away; who is there, what stands on the board, the mail and
// the task in hand stand in the prompt itself and stay whole.
import { expect, test } from 'vitest';
import { manager, tool, worker } from '../../src/index.ts';
import { estimateTokens } from '../../src/core/text/estimate-tokens.ts';
import { calling, type ScriptedAnswer } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { claim, complete, create, diligent, isDue, mail, mailIn, roundsOf } from './team-world.ts';
import { begin, endedInTime, world } from './world.ts';

const PAGES = 40;
/** What a model of 128,000 tokens reads, without the room for its answer. */
const ROOM = 112_000;
const WORDS = `Say what went wrong on ${'M'.repeat(300)}.`;

test(`40 pages of 15,000 letters after its claim a teammate still has roster, board, mail and its task whole, in at most ${ROOM} tokens`, async () => {
  verifies('team.turn_facts');
  const pages = tool('log.page', { description: 'Reads one page of the log.', input: { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] }, run: ({ args }) => `page ${String(args['page'])} ${'t'.repeat(15_000)}` });
  const ada: ScriptedAnswer = (request) => {
    if (!isDue(request, 'offered')) return 'Nothing for me.';
    const round = roundsOf(request).length;
    if (round === 0) return calling(claim('task_1'));
    // The oldest rounds are left out by and by, so what was read last says how far it has come.
    const last = Number(roundsOf(request).at(-1)?.answers[0]?.text.match(/page (\d+)/)?.[1] ?? 0);
    return roundsOf(request).at(-1)?.calls[0]?.name === 'claim_task' && round > 1 ? 'Done.' : last < PAGES ? calling({ name: 'log__page', args: { page: last + 1 } }) : calling(complete('task_1'));
  };
  const lead: ScriptedAnswer = (request) => {
    if (!isDue(request, 'goal_opened') || roundsOf(request).length > 0) return 'Seen.';
    return calling(mail('ada', 'Mind the night of the third.'), create({ title: 'Read the log', content: WORDS, skills: ['logs'] }, { title: 'Tell the customers', skills: ['letters'] }));
  };
  const on = world({
    style: 'team', tools: [pages], policy: { limits: { idleKiloTokens: 1_000_000 } },
    members: [manager('lead'), worker('ada', { skills: ['logs'], tools: ['log.page'] }), worker('bob', { skills: ['letters'] })],
    script: { plan: { lead }, work: { ada, bob: diligent() }, summarise: { '*': 'Done.' } },
  });
  expect((await on.team.run('What happened?')).status).toBe('done');
  const asked = on.calls('work').filter(({ exchanges = [] }) => exchanges.at(-1)?.calls[0]?.name === 'log__page');
  expect(asked).toHaveLength(PAGES);
  for (const { system, prompt, exchanges = [] } of asked) {
    expect(estimateTokens(system) + estimateTokens(prompt) + estimateTokens(JSON.stringify(exchanges))).toBeLessThanOrEqual(ROOM);
    expect([prompt.includes('"member_name":"bob"'), prompt.includes('Tell the customers'), prompt.includes('Mind the night of the third.'), prompt.includes(WORDS)]).toEqual([true, true, true, true]);
  }
  // It did grow beyond what fits: the newest page is whole, the answer to the claim is not there any more.
  const talk = JSON.stringify(asked.at(-1)?.exchanges);
  expect([talk.includes(`page ${PAGES} ${'t'.repeat(15_000)}`), talk.includes(WORDS)]).toEqual([true, false]);
});

test(`40 results of 15,000 letters that a leader looks at in one turn leave its roster, board and mail whole, in at most ${ROOM} tokens`, async () => {
  verifies('team.turn_facts');
  const ada: ScriptedAnswer = (request) => {
    if (mailIn(request).some((text) => text.includes('Name nobody'))) return roundsOf(request).length === 0 ? calling(complete('task_41')) : 'Done.';
    return isDue(request, 'offered') ? ([calling(claim('task_41')), calling(mail('lead', `Shall I name them? ${WORDS}`))][roundsOf(request).length] ?? 'I wait.') : 'I wait.';
  };
  const lead: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    const last = rounds.at(-1)?.calls[0];
    if (isDue(request, 'goal_opened')) return rounds.length === 0 ? calling(create(...Array.from({ length: PAGES }, (_, at) => ({ task_id: `p${at + 1}`, title: `Page ${at + 1}`, skills: ['logs'] })), { title: 'Tell the customers', skills: ['letters'], depends_on: [`p${PAGES}`] })) : 'Go.';
    if (!mailIn(request).some((text) => text.includes('Shall I'))) return 'Seen.';
    if (last?.name === 'send_message') return 'Said.';
    const seen = Number(JSON.stringify(last?.args ?? '').match(/task_(\d+)/)?.[1] ?? 0);
    return seen < PAGES ? calling({ name: 'view_task', args: { task_id: `task_${seen + 1}` } }) : calling(mail('ada', 'Name nobody.'));
  };
  const on = world({
    style: 'team', members: [manager('lead'), worker('ada', { skills: ['letters'] }), worker('bob', { skills: ['logs'], run: ({ task }) => ({ output: `${task.title} ${'t'.repeat(15_000)}` }) })],
    script: { plan: { lead }, work: { ada }, summarise: { '*': 'Done.' } },
  });
  const goal = await begin(on, 'What happened?');
  expect((await endedInTime(on, goal)).status).toBe('done');
  const asked = on.calls('plan').filter(({ exchanges = [] }) => exchanges.at(-1)?.calls[0]?.name === 'view_task');
  expect(asked).toHaveLength(PAGES);
  for (const { system, prompt, exchanges = [] } of asked) {
    expect(estimateTokens(system) + estimateTokens(prompt) + estimateTokens(JSON.stringify(exchanges))).toBeLessThanOrEqual(ROOM);
    expect(['"member_name":"bob"', 'Tell the customers', `Shall I name them? ${WORDS}`, 'What happened?'].filter((fact) => !prompt.includes(fact))).toEqual([]);
  }
  const talk = JSON.stringify(asked.at(-1)?.exchanges);
  expect([talk.includes(`Page ${PAGES} ${'t'.repeat(15_000)}`), talk.includes(`Page 1 ${'t'.repeat(15_000)}`)]).toEqual([true, false]);
});
