// What a listed tool may be trusted with: a table of what the server says, what the team says, and what follows.
import { expect, test } from 'vitest';
import type { ListedTool } from './connect-server.ts';
import type { McpServer } from './mcp-server.ts';
import { toolsOfServer } from './tools-of-server.ts';

const server = (more: Partial<McpServer> = {}): McpServer => ({ name: 'test', reach: { kind: 'http', url: 'http://x', headers: {} }, rules: {}, tools: {}, trustsHints: false, ...more });
const listed = (annotations: ListedTool['annotations'] = {}, name = 'do'): ListedTool => ({ name, inputSchema: { type: 'object' }, annotations });
const offer = (from: McpServer, ...tools: ListedTool[]) => toolsOfServer(from, tools, async () => null);

const READS = { readOnlyHint: true };
const DESTROYS = { destructiveHint: true };
test.each([
  ['nothing is known', {}, {}, [['network', 'executes'], true, false]],
  ['the server says read only, which is not believed', {}, READS, [['network', 'executes'], true, false]],
  ['the server says read only and is trusted', { trustsHints: true }, READS, [['network'], false, true]],
  ['the server says idempotent and is trusted', { trustsHints: true }, { idempotentHint: true }, [['network', 'executes'], true, true]],
  ['the team declares effects', { rules: { effects: ['reads_db'] } }, {}, [['reads_db'], false, false]],
  ['the team declares that there are none', { rules: { effects: [] } }, {}, [[], false, false]],
  ['the team declares effects, the server says destructive', { rules: { effects: ['writes_db'] } }, DESTROYS, [['writes_db'], true, false]],
  ['the team wants no yes, the server says destructive', { rules: { needsApproval: false } }, DESTROYS, [['network', 'executes'], true, false]],
  ['the team wants no yes for this very tool, the server says destructive', { tools: { do: { needsApproval: false } } }, DESTROYS, [['network', 'executes'], false, false]],
  ['the team declares the effects of this very tool, the server says destructive', { tools: { do: { effects: ['writes_file'] } } }, DESTROYS, [['writes_file'], false, false]],
  ['the team wants a yes for one of its declared tools', { rules: { effects: ['network'] }, tools: { do: { needsApproval: true } } }, {}, [['network'], true, false]],
  ['the team says idempotent', { rules: { isIdempotent: true } }, {}, [['network', 'executes'], true, true]],
] as const)('when %s', (_when, more, annotations, traits) => {
  const [tool] = offer(server(more), listed(annotations)).tools;
  expect([tool?.effects, tool?.needsApproval, tool?.isIdempotent]).toEqual(traits);
});

test('a time limit and a wait go on to the tool; a tool that is not there is named', () => {
  const { tools, complaints } = offer(server({ rules: { timeoutMs: 9_000 }, tools: { do: { isWait: true }, gone: {} } }), listed());
  expect(tools).toMatchObject([{ name: 'test.do', timeoutMs: 9_000, isWait: true }]);
  expect(complaints).toMatchObject([{ en: 'has no tool gone, which the configuration names' }]);
});

test('a description of 100,000 characters is cut to 4,000 and loses its control characters; of 301 tools 300 are offered', () => {
  const long = { ...listed(), description: `\u001b[31m${'x'.repeat(100_000)}` };
  const [tool] = offer(server(), long).tools;
  expect(tool?.description.en.length).toBeLessThanOrEqual(4_000);
  expect(tool?.description.en).not.toContain('\u001b');
  const many = offer(server(), ...Array.from({ length: 301 }, (_, at) => listed({}, `tool${at}`)));
  expect(many.tools).toHaveLength(300);
  expect(many.complaints).toMatchObject([{ en: 'has 301 tools; only the first 300 are offered' }]);
});

test('a tool whose words or schema change is another tool', () => {
  const mark = (tool: ListedTool) => offer(server(), tool).marks.get('test.do');
  expect(mark(listed())).toBe(mark(listed()));
  expect(mark({ ...listed(), description: 'Does more' })).not.toBe(mark(listed()));
  expect(mark({ ...listed(), inputSchema: { type: 'object', required: ['a'] } })).not.toBe(mark(listed()));
});
