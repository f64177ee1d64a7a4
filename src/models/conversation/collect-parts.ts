// Puts the pieces of a stream together to what the model said, in the order in which its blocks began. A stream may interleave
// blocks, use the id of one again for the next, and tell late what has to go back with a block.
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { plainOptions, type SaidPart } from './said-parts.ts';

/** One piece of a stream, as far as it brings text or thinking. */
interface Piece {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly providerMetadata?: unknown;
}

export interface Collected {
  take(piece: Piece): void;
  /** Parts that came whole. */
  add(parts: readonly SaidPart[]): void;
  parts(): readonly SaidPart[];
}

export function collectParts(): Collected {
  const order: (SaidPart | Block)[] = [];
  const open = new Map<string, Block>();
  return {
    parts: () => order.map((part) => ('told' in part ? { kind: part.kind, text: part.text, ...(Object.keys(part.told).length === 0 ? {} : { options: part.told }) } : part)),
    add: (parts) => void order.push(...parts),
    take: ({ type, id = '', delta = '', providerMetadata }) => {
      const [, kind, step] = /^(text|reasoning)-(start|delta|end)$/.exec(type) ?? [];
      if (kind === undefined) return;
      let block = step === 'start' ? undefined : open.get(`${kind} ${id}`);
      if (block === undefined) {
        block = { kind: kind === 'text' ? 'text' : 'thought', text: '', told: {} };
        open.set(`${kind} ${id}`, block);
        order.push(block);
      }
      block.text += delta;
      block.told = joined(block.told, plainOptions(providerMetadata).options ?? {});
    },
  };
}

interface Block {
  readonly kind: 'text' | 'thought';
  text: string;
  /** By provider. */
  told: JsonObject;
}

/** Later pieces add to what earlier ones told. */
const joined = (before: JsonObject, next: JsonObject): JsonObject =>
  Object.fromEntries([...Object.entries(before), ...Object.entries(next)].map(([provider, fields]) => [provider, { ...objectOf(before[provider]), ...objectOf(fields) }]));

const objectOf = (value: JsonObject[string] | undefined): JsonObject => (isJsonObject(value) ? value : {});
