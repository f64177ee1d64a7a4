// Outputs that cannot be stored end their own task, and nothing else.
import { expect, onTestFinished, test } from 'vitest';
import { createTeam, worker } from '../index.ts';
import type { Json } from '../core/json.ts';

const ring: { [key: string]: Json } = { text: 'x' };
ring['self'] = ring;

test.each([
  ['a value that holds itself', ring, 'not plain JSON'],
  ['a text of 5,000,001 characters', 'x'.repeat(5_000_001), 'larger than 5000000 characters'],
  ['a list with a gap', [undefined as unknown as Json, 'x'.repeat(5_000_001)], 'not plain JSON'],
])('%s is refused; the task beside it is done', async (_what, output, because) => {
  const team = createTeam({ store: 'memory', policy: { unattended: true }, members: [worker('a', { capacity: 2, run: ({ input }) => ({ output: input['odd'] === true ? output : 'fine' }) })] });
  onTestFinished(() => team.close());
  const goal = await team.open('Two tasks');
  const [odd, fine] = await goal.add([{ title: 'Odd', content: 'c', input: { odd: true } }, { title: 'Fine', content: 'c' }]);
  expect([(await odd?.ended())?.state, (await fine?.ended())?.output]).toEqual(['failed', 'fine']);
  const events = await (await team.store()).read.events({ afterSeq: 0, limit: Infinity });
  expect(events.find((event) => event.type === 'task.escalated')?.details?.['fault']).toContain(because);
});
