// Fifty pieces of product copy asked for at once: five writers, two editors, one file. What can be counted is reviewed by
// code, the rest by an editor; what is sent back is written again. At the end the record is counted: nothing happened twice.
import { performance } from 'node:perf_hooks';
import { createTeam, reviewer, worker, type MusterEvent, type TaskInput } from '../../src/index.ts'; // in your project: from 'muster'

const NAMES = ['Breeze fan', 'Trail bottle', 'Canvas bag', 'Desk lamp', 'Rain cape', 'Picnic rug', 'Pocket radio', 'Sun hat', 'Ice tray', 'Bike bell'];
const POINTS = ['light', 'foldable', 'made to last', 'easy to clean', 'repairable at home', 'packed without plastic', 'guaranteed for five years', 'sold in four colours'];

/** A brief as one of fifty customers would hand it in: two rules that code counts, a sentence for an editor. */
const briefOf = (index: number): TaskInput => ({
  title: `Copy ${index + 1}: ${NAMES[index % NAMES.length]}`,
  skills: ['copywriting'],
  input: { product: `${NAMES[index % NAMES.length]} no. ${index + 1}`, points: POINTS.slice(0, 3 + (index % 6)), is_new: index % 7 === 0 },
  criteria: [{ max_chars: 140 }, { must_contain: POINTS.slice(0, 3) }, 'It opens with the name of the product.'],
});

const writers = Array.from({ length: 5 }, (_, index) =>
  worker(`writer-${index + 1}`, {
    skills: ['copywriting'],
    run({ input: { product, points, is_new: isNew }, rework }) {
      // The first draft says everything; one that was sent back keeps to the name and the three best points.
      const said = [points].flat().slice(0, rework === null ? undefined : 3).join(', ');
      return { output: `${isNew === true && rework === null ? 'New this summer: ' : ''}${String(product)} is ${said}. Ask for it in your shop.` };
    },
  }));

const editors = Array.from({ length: 2 }, (_, index) =>
  reviewer(`editor-${index + 1}`, {
    review: ({ task, output }) => {
      const approved = String(output).startsWith(String(task.input['product']));
      return { approved, fixes: approved ? [] : ['Open with the name of the product.'] };
    },
  }));

await using team = createTeam({ name: 'copy-desk', members: [...writers, ...editors], policy: { unattended: true } });
const goal = await team.open('Fifty pieces of product copy');
const from = performance.now();
await Promise.all(Array.from({ length: 50 }, (_, index) => goal.add([briefOf(index)])));
const { status } = await goal.ended();
const ms = Math.round(performance.now() - from);

const [tasks, events] = await Promise.all([team.tasks(goal.id), team.events(goal.id)]);
const count = (type: MusterEvent['type'], by?: string) => events.filter((event) => event.type === type && (by === undefined || (event.details?.['reviewer'] === 'code') === (by === 'code'))).length;
/** Moves that share their task and version with another, and results handed in twice under one attempt. */
const keys = events.flatMap(({ taskId, version, type, details }) => [...(version > 0 ? [`${taskId} ${version}`] : []), ...(type === 'task.submitted' ? [String(details?.['attempt_id'])] : [])]);
console.table({
  tasks: tasks.length, accepted: tasks.filter(({ state }) => state === 'done').length,
  'rejected by code': count('task.rejected', 'code'), 'rejected by an editor': count('task.rejected', 'editor'), reworks: count('task.rework_requested'),
  'duration in ms': ms, events: events.length, doubles: keys.length - new Set(keys).size,
});
console.log(`${goal.id}: ${status} · ${team.location}`);
if (status !== 'done') process.exitCode = 1;
