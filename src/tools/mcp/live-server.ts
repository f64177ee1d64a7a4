// The life of one MCP server: started, listed, watched; when it dies its tools go away, and it is started again after a while
// that doubles each time. Every coming and going is told with its reason. A call that was running when it died has failed: it is
// not made again, because nobody knows what it did.
import { TeamError } from '../../core/errors.ts';
import { sameInBoth, type Bilingual, type Json, type Locale } from '../../core/json.ts';
import { shorten } from '../../core/text/fold-text.ts';
import { joinSaid } from '../../core/text/join-said.ts';
import { REFUSED_INPUT } from '../../core/refusals/refused-input.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tool, ToolCall, ToolChange } from '../../ports/tool.ts';
import { AnswerFault, ConnectFault, connectServer, type Connection } from './connect-server.ts';
import { expandReach, type Environment } from './expand-server.ts';
import type { McpReach, McpServer } from './mcp-server.ts';
import { readResult } from './read-result.ts';
import { wordsIn } from './said-fault.ts';
import { CALL_SAYS, SAYS } from './server-sentences.ts';
import { toolsOfServer, type ServerTools } from './tools-of-server.ts';

export interface McpServerState {
  readonly server: string;
  readonly state: 'starting' | 'ready' | 'away';
  readonly because: Bilingual;
  readonly tools: number;
  /** Tools that were left out, and the like. */
  readonly complaints: readonly Bilingual[];
}

export interface LiveOptions {
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: () => number;
  /** Most time from the start of a server until it has listed its tools. */
  readonly startMs: number;
  readonly onChange: (change: ToolChange) => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** A server that was up for so long begins with the first wait again. */
const STEADY_MS = 60_000;
/** Most time for a sign of life after a call was called off or a connection broke. */
const ALIVE_MS = 5_000;
const WORDS_CHARS = 400;

const NOTHING: ServerTools = { tools: [], complaints: [], marks: new Map() };

export class LiveServer {
  /** Resolves when the first attempt to start has ended, one way or the other. */
  readonly tried: Promise<void>;
  readonly #server: McpServer;
  readonly #options: LiveOptions;
  readonly #ending = new AbortController();
  readonly #lived: Promise<void>;
  #state: McpServerState['state'] = 'starting';
  #because: Bilingual = SAYS.starting;
  #has = NOTHING;
  #connection: Connection | undefined;
  #lose: (because: Bilingual) => void = () => undefined;
  #hasBeenReady = false;

  constructor(server: McpServer, options: LiveOptions) {
    this.#server = server;
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.tried = promise;
    this.#lived = this.#live(resolve).finally(resolve);
  }

  state(): McpServerState {
    return { server: this.#server.name, state: this.#state, because: this.#because, tools: this.#has.tools.length, complaints: this.#has.complaints };
  }

  tools(): readonly Tool[] {
    return this.#has.tools;
  }

  /** Resolves when the server has ended, with all that it started. */
  async close(): Promise<void> {
    this.#ending.abort(new TeamError('team.closed', REFUSED_INPUT.teamClosed));
    await this.#lived;
  }

  async #live(onTried: () => void): Promise<void> {
    const { env, clock, random, startMs } = this.#options;
    const expanded = expandReach(this.#server.reach, env);
    if (!expanded.ok) return this.#away(expanded.because);
    for (let waits = 0; !this.#ending.signal.aborted; waits += 1) {
      try {
        if ((await this.#liveOnce(expanded.reach, onTried)) >= STEADY_MS) waits = 0;
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        this.#away(error instanceof TookTooLong ? SAYS.slow(startMs) : SAYS.notStarted(wordsOf(error)));
      }
      onTried();
      // Spread, so that the servers of many teams on one machine do not start in step.
      const wait = Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_WAIT_MS) * (0.5 + random() / 2);
      await clock.sleep(wait, this.#ending.signal).catch(() => undefined);
    }
  }

  /** From one start to the next loss. Resolves with how long the server was up. */
  async #liveOnce(reach: McpReach, onReady: () => void): Promise<number> {
    const { clock } = this.#options;
    const lost = Promise.withResolvers<Bilingual>();
    const { connection, has } = await this.#open(reach, lost.resolve);
    const upSince = clock.now();
    const stop = (): void => lost.resolve(SAYS.closed);
    this.#ending.signal.addEventListener('abort', stop, { once: true });
    this.#connection = connection;
    this.#lose = lost.resolve;
    this.#state = 'ready';
    this.#tell(has, (this.#hasBeenReady ? SAYS.back : SAYS.ready)(has.tools.length));
    this.#hasBeenReady = true;
    onReady();
    this.#away(await lost.promise);
    this.#ending.signal.removeEventListener('abort', stop);
    await connection.close();
    return clock.now() - upSince;
  }

  async #open(reach: McpReach, onLost: (because: Bilingual) => void): Promise<{ readonly connection: Connection; readonly has: ServerTools }> {
    const { env, clock, startMs } = this.#options;
    let connection: Connection | undefined;
    this.#state = 'starting';
    const watching = {
      onClosed: () => onLost(SAYS.ended(short(connection?.lastWords() ?? sameInBoth('')))),
      onListChanged: () => void (connection === undefined || connection !== this.#connection ? undefined : this.#relist(connection)),
    };
    let opening: Promise<Connection> | undefined;
    try {
      return await withLimit(startMs, { clock, outer: this.#ending.signal }, async (signal) => {
        opening = connectServer(reach, { env, clock, watching, signal });
        connection = await opening;
        return { connection, has: await this.#take(connection, signal) };
      });
    } catch (error) {
      // Whatever was started has ended before it is started again, or the team is closed.
      await opening?.then((opened) => opened.close(), () => undefined);
      throw error;
    }
  }

  async #take(from: Connection, signal: AbortSignal): Promise<ServerTools> {
    return toolsOfServer(this.#server, await from.list(signal), (name, call) => this.#call(name, call));
  }

  async #relist(current: Connection): Promise<void> {
    const { clock, startMs } = this.#options;
    try {
      const next = await withLimit(startMs, { clock, outer: this.#ending.signal }, (signal) => this.#take(current, signal));
      if (this.#connection === current) this.#tell(next, SAYS.changed);
    } catch (error) {
      await this.#isAlive(current, SAYS.lost(wordsOf(error)));
    }
  }

  async #call(name: string, { args, signal, caller: { locale } }: ToolCall): Promise<Json> {
    const current = this.#connection;
    if (current === undefined) throw new TeamError('tool.failed', CALL_SAYS.away(this.#server.name), { locale });
    try {
      const { isError, text, value } = readResult(await current.call(name, args, signal), locale);
      if (isError) throw new TeamError('tool.failed', CALL_SAYS.failed(text), { locale, details: { server: this.#server.name } });
      return value;
    } catch (error) {
      if (signal.aborted) {
        void this.#isAlive(current, SAYS.hung);
        throw signal.reason;
      }
      throw error instanceof TeamError ? error : await this.#failure(current, error, locale);
    }
  }

  async #failure(current: Connection, error: unknown, locale: Locale): Promise<TeamError> {
    const words = wordsOf(error);
    const { name } = this.#server;
    const isThere = error instanceof AnswerFault || (await this.#isAlive(current, SAYS.lost(words)));
    const last = short(current.lastWords());
    const says = isThere ? CALL_SAYS.refused(name, words) : CALL_SAYS.broken(name, last.en === '' ? words : last);
    return new TeamError('tool.failed', says, { locale, cause: error, details: { server: name } });
  }

  /** Asks for a sign of life; a server that gives none is lost for `because`. */
  async #isAlive(current: Connection, because: Bilingual): Promise<boolean> {
    if (this.#connection !== current) return false;
    const limits = { clock: this.#options.clock, outer: this.#ending.signal };
    const isAlive = await withLimit(ALIVE_MS, limits, (signal) => current.list(signal)).then(() => true, () => false);
    if (!isAlive && this.#connection === current) this.#lose(because);
    return isAlive;
  }

  #away(because: Bilingual): void {
    this.#state = 'away';
    this.#connection = undefined;
    this.#tell(NOTHING, because);
  }

  #tell(next: ServerTools, because: Bilingual): void {
    const { came, went } = differences(this.#has, next);
    const isNews = came.length + went.length > 0 || because.en !== this.#because.en;
    this.#has = next;
    this.#because = because;
    if (isNews) this.#options.onChange({ source: this.#server.name, came, went, because: sentence(this.#server.name, because, next.complaints) });
  }
}

function differences(before: ServerTools, after: ServerTools): { readonly came: readonly string[]; readonly went: readonly string[] } {
  const changed = (from: ServerTools, to: ServerTools): string[] => [...from.marks].flatMap(([name, mark]) => (to.marks.get(name) === mark ? [] : [name]));
  return { came: changed(after, before), went: changed(before, after) };
}

function sentence(server: string, reason: Bilingual, complaints: readonly Bilingual[]): Bilingual {
  const { en, zh } = joinSaid([reason, ...complaints], 'clauses');
  return { en: `${server} ${en}.`, zh: `${server} ${zh}。` };
}

const short = ({ en, zh }: Bilingual): Bilingual => ({ en: shorten(en, WORDS_CHARS), zh: shorten(zh, WORDS_CHARS) });

const wordsOf = (error: unknown): Bilingual =>
  short(joinSaid([wordsIn(error), ...(error instanceof ConnectFault ? [error.lastWords] : [])].filter(({ en }) => en !== ''), 'clauses'));

class TookTooLong extends Error {}

/** Runs `work` with a signal that is aborted after `ms` or with `outer`; does not wait for work that does not heed it. */
async function withLimit<T>(ms: number, { clock, outer }: { readonly clock: Clock; readonly outer: AbortSignal }, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const done = new AbortController();
  const limit = new AbortController();
  clock.sleep(ms, done.signal).then(() => limit.abort(new TookTooLong()), () => undefined);
  const signal = AbortSignal.any([limit.signal, outer]);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(signal), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    done.abort();
  }
}
