// An executable model of one task and its prerequisite, explored to the last situation under every policy.
// The rules below are written from the prose, not from the table; every move is asked of the table. So a rule without its row is
// noticed ("refused") and a row without its rule too ("unused"), and the promises about owners, deadlines and ends are proved.
//
// A policy is one of 96: 2 styles x 2 reviews x 2 plan gates x person present or not x 3 after_cap x 2 on_prerequisite_failure.
// What is a fact of the task or of luck is left open and explored both ways under each policy: criteria that code checks,
// `unanswered`, a fault that no retry mends, an author that is gone. Caps are lowered to the least that shows both sides.
import { describe, expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { TASK_STATES, TASK_TABLE } from './lifecycles.ts';
import type { Mover, TaskState } from './lifecycles.ts';
import { machine } from './state-machine.ts';
import type { Machine, Row } from './state-machine.ts';

interface Policy {
  readonly style: 'push' | 'pull';
  readonly review: 'none' | 'members';
  readonly planGate: boolean;
  readonly person: boolean;
  readonly afterCap: 'ask' | 'accept_best' | 'fail';
  readonly onPrerequisiteFailure: 'cancel' | 'replan';
}

const POLICIES: readonly Policy[] = (['push', 'pull'] as const).flatMap((style) =>
  (['none', 'members'] as const).flatMap((review) =>
    [false, true].flatMap((planGate) =>
      [false, true].flatMap((person) =>
        (['ask', 'accept_best', 'fail'] as const).flatMap((afterCap) =>
          (['cancel', 'replan'] as const).map((onPrerequisiteFailure) => ({ style, review, planGate, person, afterCap, onPrerequisiteFailure })))))));

/** Everything that a rule may look at. Counters run from 0 to their lowered cap. */
interface Situation {
  readonly state: TaskState;
  readonly prerequisite: 'met' | 'open' | 'failed';
  readonly plan: 'none' | 'submitted' | 'accepted';
  readonly criteria: boolean;
  readonly result: boolean;
  readonly replaced: boolean;
  readonly offered: boolean;
  readonly attempts: number;
  readonly losses: number;
  readonly reviewFaults: number;
  readonly refusals: number;
  readonly replans: number;
  readonly placements: number;
  readonly interventions: number;
}
const CAP = { attempts: 2, losses: 2, reviewFaults: 2, refusals: 2, replans: 1, placements: 1, interventions: 1 };

// ── the rules, from the prose ───────────────────────────────────────────────────────────────────────────────────────

interface Rule {
  readonly verb: string;
  readonly by: readonly Mover[];
  readonly from: readonly TaskState[];
  readonly to: TaskState;
  readonly when?: (now: Situation, policy: Policy, by: Mover) => boolean;
  readonly after?: (now: Situation, by: Mover) => Partial<Situation>;
  /** An engine move that somebody outside must cause: it never happens while all outside parties are mute. */
  readonly outside?: true;
}

const HELD: readonly TaskState[] = ['assigned', 'claimed', 'plan_approved', 'executing'];
const UNUSED = { losses: 0, reviewFaults: 0, refusals: 0, replans: 0, placements: 0, interventions: 0 };
const granted = (now: Situation): Partial<Situation> => ({ ...UNUSED, attempts: Math.min(now.attempts, CAP.attempts - 1) });
const anew = { plan: 'none', offered: false } as const;
const mayIntervene = (now: Situation, _: Policy, by: Mover): boolean => by === 'person' || now.interventions < CAP.interventions;
const intervened = (now: Situation, by: Mover): Partial<Situation> =>
  by === 'person' ? { ...granted(now), ...anew } : { interventions: now.interventions + 1, ...anew };
const reviewed = (now: Situation, policy: Policy): boolean => policy.review === 'members' || now.criteria;
const mayJudge = (now: Situation, policy: Policy, by: Mover): boolean => (by === 'engine' ? now.criteria : policy.review === 'members');
const mayHandIn = (now: Situation, policy: Policy): boolean => now.state !== 'claimed' || !policy.planGate;
const capped = (afterCap: Policy['afterCap']) => (now: Situation, policy: Policy): boolean =>
  now.attempts >= CAP.attempts && policy.afterCap === afterCap;
const attemptsLeft = (now: Situation): boolean => now.attempts < CAP.attempts;

const RULES: readonly Rule[] = [
  { verb: 'unblock', by: ['engine'], from: ['blocked'], to: 'pending', when: (now) => now.prerequisite === 'open', after: () => ({ prerequisite: 'met' }) },
  { verb: 'rewire', by: ['manager', 'person'], from: ['blocked'], to: 'blocked', when: (now, policy) => now.prerequisite === 'failed' && policy.onPrerequisiteFailure === 'replan' && now.replans < CAP.replans,
    after: (now) => ({ prerequisite: 'open', replans: now.replans + 1 }) },
  { verb: 'cancel', by: ['engine'], from: ['blocked'], to: 'cancelled', when: (now) => now.prerequisite === 'failed' },
  { verb: 'add_dependency', by: ['manager', 'person'], from: ['pending', 'unassigned', 'assigned'], to: 'blocked', after: () => ({ prerequisite: 'open', ...anew }) },
  { verb: 'assign', by: ['engine'], from: ['pending'], to: 'assigned', when: (_, policy) => policy.style === 'push', after: () => anew },
  { verb: 'assign', by: ['manager', 'person'], from: ['pending'], to: 'assigned', when: (_, policy) => policy.style === 'pull', after: () => anew },
  { verb: 'claim', by: ['member'], from: ['pending'], to: 'claimed', when: (_, policy) => policy.style === 'pull', after: () => anew },
  { verb: 'offer', by: ['engine'], from: ['pending'], to: 'pending', when: (now, policy) => policy.style === 'pull' && !now.offered, after: () => ({ offered: true }) },
  { verb: 'shelve', by: ['engine'], from: ['pending'], to: 'unassigned', when: (now, policy) => policy.style === 'push' || now.offered, after: () => anew },
  { verb: 'place', by: ['manager'], from: ['unassigned'], to: 'pending', when: (now) => now.placements < CAP.placements, after: (now) => ({ placements: now.placements + 1 }) },
  { verb: 'place', by: ['engine'], from: ['unassigned'], to: 'pending', outside: true },
  { verb: 'split', by: ['manager'], from: ['unassigned'], to: 'cancelled', after: () => ({ replaced: true }) },
  { verb: 'escalate', by: ['engine'], from: ['unassigned'], to: 'escalated' },
  { verb: 'start', by: ['worker'], from: ['assigned'], to: 'executing', when: (_, policy) => policy.style === 'push' && !policy.planGate },
  { verb: 'start', by: ['holder'], from: ['assigned'], to: 'claimed', when: (now, policy) => (policy.planGate ? now.plan !== 'accepted' : policy.style === 'pull') },
  { verb: 'start', by: ['holder'], from: ['assigned'], to: 'plan_approved', when: (now, policy) => policy.planGate && now.plan === 'accepted' },
  { verb: 'decline', by: ['holder'], from: HELD, to: 'unassigned', after: () => anew },
  { verb: 'lose', by: ['engine'], from: HELD, to: 'pending', when: (now) => now.losses + 1 < CAP.losses, after: (now) => ({ losses: now.losses + 1, ...anew }) },
  { verb: 'escalate', by: ['engine'], from: HELD, to: 'escalated' },
  { verb: 'submit_plan', by: ['holder'], from: ['claimed'], to: 'claimed', when: (now, policy) => policy.planGate && now.plan === 'none', after: () => ({ plan: 'submitted' }) },
  { verb: 'approve_plan', by: ['manager', 'person'], from: ['claimed'], to: 'plan_approved', when: (now) => now.plan === 'submitted', after: () => ({ plan: 'accepted' }) },
  { verb: 'refuse_plan', by: ['manager', 'person'], from: ['claimed'], to: 'claimed', when: (now) => now.plan === 'submitted' && now.refusals + 1 < CAP.refusals,
    after: (now) => ({ plan: 'none', refusals: now.refusals + 1 }) },
  { verb: 'submit', by: ['holder'], from: ['executing', 'plan_approved', 'claimed'], to: 'pending_review', when: (now, policy) => mayHandIn(now, policy) && reviewed(now, policy),
    after: (now) => ({ result: true, attempts: Math.min(now.attempts + 1, CAP.attempts) }) },
  { verb: 'submit', by: ['holder'], from: ['executing', 'plan_approved', 'claimed'], to: 'completed', when: (now, policy) => mayHandIn(now, policy) && !reviewed(now, policy) },
  { verb: 'approve', by: ['reviewer', 'engine'], from: ['pending_review'], to: 'approved', when: mayJudge },
  { verb: 'reject', by: ['reviewer', 'engine'], from: ['pending_review'], to: 'rejected', when: mayJudge },
  { verb: 'inconclusive', by: ['engine'], from: ['pending_review'], to: 'pending_review', when: (now) => now.reviewFaults + 1 < CAP.reviewFaults, after: (now) => ({ reviewFaults: now.reviewFaults + 1 }) },
  { verb: 'escalate', by: ['engine'], from: ['pending_review'], to: 'escalated', when: (now, policy) => policy.review === 'members' || now.reviewFaults + 1 >= CAP.reviewFaults },
  { verb: 'accept', by: ['engine'], from: ['approved'], to: 'done' },
  { verb: 'rework', by: ['engine'], from: ['rejected'], to: 'assigned', when: attemptsLeft },
  { verb: 'release', by: ['engine'], from: ['rejected'], to: 'pending', when: attemptsLeft, after: () => anew },
  { verb: 'escalate', by: ['engine'], from: ['rejected'], to: 'escalated', when: capped('ask') },
  { verb: 'accept', by: ['engine'], from: ['rejected'], to: 'done', when: capped('accept_best') },
  { verb: 'fail', by: ['engine'], from: ['rejected'], to: 'failed', when: capped('fail') },
  { verb: 'retry', by: ['person'], from: ['escalated'], to: 'pending', after: granted },
  { verb: 'reassign', by: ['person'], from: ['escalated'], to: 'assigned', after: granted },
  { verb: 'accept', by: ['person'], from: ['escalated'], to: 'done', when: (now) => now.result },
  { verb: 'edit_result', by: ['person'], from: ['escalated'], to: 'done' },
  { verb: 'split', by: ['person'], from: ['escalated'], to: 'cancelled', after: () => ({ replaced: true }) },
  { verb: 'cancel', by: ['person'], from: ['escalated'], to: 'cancelled' },
  { verb: 'fail', by: ['person'], from: ['escalated'], to: 'failed' },
  { verb: 'expire', by: ['engine'], from: ['escalated'], to: 'failed' },
  { verb: 'expire', by: ['engine'], from: ['escalated'], to: 'done', when: (now) => now.result },
  { verb: 'edit', by: ['manager', 'person'], from: ['blocked'], to: 'blocked' },
  { verb: 'edit', by: ['manager', 'person'], from: ['pending', 'unassigned', ...HELD, 'pending_review', 'rejected'], to: 'pending', when: mayIntervene, after: intervened },
  { verb: 'edit', by: ['person'], from: ['escalated'], to: 'pending', after: granted },
  { verb: 'reassign', by: ['manager', 'person'], from: ['unassigned', ...HELD, 'rejected'], to: 'assigned', when: mayIntervene, after: intervened },
  { verb: 'release', by: ['manager', 'person'], from: HELD, to: 'pending', when: mayIntervene, after: intervened },
  { verb: 'cancel', by: ['manager', 'person'], from: ['blocked', 'pending', 'unassigned', ...HELD, 'pending_review', 'rejected'], to: 'cancelled' },
  { verb: 'reopen', by: ['person'], from: ['done', 'completed', 'failed', 'cancelled'], to: 'pending', when: (now) => !now.replaced, after: granted },
  { verb: 'reopen', by: ['person'], from: ['done', 'completed', 'failed', 'cancelled'], to: 'blocked', when: (now) => !now.replaced, after: (now) => ({ ...granted(now), prerequisite: 'open' }) },
];

/** What every policy must reach, and nothing else. Tasks with code criteria exist everywhere, so review states do too. */
function expectedStates(policy: Policy): Set<TaskState> {
  const expected = new Set<TaskState>(['blocked', 'pending', 'unassigned', 'assigned', 'pending_review', 'rejected', 'approved', 'escalated', 'done', 'failed', 'cancelled']);
  if (policy.style === 'push' && !policy.planGate) expected.add('executing');
  else expected.add('claimed');
  if (policy.planGate) expected.add('plan_approved');
  if (policy.review === 'none') expected.add('completed');
  return expected;
}

// ── the exploration ─────────────────────────────────────────────────────────────────────────────────────────────────

type TaskMachine = Machine<readonly Row<TaskState>[]>;
type Complaint = 'refused' | 'unreached' | 'unexpected' | 'orphan' | 'stuck when mute' | 'endless when mute' | 'final state left';
interface Findings {
  readonly complaints: Set<Complaint>;
  readonly used: Set<string>;
  readonly situations: number;
  /** The longest way to an end when nobody outside says a word. */
  readonly longestMute: number;
}

interface Option {
  readonly rule: Rule;
  readonly by: Mover;
  readonly allowed: boolean;
  readonly name: string;
}
const moveName = (verb: string, from: string | null, to: string, by: string): string => `${verb}: ${from ?? '-'} -> ${to} by ${by}`;

/** The rules that concern each state under this policy, with the table's answer. */
function optionsOf(policy: Policy, table: TaskMachine, rules: readonly Rule[]): Map<TaskState, Option[]> {
  const options = new Map<TaskState, Option[]>(table.states.map((state) => [state, []]));
  for (const rule of rules) {
    for (const from of rule.from) {
      for (const by of rule.by) {
        if (by === 'person' && !policy.person) continue;
        options.get(from)?.push({ rule, by, allowed: table.allows(rule.verb, from, rule.to, by), name: moveName(rule.verb, from, rule.to, by) });
      }
    }
  }
  return options;
}

interface Node {
  readonly now: Situation;
  /** Where only the engine, or a prerequisite that ends, leads. */
  readonly mute: number[];
  /** Moves to the farthest end; 'open' while it is being measured. */
  height: number | undefined | 'open';
}

function explore(policy: Policy, table: TaskMachine, rules: readonly Rule[] = RULES): Findings {
  const options = optionsOf(policy, table, rules);
  const complaints = new Set<Complaint>();
  const used = new Set<string>();
  const nodes = new Map<number, Node>();
  const queue: Node[] = [];
  const reach = (next: Situation): number => {
    const key = keyOf(next);
    if (!nodes.has(key)) {
      const node: Node = { now: next, mute: [], height: undefined };
      nodes.set(key, node);
      queue.push(node);
    }
    return key;
  };
  for (const birth of births(policy, table, used, complaints)) reach(birth);
  // The queue grows while it is walked.
  for (const node of queue) {
    const { now } = node;
    const state = TASK_STATES[now.state];
    let led = state.final;
    for (const { rule, by, allowed, name } of options.get(now.state) ?? []) {
      if (rule.when?.(now, policy, by) === false) continue;
      if (!allowed) {
        complaints.add('refused');
        continue;
      }
      used.add(name);
      if (state.final && (rule.verb !== 'reopen' || by !== 'person')) complaints.add('final state left');
      const key = reach(settled({ ...now, ...rule.after?.(now, by), state: rule.to }));
      if (by === 'engine' && rule.outside !== true) node.mute.push(key);
      led ||= state.owner.includes(by) || (by === 'engine' && state.ifMute.some((verb) => verb === rule.verb));
    }
    if (now.state === 'blocked' && now.prerequisite === 'open') {
      node.mute.push(reach({ ...now, prerequisite: 'failed' }));
      led ||= state.owner.includes('prerequisite');
    }
    if (!led) complaints.add('orphan');
  }
  compareStates(policy, nodes, complaints);
  return { complaints, used, situations: nodes.size, longestMute: longestMute(nodes, complaints) };
}

function births(policy: Policy, table: TaskMachine, used: Set<string>, complaints: Set<Complaint>): Situation[] {
  const newborn = { plan: 'none', result: false, replaced: false, offered: false, attempts: 0, ...UNUSED } as const;
  const born: Situation[] = [];
  for (const by of policy.person ? (['manager', 'person'] as const) : (['manager'] as const)) {
    for (const [state, prerequisite] of [['pending', 'met'], ['blocked', 'open']] as const) {
      if (!table.allows('create', null, state, by)) {
        complaints.add('refused');
        continue;
      }
      used.add(moveName('create', null, state, by));
      for (const criteria of [false, true]) born.push({ ...newborn, state, prerequisite, criteria });
    }
  }
  return born;
}

/** What can no longer matter is forgotten, so that one situation is not counted many times: a person's grant resets the counters. */
function settled(next: Situation): Situation {
  if (!TASK_STATES[next.state].final && next.state !== 'escalated') return next;
  return { ...next, ...UNUSED, plan: 'none', offered: false, prerequisite: 'met', attempts: CAP.attempts };
}

const STATES = Object.keys(TASK_STATES);
const PREREQUISITES: readonly Situation['prerequisite'][] = ['met', 'open', 'failed'];
const PLANS: readonly Situation['plan'][] = ['none', 'submitted', 'accepted'];

function keyOf(now: Situation): number {
  let key = STATES.indexOf(now.state);
  key = key * 3 + PREREQUISITES.indexOf(now.prerequisite);
  key = key * 3 + PLANS.indexOf(now.plan);
  key = key * (CAP.attempts + 1) + now.attempts;
  for (const flag of [now.criteria, now.result, now.replaced, now.offered]) key = key * 2 + Number(flag);
  for (const count of [now.losses, now.reviewFaults, now.refusals, now.replans, now.placements, now.interventions]) key = key * 2 + count;
  return key;
}

function compareStates(policy: Policy, nodes: ReadonlyMap<number, Node>, complaints: Set<Complaint>): void {
  const reached = new Set([...nodes.values()].map((node) => node.now.state));
  const expected = expectedStates(policy);
  if ([...expected].some((state) => !reached.has(state))) complaints.add('unreached');
  if ([...reached].some((state) => !expected.has(state))) complaints.add('unexpected');
}

/** Depth-first over the mute moves: a ring would be endless, an open state without one would be stuck. */
function longestMute(nodes: ReadonlyMap<number, Node>, complaints: Set<Complaint>): number {
  const height = (node: Node): number => {
    if (node.height === 'open') complaints.add('endless when mute');
    if (node.height !== undefined) return node.height === 'open' ? 0 : node.height;
    node.height = 'open';
    const { final } = TASK_STATES[node.now.state];
    const next = final ? [] : node.mute.flatMap((key) => nodes.get(key) ?? []);
    if (!final && next.length === 0) complaints.add('stuck when mute');
    const most = next.reduce((longest, following) => Math.max(longest, 1 + height(following)), 0);
    node.height = most;
    return most;
  };
  return Math.max(0, ...[...nodes.values()].map(height));
}

// ── the checks ──────────────────────────────────────────────────────────────────────────────────────────────────────

const ROWS: readonly Row<TaskState>[] = TASK_TABLE;
const whole: TaskMachine = machine(ROWS, TASK_STATES);
const findings = new Map(POLICIES.map((policy) => [policy, explore(policy, whole)] as const));

interface Move {
  readonly row: Row<TaskState>;
  readonly from: TaskState | null;
  readonly by: Mover;
}
const movesOf = (row: Row<TaskState>): Move[] => (row.from ?? [null]).flatMap((from) => row.by.map((by) => ({ row, from, by })));
const nameOf = ({ row, from, by }: Move): string => moveName(row.verb, from, row.to, by);
const MOVES = ROWS.flatMap(movesOf);
const anyPolicy: Policy = { style: 'push', review: 'none', planGate: false, person: false, afterCap: 'ask', onPrerequisiteFailure: 'cancel' };
const policyUsing = (name: string): Policy | undefined => POLICIES.find((policy) => findings.get(policy)?.used.has(name));

/** The table without one move: one mover may no longer make it from one state. */
function without({ row, from, by }: Move): TaskMachine {
  const rest = row.from?.filter((state) => state !== from) ?? [];
  const others = row.by.filter((mover) => mover !== by);
  const rows = ROWS.flatMap((other) => {
    if (other !== row) return [other];
    const kept: Row<TaskState>[] = [];
    if (rest.length > 0) kept.push({ ...row, from: rest });
    if (others.length > 0) kept.push({ ...row, from: from === null ? null : [from], by: others });
    return kept;
  });
  return machine(rows, TASK_STATES);
}

describe('every situation under every policy', () => {
  test('there are 96 policies: 2 x 2 x 2 x 2 x 3 x 2, all different', () => {
    expect(new Set(POLICIES.map((policy) => JSON.stringify(policy))).size).toBe(96);
  });

  test('no policy has a refused move, an orphan, a trap, an endless ring, a missing or a surplus state', () => {
    verifies('lifecycle.every_state_owned');
    const complaining = POLICIES.flatMap((policy) => [...(findings.get(policy)?.complaints ?? ['not explored'])].map((complaint) => ({ ...policy, complaint })));
    expect(complaining).toEqual([]);
  });

  test('all policies together reach all 15 states', () => {
    const reached = new Set(POLICIES.flatMap((policy) => [...expectedStates(policy)]));
    expect([...reached].sort()).toEqual(STATES.toSorted());
  });

  test('every mover of every row is needed by some policy', () => {
    expect(MOVES.map(nameOf).filter((name) => policyUsing(name) === undefined)).toEqual([]);
  });

  test('no two rows give the same move to the same mover', () => {
    expect(new Set(MOVES.map(nameOf)).size).toBe(MOVES.length);
  });

  test('when everybody outside is mute, each of the 137712 situations ends within 8 moves (a real run has higher caps)', () => {
    const all = [...findings.values()];
    expect(all.reduce((sum, found) => sum + found.situations, 0)).toBe(137_712);
    expect(Math.max(...all.map((found) => found.longestMute))).toBe(8);
  });

  test('what a state says the engine does when its owner is mute, the engine does under some policy', () => {
    const said = whole.states.flatMap((state) => TASK_STATES[state].ifMute.map((verb) => ({ state, verb })));
    const never = said.filter(({ state, verb }) =>
      !MOVES.some((move) => move.row.verb === verb && move.from === state && move.by === 'engine' && policyUsing(nameOf(move)) !== undefined));
    expect(never).toEqual([]);
  });
});

describe('the check notices', () => {
  test('each single move that is taken out of the table', () => {
    verifies('lifecycle.rows_noticed');
    const unnoticed = MOVES.filter((move) => {
      const policy = policyUsing(nameOf(move));
      return policy === undefined || explore(policy, without(move)).complaints.size === 0;
    });
    expect(unnoticed.map(nameOf)).toEqual([]);
  });

  test('that tasks would be trapped without these 12 of the 52 rows, also when a refused rule is no complaint', () => {
    const traps: readonly Complaint[] = ['orphan', 'stuck when mute', 'endless when mute'];
    const trapping = ROWS.filter((row) => {
      const gone = machine(ROWS.filter((other) => other !== row), TASK_STATES);
      const using = POLICIES.filter((policy) => movesOf(row).some((move) => findings.get(policy)?.used.has(nameOf(move))));
      return [using.at(0), using.at(-1)].some((policy) => policy !== undefined && traps.some((trap) => explore(policy, gone).complaints.has(trap)));
    });
    expect(trapping.map((row) => `${row.verb} ${row.from?.join('|') ?? '-'} -> ${row.to}`)).toEqual([
      'cancel blocked -> cancelled',
      'offer pending -> pending',
      'shelve pending -> unassigned',
      'escalate unassigned -> escalated',
      'escalate assigned|plan_approved|executing -> escalated',
      'escalate claimed -> escalated',
      'escalate pending_review -> escalated',
      'accept approved -> done',
      'escalate rejected -> escalated',
      'accept rejected -> done', 'fail rejected -> failed',
      'expire escalated -> failed',
    ]);
  }, 60_000);

  test('a final state that the engine may leave', () => {
    const leak: Rule = { verb: 'retry', by: ['engine'], from: ['failed'], to: 'pending' };
    const row: Row<TaskState> = { ...leak, when: 'never', emits: 'task.retried' };
    const leaky = machine([...ROWS, row], TASK_STATES);
    expect([...explore(anyPolicy, leaky, [...RULES, leak]).complaints]).toContain('final state left');
  });

  test('a ring that the engine would walk for ever: losses that nobody counts', () => {
    const uncounted = RULES.map((rule) => (rule.verb === 'lose' ? { verb: rule.verb, by: rule.by, from: rule.from, to: rule.to } : rule));
    expect([...explore(anyPolicy, whole, uncounted).complaints]).toContain('endless when mute');
  });
});
