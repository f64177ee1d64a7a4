// No member writes what says what it may do.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtInTools, worker } from '../../src/index.ts';
import { calling, done, planned } from '../../src/testing/index.ts';
import { begin, world } from '../journeys/world.ts';

test('team.yaml, .mcp.json and the agents beside them are not written, in any spelling or through a link; other files of such names are', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-team-files-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'team.yaml'), 'members: []');
  mkdirSync(join(folder, 'agents'));
  symlinkSync('agents', join(folder, 'others'));
  const refused = ['team.yaml', 'TEAM.YAML', './sub/../team.yaml', '.mcp.json', 'sub/.mcp.json', 'agents/ann.md', 'Agents/ann.md', 'others/ann.md'];
  const written = ['team.md', 'docs/agents.md', 'src/agents/ann.md'];
  const members = [worker('looker', { tools: ['file.write'] })];
  const [first = { name: '' }, ...more] = [...refused, ...written].map((path) => ({ name: 'file__write', args: { path, content: 'x' } }));
  const of = world({
    members, workspace: folder, policy: { review: 'none', limits: { forbiddenCalls: 100, sameErrors: 100 } }, tools: await builtInTools({}, members, { folder }),
    script: { plan: [planned({ title: 'Look', skills: [] })], work: { Look: [calling(first, ...more), done('x')] }, summarise: { '*': 'Done.' } },
  });
  await (await begin(of)).ended();
  const ends = (await of.events()).filter(({ type }) => type === 'tool.ended').map(({ details }) => [details?.['call_id'], details?.['outcome']]);
  const byCall = new Map(ends.map(([id, outcome]) => [String(id), outcome]));
  expect([...refused, ...written].map((path, at) => [path, byCall.get(`call_${at + 1}`)])).toEqual([...refused.map((path) => [path, 'refused']), ...written.map((path) => [path, 'ok'])]);
  expect(readFileSync(join(folder, 'team.yaml'), 'utf8')).toBe('members: []');
});
