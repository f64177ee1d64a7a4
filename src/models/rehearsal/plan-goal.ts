// Plays the manager: a plan made from the roster. Every item uses a skill that somebody really has and an input that fits that
// member; what is found out comes before what is settled, made and finished. One vague item is added on purpose, so that a
// rehearsal shows code dropping it.
import { foldText, shorten } from '../../core/text/fold-text.ts';
import type { Json, JsonObject, Locale } from '../../core/json.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf, textsOf } from '../samples/facts.ts';
import { fingerprint, pick } from '../samples/fingerprint.ts';
import { labelled } from './sentences.ts';
import { graphemesOf } from '../samples/measure-text.ts';
import { type Workload, inputFor, keyWordOf, mainField, takesText } from './plan-input.ts';
import { type WorkKind, kindOf } from './work-kinds.ts';

/** One goal gives one plan; several, in one call, give a plan each in their order. */
export function planGoal(facts: Readonly<Record<string, Json>>, locale: Locale): JsonObject {
  const { goals, ...shared } = facts;
  return goals === undefined ? planOne(facts, locale) : { plans: objectsOf(goals).map((each) => planOne({ ...shared, goal: textOf(each['goal']) }, locale)) };
}

function planOne(facts: Readonly<Record<string, Json>>, locale: Locale): JsonObject {
  const goal = { text: textOf(facts['goal']), topic: topicOf(textOf(facts['goal'])), locale };
  const members = workersAmong(objectsOf(facts['members']));
  const unassigned = objectsOf(facts['tasks']);
  if (unassigned.length > 0) return { tasks: unassigned.map((task, index) => replacement(task, members, { goal, index })) };
  const feedback = textsOf(facts['feedback']).map((text) => shorten(text, 300));
  const most = Math.max(1, Math.floor(numberOf(objectOf(facts['limits'])['max_tasks']) ?? 12));
  // A plan that was turned down comes back a size smaller: nearly every complaint is easier to meet with less.
  const size = Math.min(most, feedback.length === 0 ? LARGEST : Math.max(SMALLEST, LARGEST - feedback.length));
  const jobs = jobsFor(members, size);
  const items = withDependencies(jobs).map((job, index) => itemFor(job, { goal, feedback: index === 0 ? feedback : [], minimal: feedback.length > 0 }));
  const lively = livelyAmong(jobs);
  const tasks = items.map((item, index) => ({ ...item, criteria: criteriaFor(jobs[index], { goal, input: objectOf(item['input']), lively: index === lively }) }));
  return { tasks: feedback.length === 0 && tasks.length < most ? [...tasks, ...vagueItem(tasks, members, locale)] : tasks };
}

const SMALLEST = 3;
const LARGEST = 6;

interface Goal {
  readonly text: string;
  readonly topic: string;
  readonly locale: Locale;
}

interface Job extends Workload {
  readonly id: string;
  readonly skill: string;
  readonly kind: WorkKind;
  /** Set when one skill has to carry several tasks: the stage of the work that this one is. */
  readonly stage?: 'collect' | 'draft' | 'finish';
  readonly dependsOn: readonly string[];
}

/** The goal in short, for titles: the clauses of its first line that fit, or a part of the first one. */
function topicOf(goal: string): string {
  const line = (goal.trim().split('\n')[0] ?? '').trim().replace(/[.。!！]+$/u, '');
  const most = /\p{Script=Han}/u.test(line) ? 24 : 48;
  const cut = shorten(line, most);
  const clauses = cut === line ? line : cut.slice(0, Math.max(cut.search(/[,，;；:：。](?=[^,，;；:：。]*$)/u), 0));
  return graphemesOf(clauses).length >= 6 ? clauses : cut || '—';
}

/** Those who do work: members with the role worker; in a team that names no role, all but managers and reviewers. */
function workersAmong(members: readonly JsonObject[]): readonly JsonObject[] {
  const rolesOf = (member: JsonObject): readonly string[] => textsOf(member['role']);
  const workers = members.filter((member) => rolesOf(member).includes('worker'));
  if (workers.length > 0) return workers;
  const others = members.filter((member) => !rolesOf(member).some((role) => role === 'manager' || role === 'reviewer' || role === 'leader'));
  return others.length > 0 ? others : members;
}

/** Each worker's first skill, then second skills, then stages of one skill, until there are at least three jobs. */
function jobsFor(members: readonly JsonObject[], size: number): readonly Job[] {
  const found: Job[] = [];
  const taken = new Set<string>();
  for (let round = 0; round < 8 && (round === 0 || found.length < SMALLEST); round += 1) {
    for (const member of members) {
      const skill = textsOf(member['skills']).filter((each) => foldText(each) !== '')[round];
      if (skill === undefined || taken.has(foldText(skill)) || found.length >= size) continue;
      taken.add(foldText(skill));
      found.push({ id: '', member, field: mainField(member), skill, kind: kindOf(skill), dependsOn: [] });
    }
  }
  return named(found.length >= Math.min(SMALLEST, size) ? found : inStages(found, members, size));
}

function inStages(found: readonly Job[], members: readonly JsonObject[], size: number): readonly Job[] {
  const [first] = found;
  const base: Job = first ?? { id: '', member: members[0] ?? {}, field: undefined, skill: '', kind: kindOf(''), dependsOn: [] };
  const stages: readonly Job[] = STAGES.map((stage) => ({ ...base, stage }));
  // The other skills that there are take the place of the stages in the middle.
  return [...stages.slice(0, SMALLEST - Math.max(found.length - 1, 0)), ...found.slice(1)].slice(0, size);
}

const STAGES = ['collect', 'draft', 'finish'] as const;

const STAGE_TITLES = {
  collect: { en: 'Collect what is needed: {topic}', zh: '收集所需材料：{topic}' },
  draft: { en: 'Make the first version: {topic}', zh: '做出初稿：{topic}' },
  finish: { en: 'Bring to its final form: {topic}', zh: '完善定稿：{topic}' },
} as const;

/** Gives each job an id that says what it is, and orders the jobs by rank; the order of the members decides within a rank. */
function named(jobs: readonly Job[]): readonly Job[] {
  const used = new Map<string, number>();
  return jobs.toSorted((left, right) => left.kind.rank - right.kind.rank).map((job) => {
    const name = job.stage ?? job.kind.name;
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return { ...job, id: count === 1 ? name : `${name}_${count}` };
  });
}

/** Every job waits for the nearest lower rank that is present; without ranks the first job leads. Stages follow one another. */
function withDependencies(jobs: readonly Job[]): readonly Job[] {
  const [leader] = jobs;
  const isFlat = jobs.every((job) => job.kind.rank === leader?.kind.rank);
  return jobs.map((job, index) => {
    if (job.stage !== undefined && index > 0) return { ...job, dependsOn: [jobs[index - 1]?.id ?? ''] };
    if (isFlat) return index === 0 || leader === undefined || job.kind.rank === 0 ? job : { ...job, dependsOn: [leader.id] };
    const before = Math.max(...jobs.filter((other) => other.kind.rank < job.kind.rank).map((other) => other.kind.rank));
    return { ...job, dependsOn: jobs.filter((other) => other.kind.rank === before).map((other) => other.id) };
  });
}

function itemFor(job: Job, { goal, feedback, minimal }: { goal: Goal; feedback: readonly string[]; minimal: boolean }): JsonObject {
  const { topic, locale } = goal;
  const fill = (text: string): string => text.replace(/\{(topic|skill)\}/g, (_, name: string) => (name === 'topic' ? topic : job.skill));
  const title = fill((job.stage === undefined ? job.kind.title : STAGE_TITLES[job.stage])[locale]);
  // Two skills of one kind would give two tasks of one name.
  const distinct = /_\d+$/.test(job.id) && job.kind.name !== 'work' ? (locale === 'zh' ? `${title}（${job.skill}）` : `${title} (${job.skill})`) : title;
  const heeded = feedback.length === 0 ? '' : locale === 'zh' ? `已考虑的意见：${feedback.join('；')}` : ` Taken into account: ${feedback.join('; ')}`;
  const about = locale === 'zh' ? `目标：${goal.text.trim().replace(/。$/, '')}。` : ` The goal: ${goal.text.trim()}`;
  return {
    id: job.id,
    title: distinct,
    content: labelled(`${fill(job.kind.content[locale])}${about}${heeded}`, locale),
    skills: job.skill === '' ? [] : [job.skill],
    input: inputFor(job.member, { goal: goal.text, title: distinct, topic, locale, minimal, lively: job.kind.name === 'copy' && takesText(job) }),
    depends_on: job.dependsOn,
    needs_context: job.dependsOn,
  };
}

/** The one task that gets a rule which its first attempt leaves unmet, so that a rework is seen. */
function livelyAmong(jobs: readonly Job[]): number {
  const copy = jobs.findLastIndex((job) => job.kind.name === 'copy' && takesText(job));
  return copy >= 0 ? copy : jobs.findLastIndex(takesText);
}

function criteriaFor(job: Job | undefined, { goal, input, lively }: { goal: Goal; input: JsonObject; lively: boolean }): readonly Json[] {
  const zh = goal.locale === 'zh';
  if (job === undefined || !takesText(job)) return [sentence(zh ? '成果围绕目标展开，没有跑题。' : 'The result deals with the goal and does not wander off.')];
  const limit = numberOf(input['max_length']) ?? numberOf(input['max_chars']) ?? 600;
  const keyWord = keyWordOf(goal.text);
  const open = zh ? ['风险', '负责人', '截止时间'] : ['risk', 'owner', 'deadline'];
  return [
    { rule: 'max_chars', value: limit, ...(job.field === undefined ? {} : { field: job.field }) },
    ...(keyWord === '' ? [] : [{ rule: 'must_contain', values: [keyWord] }]),
    ...(lively && job.kind.name === 'copy' ? [{ rule: 'min_count', pattern: 'exclamation_marks', value: 3 }] : []),
    ...(lively && job.kind.name !== 'copy' ? [{ rule: 'must_contain_any', values: open, min: 2 }] : []),
    sentence(zh ? '结尾给出一个具体的下一步。' : 'It ends with a concrete next step.'),
  ];
}

const sentence = (text: string): JsonObject => ({ rule: 'sentence', text });

function vagueItem(tasks: readonly JsonObject[], members: readonly JsonObject[], locale: Locale): readonly JsonObject[] {
  const skill = locale === 'zh' ? '总结汇报' : 'final summary';
  if (members.some((member) => textsOf(member['skills']).some((each) => foldText(each) === skill))) return [];
  const content = locale === 'zh' ? '汇总前面的工作。' : 'Sum up the work so far.';
  return [{
    id: 'summary', title: locale === 'zh' ? '撰写总结汇报' : 'Write the final summary', content: labelled(content, locale),
    skills: [skill], input: {}, criteria: [], depends_on: tasks.map((task) => textOf(task['id'])), needs_context: [],
  }];
}

/** An unassigned task with a skill that exists: one of the least busy members takes it. Without any skill it stays as it is. */
function replacement(task: JsonObject, members: readonly JsonObject[], { goal, index }: { goal: Goal; index: number }): JsonObject {
  const skilled = members.filter((member) => textsOf(member['skills']).length > 0);
  const least = Math.min(...skilled.map((member) => numberOf(member['load']) ?? 0));
  const member = pick(skilled.filter((each) => (numberOf(each['load']) ?? 0) === least), fingerprint(textOf(task['title'])) + index);
  const skill = member === undefined ? undefined : pick(textsOf(member['skills']), fingerprint(textOf(task['title'])));
  // Another title: the task whose place it takes may still stand on the board under the old one.
  const title = goal.locale === 'zh' ? `${textOf(task['title'])}（重新安排）` : `${textOf(task['title'])} (arranged anew)`;
  return {
    id: `again_${index + 1}`,
    title,
    content: textOf(task['content']) || labelled(title, goal.locale),
    skills: skill === undefined ? listOf(task['skills']) : [skill],
    input: member === undefined ? objectOf(task['input']) : inputFor(member, { goal: goal.text, title, topic: goal.topic, locale: goal.locale, minimal: false, lively: false }),
    criteria: listOf(task['criteria']),
    depends_on: listOf(task['depends_on']),
    needs_context: listOf(task['needs_context']),
  };
}
