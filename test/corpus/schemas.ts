// The schemas that the corpus of broken answers is read with: forms of answers as the roles of a team give them.
import type { JsonObject } from '../../src/core/json.ts';
import { verdictSchema } from '../../src/core/verdict.ts';

const text = { type: 'string' } as const;
const closed = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({ type: 'object', properties, required, additionalProperties: false });

export const SCHEMAS = {
  /** A short piece of writing; `note` may be left out. */
  draft: closed({ title: text, body: text, note: text }, ['title', 'body']),
  /** One of each kind of value. */
  record: closed({
    name: text, count: { type: 'integer' }, ratio: { type: 'number' }, done: { type: 'boolean' },
    owner: { anyOf: [text, { type: 'null' }] }, tags: { type: 'array', items: text },
  }),
  plan: {
    ...closed({ tasks: { type: 'array', items: { $ref: '#/$defs/task' } } }),
    $defs: { task: closed({ title: text, skills: { type: 'array', items: text }, depends_on: { type: 'array', items: text } }) },
  },
  /** Anything may stand beside `v`. */
  open: { type: 'object', properties: { v: {} }, required: ['v'] },
  limit: closed({ limit: { anyOf: [{ type: 'number' }, { type: 'null' }] } }),
  flag: closed({ flag: { type: 'boolean' } }),
  list: { type: 'array', items: text },
  word: text,
  optional: closed({ a: text, b: text }, []),
  verdict: verdictSchema(['c1', 'c2']),
} satisfies Record<string, JsonObject>;

export type SchemaName = keyof typeof SCHEMAS;
