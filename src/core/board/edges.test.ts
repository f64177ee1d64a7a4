// Who waits for whom: a success opens the way of all that waited for it, a failure of none.
import { expect, test } from 'vitest';
import { Edges } from './edges.ts';

const diamond = (): Edges => {
  const edges = new Edges();
  edges.add('task_2', 'task_1');
  edges.add('task_3', 'task_1');
  edges.add('task_4', 'task_2');
  edges.add('task_4', 'task_3');
  return edges;
};

test('of two prerequisites that succeed the second leaves none open, and each time the dependant is named', () => {
  const edges = diamond();
  expect([...edges.ended('task_2', true)]).toEqual(['task_4']);
  expect([...edges.open('task_4')]).toEqual(['task_3']);
  expect([...edges.ended('task_3', true)]).toEqual(['task_4']);
  expect(edges.open('task_4').size).toBe(0);
});

test('a failure names its dependants and stays open', () => {
  const edges = diamond();
  expect([...edges.ended('task_2', false)]).toEqual(['task_4']);
  expect([...edges.open('task_4')]).toEqual(['task_2', 'task_3']);
});

test('only the waiting side of an edge is held back', () => {
  const edges = diamond();
  expect([edges.open('task_1').size, edges.open('task_4').size]).toEqual([0, 2]);
  expect([...edges.dependants('task_1')]).toEqual(['task_2', 'task_3']);
});

test('a cut edge, and a task that is forgotten, hold nobody', () => {
  const edges = diamond();
  edges.cut('task_4', 'task_2');
  expect([[...edges.open('task_4')], edges.dependants('task_2').size]).toEqual([['task_3'], 0]);
  edges.forget('task_4');
  expect([edges.has('task_4'), edges.dependants('task_3').size]).toEqual([false, 0]);
});

test('an edge that is added twice is one', () => {
  const edges = diamond();
  edges.add('task_4', 'task_2');
  edges.ended('task_2', true);
  expect([...edges.open('task_4')]).toEqual(['task_3']);
});
