import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readVerdict, verdictSchema } from './verdict.ts';

const IDS = ['c1', 'c2'];
const pass = (id: string, fix = '') => ({ id, passed: true, fix });
const fail = (id: string, fix = '') => ({ id, passed: false, fix });
const because = (value: unknown, ids: readonly string[] = IDS): string => {
  const verdict = readVerdict(value, ids);
  return verdict.kind === 'inconclusive' ? verdict.because.en : verdict.kind;
};

test('a verdict is approve only when both criteria are answered and passed', () => {
  expect(readVerdict({ approved: true, comment: 'Good.', criteria: [pass('c2'), pass('c1', ' shorter next time ')], scores: { tone: 4 } }, IDS)).toEqual({
    kind: 'approve', comment: 'Good.', notes: [{ criterion: 'c1', fix: 'shorter next time' }], scores: { tone: 4 },
  });
});

test('a rejection lists every failed criterion; a fix that is missing is taken from the comment', () => {
  expect(readVerdict({ approved: false, comment: '不够生动', criteria: [fail('c1', '加一个感叹号'), fail('c2')] }, IDS)).toEqual({
    kind: 'reject', comment: '不够生动', fixes: [{ criterion: 'c1', fix: '加一个感叹号' }, { criterion: 'c2', fix: '不够生动' }],
  });
  expect(readVerdict({ approved: false, comment: '', criteria: [fail('c1', 'Add one.'), fail('c2')] }, IDS)).toMatchObject({
    fixes: [{ criterion: 'c1', fix: 'Add one.' }, { criterion: 'c2', fix: '' }],
  });
});

test('a contradiction to the context rejects although both criteria passed, if the comment says what it is', () => {
  expect(readVerdict({ approved: false, comment: 'It names the wrong city.', criteria: [pass('c1'), pass('c2')] }, IDS)).toMatchObject({
    kind: 'reject', fixes: [{ fix: 'It names the wrong city.' }],
  });
});

test('two entries for one criterion that agree count as one, with both fixes', () => {
  expect(readVerdict({ approved: false, comment: '', criteria: [fail('c1', 'A'), fail('c1', 'B'), pass('c2')] }, IDS)).toMatchObject({
    fixes: [{ criterion: 'c1', fix: 'A\nB' }],
  });
});

const both = [pass('c1'), pass('c2')];
test.each([
  ['nothing', undefined, 'not an object'],
  ['a text', '{"approved": true}', 'not an object'],
  ['a list', [{ approved: true }], 'not an object'],
  ['approved as a text', { approved: 'true', comment: '', criteria: both }, 'approved is not true or false'],
  ['approved as 1', { approved: 1, comment: '', criteria: both }, 'approved is not true or false'],
  ['no approved', { comment: '', criteria: both }, 'approved is not true or false'],
  ['approved only on the prototype', Object.create({ approved: true }) as object, 'approved is not true or false'],
  ['a comment that is no text', { approved: true, comment: { note: 'x' }, criteria: both }, 'comment is not text'],
  ['no criteria', { approved: true, comment: '' }, 'criteria is not a list'],
  ['criteria that were encoded twice', { approved: true, comment: '', criteria: JSON.stringify([fail('c1', 'x')]) }, 'criteria is not a list'],
  ['an entry that was encoded twice', { approved: true, comment: '', criteria: [JSON.stringify(pass('c1')), pass('c2')] }, 'lacks its id'],
  ['passed as a text', { approved: true, comment: '', criteria: [pass('c1'), { id: 'c2', passed: 'true', fix: '' }] }, 'lacks its id'],
  ['a fix that is a list', { approved: false, comment: 'x', criteria: [pass('c1'), { id: 'c2', passed: false, fix: ['a'] }] }, 'lacks its id'],
  ['a missing answer', { approved: true, comment: '', criteria: [pass('c1')] }, 'does not answer "c2"'],
  ['a missing answer in a rejection', { approved: false, comment: 'bad', criteria: [fail('c1', 'x')] }, 'does not answer "c2"'],
  ['an answer that was not asked', { approved: true, comment: '', criteria: [...both, pass('c3')] }, '"c3", which was not asked'],
  ['two answers that disagree', { approved: true, comment: '', criteria: [...both, fail('c1', 'x')] }, '"c1" twice and differently'],
  ['approved with a failed criterion', { approved: true, comment: '', criteria: [pass('c1'), fail('c2', 'x')] }, 'although "c2" failed'],
  ['rejected without a word', { approved: false, comment: ' ', criteria: [pass('c1'), fail('c2', ' ')] }, 'without saying what to change'],
  ['rejected without a word, all passed', { approved: false, comment: '', criteria: both }, 'without saying what to change'],
  ['a second opinion in another field', { approved: true, verdict: 'reject', comment: '', criteria: both }, 'unknown field "verdict"'],
  ['scores that are texts', { approved: true, comment: '', criteria: both, scores: { tone: 'high' } }, 'scores are not numbers'],
])('inconclusive: %s', (_name, value, reason) => {
  expect(because(value)).toContain(reason);
});

test('with 0 criteria asked nothing can be approved', () => {
  expect(because({ approved: true, comment: 'fine', criteria: [] }, [])).toContain('nothing was asked');
});

test('a foreign id of 10,000 emoji is quoted in 60 whole ones', () => {
  const said = because({ approved: true, comment: '', criteria: [pass('👩‍👩‍👧'.repeat(10_000))] });
  expect(said).toContain(`${'👩‍👩‍👧'.repeat(3)}`);
  expect(said.length).toBeLessThan(800);
  expect(said.isWellFormed()).toBe(true);
});

test('the schema takes what the reader takes and refuses a wrong id, a text for a boolean and a field too many', () => {
  const fits = new Ajv2020().compile(verdictSchema(IDS));
  expect(fits({ approved: true, comment: '', criteria: both })).toBe(true);
  expect(fits({ approved: true, comment: '', criteria: [pass('c9')] })).toBe(false);
  expect(fits({ approved: 'true', comment: '', criteria: both })).toBe(false);
  expect(fits({ approved: true, comment: '', criteria: both, extra: 1 })).toBe(false);
  const scored = new Ajv2020().compile(verdictSchema(IDS, ['tone']));
  expect(scored({ approved: true, comment: '', criteria: both, scores: { tone: 4 } })).toBe(true);
  expect(scored({ approved: true, comment: '', criteria: both })).toBe(false);
  expect(new Ajv2020().compile(verdictSchema([]))({ approved: false, comment: 'x', criteria: [] })).toBe(true);
});
