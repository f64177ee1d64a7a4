// Which built-in tools a team has: those that it names and some member may call, and no others.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtInTools, workspaceOf, type ToolChoice } from './built-in-tools.ts';
import { worker, type MemberSpec } from './member-specs.ts';

const allowed = (...tools: readonly string[]): readonly MemberSpec[] => [worker('ann', { tools })];
const place = { folder: tmpdir(), env: {} };
const names = async (choice: ToolChoice, members: readonly MemberSpec[]) => (await builtInTools(choice, members, place)).map((each) => ('run' in each ? each.name : 'source'));

const ALL = allowed('file.read', 'http.get', 'database.query', 'shell.run', 'code.run');

describe('what is there', () => {
  test('is nothing where nobody may call anything', async () => {
    expect(await names({ programs: ['ls'], databases: { shop: 'shop.db' } }, [worker('ann')])).toEqual([]);
  });

  test('is 7 tools that need no word of the team, and neither a database nor programs, which do', async () => {
    expect(await names({}, ALL)).toEqual(['file.read', 'file.write', 'file.list', 'file.search', 'http.get', 'http.post', 'code.run']);
  });

  test('is database.query with a database, and shell.run with a program', async () => {
    expect(await names({ databases: { shop: 'shop.db' }, programs: ['ls'] }, allowed('database.query', 'shell.run'))).toEqual(['database.query', 'shell.run']);
  });

  test('follows the lists of all members together', async () => {
    expect(await names({}, [worker('ann', { tools: ['code.run'] }), worker('bob', { tools: ['http.post'] })])).toEqual(['http.get', 'http.post', 'code.run']);
  });
});

test('a tool of which every call waits for a yes keeps all else that it is', async () => {
  const [read, write] = await builtInTools({ askFirst: ['file.write'] }, ALL, place);
  expect(read).toMatchObject({ name: 'file.read' });
  expect(read).not.toHaveProperty('needsApproval');
  expect(write).toMatchObject({ name: 'file.write', needsApproval: true, effects: ['writes_file'] });
});

test('a slip in the list of those that wait is refused, since it would let calls through', async () => {
  await expect(builtInTools({ askFirst: ['file.wirte'] }, ALL, place)).rejects.toThrow(/file\.wirte.*Did you mean file\.write/);
});

test('a tool of a server waits too, and may be named before the server has told its tools', async () => {
  const reach = { kind: 'stdio', command: process.execPath, args: [join(import.meta.dirname, '../test/mcp/stdio-server.ts')], env: {}, cwd: undefined } as const;
  const server = { name: 'everything', reach, rules: { needsApproval: false }, tools: { fail: { needsApproval: false } }, trustsHints: false };
  const [source] = await builtInTools({ askFirst: ['everything.echo', 'everything.later'] }, allowed('everything.echo'), { ...place, mcpServers: [server] });
  if (source === undefined || 'run' in source) throw new Error('There is no source.');
  try {
    expect(source.tools().filter(({ needsApproval }) => needsApproval === true).map(({ name }) => name)).toEqual(['everything.echo']);
  } finally {
    await source.close();
  }
});

test.each<readonly [string, ToolChoice]>([
  ['an address that is no database', { databases: { shop: 'mysql://host/shop' } }],
  ['a database that would be in memory', { databases: { shop: ':memory:' } }],
  ['a shell as a program', { programs: ['bash'] }],
  ['a path as a program', { programs: ['./tool'] }],
  ['a host that is none', { privateHosts: ['http://in a:b'] }],
])('%s is refused at the start', async (_what, choice) => {
  await expect(builtInTools(choice, ALL, place)).rejects.toMatchObject({ code: 'team.invalid' });
});

test('the folder that tools work in is the team\'s own, or one beside it', () => {
  expect([workspaceOf({}, '/team'), workspaceOf({ workspace: 'desk' }, '/team'), workspaceOf({ workspace: '/else' }, '/team')]).toEqual(['/team', join('/team', 'desk'), '/else']);
});
