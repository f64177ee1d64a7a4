// A person's word or file becomes context of the task, whoever holds it and whatever happens to it next.
import { expect, test } from 'vitest';
import { bench, codeOf, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Decision } from '../change.ts';
import type { TaskId } from '../ids.ts';
import { addNote, type Attachment, type PersonsNote } from './add-note.ts';

const FILE: Attachment = { path: '/notes/prices.txt', sha256: 'ab12', bytes: 9, text: 'tea: 3.50' };

function note(b: Bench, id: TaskId, given: Partial<PersonsNote> & { readonly briefSeq?: number }): Decision<undefined> {
  const brief = b.rows.briefs.get(id);
  if (brief === undefined) throw new Error(`there is no ${id}`);
  return b.commit((board) => addNote(board, id, { by: 'ann', note: null, attached: [], brief, briefSeq: b.task(id).briefSeq, ...given }), [id]);
}
const working = (): Bench => {
  const b = bench({ members: [worker('a'), reviewer('r')] });
  b.add([{ content: 'write an ad' }]);
  b.news();
  return b;
};
const contextOf = (b: Bench, id: TaskId) => b.rows.briefs.get(id)?.context;

test('is added while somebody works, without a move: state, version and clocks stay', () => {
  verifies('people.add_to_task');
  const b = working();
  const before = b.task('task_1');
  note(b, 'task_1', { note: 'mention the sun' });
  expect(b.news()).toEqual(['task_1 note_added']);
  expect(b.rows.events.at(-1)).toMatchObject({ memberId: 'ann', details: { note: 'mention the sun', by: 'ann', title: 'task', content: 'write an ad' } });
  expect(contextOf(b, 'task_1')).toEqual([{ source: 'person', text: 'mention the sun' }]);
  expect(b.task('task_1')).toEqual({ ...before, briefSeq: b.rows.events.length });
});

test('a second note stands beside the first; one that was decided on an older text is refused, so that neither is lost', () => {
  verifies('people.add_to_task');
  const b = working();
  const { briefSeq } = b.task('task_1');
  note(b, 'task_1', { note: 'one' });
  expect(codeOf(note(b, 'task_1', { note: 'two', briefSeq }))).toBe('store.conflict');
  note(b, 'task_1', { note: 'two' });
  expect(contextOf(b, 'task_1')?.map((piece) => piece.text)).toEqual(['one', 'two']);
});

test('a file is told with its path, size, hash and text; one without text by its path only', () => {
  verifies('people.add_to_task');
  const b = working();
  note(b, 'task_1', { attached: [FILE, { path: '/pictures/tea.png', sha256: 'cd34', bytes: 200_000, text: null }] });
  expect(contextOf(b, 'task_1')).toEqual([
    { source: 'person', text: 'Attached file /notes/prices.txt (9 bytes, sha256 ab12)\ntea: 3.50' },
    { source: 'person', text: 'Attached file /pictures/tea.png (200000 bytes, sha256 cd34)\n[not shown here: too large, or not text; read it at its path]' },
  ]);
  expect(b.rows.events.at(-1)?.details).toMatchObject({ files: [{ path: '/notes/prices.txt', sha256: 'ab12', bytes: 9 }, { path: '/pictures/tea.png', sha256: 'cd34', bytes: 200_000 }] });
});

test('an empty note and a note on a task that has ended are refused with what to do', () => {
  const b = working();
  expect(codeOf(note(b, 'task_1', { note: '  ' }))).toBe('input.invalid');
  b.submit('task_1');
  b.approve('task_1');
  expect(codeOf(note(b, 'task_1', { note: 'too late' }))).toBe('lifecycle.illegal_move');
  expect(codeOf(b.commit((board) => addNote(board, 'task_9', { by: 'ann', note: 'x', attached: [], brief: { title: '', content: '', skills: [], input: {}, criteria: [], context: [], contextFrom: null, name: null }, briefSeq: 1 })))).toBe('task.not_found');
});

test('a file that comes with an answer is part of the task before the answer moves it; an edit keeps it', () => {
  verifies('people.add_to_task');
  const escalated = (): Bench => {
    const b = working();
    for (let round = 1; round <= 3; round += 1) b.lose('task_1');
    b.news();
    return b;
  };
  const retried = escalated();
  retried.answer('retry', { attached: [FILE] });
  expect(retried.news()).toEqual(['question_1 answered', 'task_1 note_added', 'task_1 retried', 'task_1 assigned a', 'task_1 started a']);
  expect(contextOf(retried, 'task_1')?.[0]?.text).toContain('tea: 3.50');

  const edited = escalated();
  edited.answer('edit', { attached: [FILE], edits: { title: 'better' } });
  expect(edited.rows.briefs.get('task_1')).toMatchObject({ title: 'better', context: [{ source: 'person', text: expect.stringContaining('tea: 3.50') }] });

  const stale = escalated();
  const { briefSeq } = stale.task('task_1');
  note(stale, 'task_1', { note: 'seen' });
  expect(codeOf(stale.answer('edit', { edits: { title: 'x' }, briefSeq }))).toBe('store.conflict');
  expect(stale.openQuestions()).toHaveLength(1);
});
