// Input schemas as foreign servers send them: usable ones in an old dialect, and some that no call could be checked by.
export const inputSchemas: Readonly<Record<string, unknown>> = {
  draft07: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    definitions: { place: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] } },
    properties: { from: { $ref: '#/definitions/place' }, pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false }, definitions: { type: 'string' } },
    dependencies: { pair: ['from'] },
    required: ['from'],
  },
  untyped: { properties: { a: { type: 'string' } } },
  'not-object': { type: 'string' },
  broken: { type: 'object', properties: { a: { type: 'strange' } } },
  outside: { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } },
  dangling: { type: 'object', properties: { a: { $ref: '#/$defs/nowhere' } } },
};
