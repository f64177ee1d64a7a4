// What the gate asks of a tool: one call, one outcome. Wherever a tool comes from (TypeScript, the built-in set, an MCP server)
// it never checks who may call it and never tries again: the gate does the first and the engine the second.
import type { Meanings } from '../core/gate/arguments.ts';
import type { Effect } from '../core/gate/effects.ts';
import type { Bilingual, Json, JsonObject, Locale } from '../core/json.ts';

export type { Effect } from '../core/gate/effects.ts';

/** Who calls, and from where. */
export interface ToolCaller {
  readonly goalId: string;
  readonly taskId: string;
  readonly attemptId: string;
  readonly memberId: string;
  readonly locale: Locale;
  /** Absolute path of the folder that file tools work in; links in it are resolved. */
  readonly workspace: string;
}

/** What a tool is about to put in place of a file; `path` is relative to the workspace. */
export interface FileChange {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface ToolCall {
  /** Decoded and checked by the tool's `parameters`. */
  readonly args: JsonObject;
  /** The same when the call is made again after a crash: a key by which an effect outside can be told from that of another call. */
  readonly callId: string;
  readonly caller: ToolCaller;
  /** Aborted when time is up or the task is called off. Contract: the work, its child processes and its sockets end soon after. */
  readonly signal: AbortSignal;
  /** To be asked when all is ready and before a file changes; no ends the call. Absent is yes. */
  readonly permit?: (change: FileChange) => Promise<GuardVerdict>;
}

/** A guard's no, in words that let the model correct itself. `rule` is a stable name in snake_case: `sql.not_a_select`. */
export interface GuardRefusal {
  readonly ok: false;
  readonly rule: `${string}.${string}`;
  readonly because: Bilingual;
  /** A slip of the pen rather than something forbidden: nobody is alerted. */
  readonly isSlip?: boolean;
}

export type GuardVerdict = { readonly ok: true } | GuardRefusal;

export interface Tool {
  /** Dots part its words: `database.query`. */
  readonly name: string;
  readonly description: Bilingual;
  /** JSON Schema (2020-12) of an object. */
  readonly parameters: JsonObject;
  /** What each of them means, in both languages; shown as its description. Absent where the schema says it itself. */
  readonly meanings?: Meanings;
  readonly effects: readonly Effect[];
  /** A call with the same `callId` may run again without a second effect. Absent: true exactly when no effect changes anything. */
  readonly isIdempotent?: boolean;
  /** Every call waits for a yes. */
  readonly needsApproval?: boolean;
  /** Waiting and polling is what it is for: the same outcome again is no loop. */
  readonly isWait?: boolean;
  /** Milliseconds after which the call is ended; absent is the team's time for tools. */
  readonly timeoutMs?: number;
  /** Judges the arguments before anything runs and before anybody is asked. Contract: changes nothing; throws nothing. */
  guard?(call: ToolCall): Promise<GuardVerdict> | GuardVerdict;
  /**
   * Contract: resolves with plain JSON; throws TeamError `tool.refused` (with `details.rule`) where a guard can only judge
   * while it runs, such as an address after a redirect, `tool.failed` for a fault that the model should read, and whatever
   * `signal.reason` is once that is aborted.
   */
  run(call: ToolCall): Promise<Json>;
}

/** The tools of a team, as the gate finds them. */
export interface ToolBox {
  /** By its exact name; nothing that a name inherits, nothing that looks alike. */
  find(name: string): Tool | undefined;
  /** The names that there are now. */
  names(): readonly string[];
  /** Absolute path of the folder that tools work in. */
  readonly workspace: string;
  /** Takes known secrets out of what is said, stored or shown. */
  readonly mask: (text: string) => string;
  /** Keeps an outcome that is too long to be told whole; resolves with its path, relative to the workspace. */
  keepWhole(callKey: string, text: string): Promise<string>;
  /** What was kept under the key; undefined where it is not there any more. */
  readWhole(callKey: string): Promise<string | undefined>;
  /** Called after tools have come or gone. Returns the end of listening. */
  onChange(listener: (change: ToolChange) => void): () => void;
}

/** Where tools come from. They may go away and come back while the team runs. */
export interface ToolSource {
  /** The tools that are there now. */
  tools(): readonly Tool[];
  /** Called after what is there has changed, with the reason. Returns the end of listening. */
  onChange(listener: (change: ToolChange) => void): () => void;
  close(): Promise<void>;
}

export interface ToolChange {
  /** The source, as a person knows it: the name of an MCP server. */
  readonly source: string;
  readonly came: readonly string[];
  readonly went: readonly string[];
  readonly because: Bilingual;
}
