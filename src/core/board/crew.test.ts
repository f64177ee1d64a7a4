// The crew's book: who sits where, which lanes a change of room concerns, and that a new registration keeps what it must.
import { describe, expect, test } from 'vitest';
import { manager, reviewer, worker } from '../../../test/bench-board.ts';
import { CrewBook, hasRoom, requiredBy, seatsFor, type Crew } from './crew.ts';

const crewOf = (...members: Parameters<CrewBook['register']>[1][]): { book: CrewBook; crew: Crew } => {
  const book = new CrewBook();
  for (const one of members) book.register('team', one);
  return { book, crew: book.of(1, 'team') };
};
const names = (seats: readonly { registration: { agentId: string } }[]): string[] => seats.map((seat) => seat.registration.agentId);

describe('seats', () => {
  test('by role, in the order of registration; one with two roles sits in both', () => {
    const { crew } = crewOf(reviewer('r'), worker('b', [], { roles: ['worker', 'reviewer'] }), manager('m'), worker('a'));
    expect([names(crew.byRole.worker), names(crew.byRole.reviewer), names(crew.byRole.manager)]).toEqual([['b', 'a'], ['r', 'b'], ['m']]);
  });

  test('of a lane are the workers that cover its skills; of a named lane just that member', () => {
    const { crew } = crewOf(worker('a', ['x', 'y']), worker('b', ['x']), reviewer('r'));
    expect([names(seatsFor(crew, 'x')), names(seatsFor(crew, 'x y')), names(seatsFor(crew, '')), names(seatsFor(crew, '@b')), names(seatsFor(crew, '@r')), names(seatsFor(crew, '@'))])
      .toEqual([['a', 'b'], ['a'], ['a', 'b'], ['b'], [], []]);
  });

  test('a key of skills says what it asks for; a named lane asks for none', () => {
    expect([requiredBy('x y'), requiredBy(''), requiredBy('@x y')]).toEqual([['x', 'y'], [], []]);
  });
});

describe('registering again', () => {
  test('keeps the load, the place in the order and what waits for room; takes the new skills, roles and capacity', () => {
    const { book, crew } = crewOf(worker('a', ['x']), worker('b', ['x']));
    book.load(crew, 'a', 1);
    Object.assign(crew.seats.get('a')!, { returning: new Set(['task_1']) });
    book.register('team', worker('a', ['y'], { capacity: 3, roles: ['worker', 'reviewer'] }));
    const seat = crew.seats.get('a');
    expect(seat).toMatchObject({ load: 1, registration: { capacity: 3 } });
    expect([...(seat?.returning ?? [])]).toEqual(['task_1']);
    expect([names(crew.byRole.worker), names(crew.byRole.reviewer), names(seatsFor(crew, 'x'))]).toEqual([['a', 'b'], ['a'], ['b']]);
  });

  test('counts who has room rightly when the capacity changes', () => {
    const { book, crew } = crewOf(worker('a'), worker('b'));
    expect(crew.free).toBe(2);
    book.load(crew, 'a', 1);
    expect(crew.free).toBe(1);
    book.register('team', worker('a', [], { capacity: 2 }));
    expect(crew.free).toBe(2);
    book.register('team', worker('a'));
    expect([crew.free, hasRoom(crew.seats.get('a')!)]).toEqual([1, false]);
  });

  test('with the same record is no news', () => {
    const { book } = crewOf(worker('a', ['x']));
    expect([book.isNews('team', worker('a', ['x'])), book.isNews('team', worker('a', ['y'])), book.isNews('other', worker('a', ['x']))]).toEqual([false, true, true]);
  });
});

test('a process counts the room of its own members: two owners of one team have two crews', () => {
  const { book, crew } = crewOf(worker('a'));
  const other = book.of(2, 'team');
  book.load(crew, 'a', 1);
  expect([crew.seats.get('a')?.load, other.seats.get('a')?.load, book.of(1, 'team') === crew]).toEqual([1, 0, true]);
});

test('room of a member that is not there is nobody’s', () => {
  const { book, crew } = crewOf();
  expect(book.load(crew, 'ghost', -1)).toBeUndefined();
  expect(crew.free).toBe(0);
});
