import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMember, readRegistration, registrationOut } from './registration.ts';

const given = fc.record({
  agent_id: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.stringMatching(/^[a-zé测ア]{1,20}$/u)),
  name: fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null)),
  role: fc.oneof(fc.constantFrom('worker', 'manager'), fc.array(fc.constantFrom('worker', 'reviewer', 'boss'))),
  skills: fc.array(fc.string({ unit: 'grapheme', maxLength: 10 }), { maxLength: 4 }),
  capacity: fc.oneof(fc.integer({ min: -1, max: 9 }), fc.double()),
  input_schema: fc.oneof(fc.constant({ type: 'object', properties: { topic: { type: 'string' } } }), fc.object({ maxDepth: 2 })),
  prompt: fc.string(),
}, { requiredKeys: ['agent_id'] });

test('any registration is refused with complaints, or read, written and read again to the same', () => {
  fc.assert(fc.property(given, (input) => {
    const first = readRegistration(input);
    if (!first.ok) {
      expect(first.details?.['complaints']).not.toEqual([]);
      return;
    }
    expect(readRegistration(registrationOut(first.registration))).toEqual(first);
    expect(findMember([first.registration], ` "${first.registration.agentId.normalize('NFD')}" `)).toMatchObject({ kind: 'found' });
  }), { numRuns: 500 });
});

test('nothing at all makes it throw', () => {
  fc.assert(fc.property(fc.anything({ withMap: true, withDate: true, withBigInt: true, withNullPrototype: true }), (input) => {
    readRegistration(input);
    readRegistration({ agent_id: 'a', input_schema: input, allowed_tools: input, skills: input, role: input });
  }));
});
