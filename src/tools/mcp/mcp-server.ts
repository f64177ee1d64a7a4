// What a team says about an MCP server: how it is reached, and what its tools may be trusted with.
// Texts still hold their `${VARIABLE}`s, so that no key becomes part of a team; they are filled in when the server is started.
import type { Effect } from '../../ports/tool.ts';

export interface McpServer {
  readonly name: string;
  readonly reach: McpReach;
  /** Holds for each tool that `tools` does not name, or as far as it does not say. */
  readonly rules: McpToolRules;
  /** By the server's own names. */
  readonly tools: Readonly<Record<string, McpToolRules>>;
  /** Believe what the server says of its tools (read only, idempotent). Else its hints can only make a tool stricter. */
  readonly trustsHints: boolean;
}

export type McpReach =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>>; readonly cwd: string | undefined }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

export interface McpToolRules {
  readonly effects?: readonly Effect[];
  readonly needsApproval?: boolean;
  readonly isIdempotent?: boolean;
  readonly isWait?: boolean;
  readonly timeoutMs?: number;
}
