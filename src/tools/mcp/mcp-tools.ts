// The tools of all MCP servers of a team as one source. Nothing waits for a slow server: what is there is offered, and what comes
// later or goes away is told.
import type { Clock } from '../../ports/clock.ts';
import type { ToolChange, ToolSource } from '../../ports/tool.ts';
import type { Environment } from './expand-server.ts';
import { LiveServer, type McpServerState } from './live-server.ts';
import type { McpServer } from './mcp-server.ts';

export interface McpToolOptions {
  readonly servers: readonly McpServer[];
  readonly env: Environment;
  readonly clock: Clock;
  /** Between 0 and 1; spreads the waits before a server is started again. */
  readonly random: () => number;
  /** Most time from the start of a server until it has listed its tools. */
  readonly startMs?: number;
}

export interface McpTools extends ToolSource {
  /** Resolves when each server is ready or has failed for the first time, or after `ms`. Says how each is; never rejects. */
  ready(ms?: number): Promise<readonly McpServerState[]>;
  states(): readonly McpServerState[];
}

/** A first start may have to fetch its package. */
const START_MS = 60_000;
const READY_MS = 10_000;

/** Starts every server at once. Throws nothing: a server that cannot be started is told by `states` and `onChange`. */
export function mcpTools({ servers, env, clock, random, startMs = START_MS }: McpToolOptions): McpTools {
  const listeners = new Set<(change: ToolChange) => void>();
  const onChange = (change: ToolChange): void => {
    for (const listener of listeners) listener(change);
  };
  const live = servers.map((server) => new LiveServer(server, { env, clock, random, startMs, onChange }));
  const states = (): readonly McpServerState[] => live.map((each) => each.state());
  return {
    tools: () => live.flatMap((each) => each.tools()),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ready: async (ms = READY_MS) => {
      const stop = new AbortController();
      await Promise.race([Promise.all(live.map(({ tried }) => tried)), clock.sleep(ms, stop.signal).catch(() => undefined)]);
      stop.abort();
      return states();
    },
    states,
    close: async () => void (await Promise.all(live.map((each) => each.close()))),
  };
}
