// The only way to a tool, for every kind of member: judged, approved where that is asked for, run within its limits, recorded, handed
// back. Nothing here tries again. A call that changes something is on record before it begins; one that was cut off is not repeated.
import { TeamError } from '../../core/errors.ts';
import { changesSomething, type Effect } from '../../core/gate/effects.ts';
import { bytesOf, head, OUTCOME_CHARS, outcomeText } from '../../core/gate/outcome.ts';
import { GATE_SAYS } from '../../core/gate/sentences.ts';
import { callsIn, effectsIn, type CallRecord } from '../../core/gate/tool-history.ts';
import { copyJson, type Bilingual, type Json, type JsonObject } from '../../core/json.ts';
import { noteEnds, noteStart, type CallAlert, type EndedCall } from '../../core/moves/tool-calls.ts';
import type { Answer } from '../../core/question.ts';
import { joinSaid } from '../../core/text/join-said.ts';
import type { Tool } from '../../ports/tool.ts';
import { commit } from '../commit.ts';
import { askPerson } from './ask-person.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { keyOf, shown, watchProgress } from './watch-progress.ts';
import { judgeCall, type Barred, type Ready, type WantedCall } from './judge-call.ts';
import { masked, parsed } from './masked.ts';
import { runTool, type Ran } from './run-tool.ts';
import { whilePaused } from './while-paused.ts';

/** What came of a call, as the member is told. */
export interface CallDone {
  readonly end: EndedCall['end'];
  readonly text: string;
  /** The outcome as data; null where the call did not go well. */
  readonly value: Json;
  readonly rule: string | null;
}

/** Contract: throws only what ends the attempt: `engine.interrupted`, `tool.stopped`, a store that cannot be written. */
export async function callTool(gate: AttemptGate, wanted: WantedCall): Promise<CallDone> {
  gate.mustBeOpen();
  const earlier = await gate.earlierCall(wanted.callKey);
  if (earlier !== undefined && earlier.end !== null && (await stands(gate, wanted, earlier))) return doneBefore(gate, wanted, earlier);
  const judged = await gate.inTurn(async () => {
    await gate.inherit(() => inheritedEffects(gate));
    gate.mustBeOpen();
    const verdict = await judgeCall(gate, wanted);
    // Counted before it is made, so that calls side by side see each other.
    if (verdict.ok) gate.did(verdict.tool.effects);
    return verdict;
  });
  if (!judged.ok) return ended(gate, wanted, refusal(gate, judged));
  if (earlier?.isStarted === true && earlier.end === null && !repeats(judged.tool)) {
    return ended(gate, wanted, {
      ...about(judged),
      end: 'unknown',
      rule: 'tool.interrupted',
      text: GATE_SAYS.mayHaveHappened(wanted.name)[gate.caller.locale],
    });
  }
  const approval = judged.asks.length === 0 ? undefined : await approvalFor(gate, { ...wanted, earlier }, judged);
  if (approval !== undefined && !isYes(approval)) {
    gate.didNot(judged.tool.effects);
    return ended(gate, wanted, { ...about(judged), end: 'refused', rule: 'approval.refused', text: noText(approval)[gate.caller.locale], by: approval?.by ?? null });
  }
  return make(gate, wanted, judged, approval ?? null);
}

/** What was done before this attempt began: by attempts that were lost, and by what the task builds on. */
async function inheritedEffects(gate: AttemptGate): Promise<Iterable<Effect>> {
  const { engine, needs, task } = gate.parts;
  const before = await Promise.all(needs.map((id) => engine.store.read.task(id)));
  const built = before.flatMap((task) => (task?.more?.effects === undefined ? [] : [{ id: task.id, effects: task.more.effects }]));
  gate.builtOn = built.map(({ id, effects }) => ({ task_id: id, effects }));
  return [...(task.more?.effects ?? []), ...effectsIn(callsIn(await gate.history())), ...built.flatMap(({ effects }) => effects)];
}

async function make(gate: AttemptGate, wanted: WantedCall, ready: Ready, approval: Answer | null): Promise<CallDone> {
  const { engine, goal } = gate.parts;
  const { tool, call } = ready;
  await begin(gate, wanted, ready);
  const began = engine.clock.now();
  // A copy: what a tool writes into its arguments is neither on record nor in the conversation.
  const ran = await runTool(engine.clock, tool, { ...call, args: copyJson(call.args) }, tool.timeoutMs ?? goal.policy.times.toolMs);
  const told = await tellable(gate, wanted.callKey, ran);
  // A function reads the outcome as data; a note would spoil it.
  const note = wanted.callId === null ? null : (approval?.note ?? null);
  const text = note === null ? told.text : `${told.text}\n${GATE_SAYS.approvedWith(note)[gate.caller.locale]}`;
  return ended(gate, wanted, {
    ...about(ready), end: ran.end, rule: ran.rule, text, isJson: note === null && typeof ran.value !== 'string' && ran.end === 'ok', isCut: !told.isWhole, bytes: told.bytes,
    ms: Math.round(engine.clock.now() - began), by: approval?.by ?? null, value: ran.value, ...alertOf(gate, ready, ran),
  });
}

/** Nothing is left behind, or the same key leaves no second mark. */
const repeats = (tool: Tool): boolean => tool.isIdempotent ?? !changesSomething(tool.effects);

/**
 * A model goes on from what it was told. A function runs again from its beginning: what is done stays done, what left nothing behind
 * is made again, and so is what the tool itself said has failed. A person's no, or silence, stands until somebody lets the task start anew.
 */
async function stands(gate: AttemptGate, { callId, name }: WantedCall, earlier: CallRecord): Promise<boolean> {
  if (callId !== null) return true;
  const tool = gate.find(name);
  if (tool === undefined ? !changesSomething(earlier.effects) : repeats(tool)) return false;
  if (earlier.end === 'refused') return earlier.seq >= (await gate.effort()).seq;
  return earlier.end !== 'failed';
}

/** A function gets what it got before, without secrets; where that is gone it is told so and not given a part of it. */
async function doneBefore(gate: AttemptGate, { callId, name }: WantedCall, { callKey, end, text, isJson, isCut, bytes, rule }: CallRecord): Promise<CallDone> {
  if (callId !== null || end !== 'ok' || !isCut) return { end: end ?? 'unknown', text, value: end !== 'ok' ? null : isJson ? parsed(text) : text, rule };
  const whole = await gate.parts.box.readWhole(callKey);
  if (whole !== undefined && bytesOf(whole) === bytes) return { end, text, value: isJson ? parsed(whole) : whole, rule };
  return { end: 'failed', text: GATE_SAYS.outcomeGone(name)[gate.caller.locale], value: null, rule: 'tool.outcome_gone' };
}

async function approvalFor(gate: AttemptGate, { callKey, name, earlier }: WantedCall & { readonly earlier: CallRecord | undefined }, { asks, call, tool, purpose }: Ready): Promise<Answer | null> {
  const wants = GATE_SAYS.wantsCall(gate.caller.memberId, name, purpose);
  const text = joinSaid([wants, ...asks], 'sentences');
  // A yes is for one run: a call that is made again after a fault is asked about again.
  const spent = earlier?.end === 'failed' ? { spentUntil: earlier.seqAt } : {};
  const { answer } = await askPerson(gate, {
    kind: 'tool_approval',
    ...spent,
    text,
    material: { call_key: callKey, name, args: call.args, purpose, effects: tool.effects, reasons: asks.map(({ en, zh }) => ({ en, zh })) },
  });
  return answer;
}

const isYes = (answer: Answer | null): boolean => answer !== null && (answer.choice === 'approve' || answer.choice === 'approve_always');
const noText = (answer: Answer | null): Bilingual => (answer === null ? GATE_SAYS.nobodyApproved : GATE_SAYS.refusedByPerson(answer.note));

/** A call that was judged, and approved where that was due, still waits while the goal is paused. */
async function begin(gate: AttemptGate, { callKey, name }: WantedCall, { call, tool }: Ready): Promise<void> {
  for (;;) {
    await whilePaused(gate);
    if (repeats(tool)) return;
    const outcome = await commit(gate.parts.engine, [gate.parts.task.id], (board) => noteStart(board, { ...gate.ref, callKey, name, args: masked(gate, call.args), effects: tool.effects }));
    if (!outcome.ok) throw new TeamError('engine.interrupted', outcome.says);
    if (outcome.value === 'begun') return;
  }
}

/** The outcome as text: without secrets, and without what a prompt cannot bear. */
async function tellable(gate: AttemptGate, callKey: string, { value, says }: Ran): Promise<{ readonly text: string; readonly bytes: number; readonly isWhole: boolean }> {
  const whole = gate.parts.box.mask(says ?? outcomeText(value));
  const bytes = bytesOf(whole);
  if (whole.length <= OUTCOME_CHARS) return { text: whole, bytes, isWhole: true };
  // The call was made, whatever becomes of the rest of what it gave.
  const where = await gate.parts.box.keepWhole(callKey, whole).catch(() => null);
  return { text: `${head(whole, OUTCOME_CHARS)}\n${GATE_SAYS.cut(whole.length, where)[gate.caller.locale]}`, bytes, isWhole: false };
}

type Ending = Omit<EndedCall, 'callKey' | 'callId' | 'name' | 'args' | 'alert'> & { readonly args: JsonObject; readonly value?: Json; readonly alert?: Pick<CallAlert, 'kind' | 'says'> };

const NOTHING_RUN = { isJson: false, bytes: 0, ms: 0, by: null } as const;

const about = ({ call, purpose, tool }: Ready): Omit<Ending, 'end' | 'rule' | 'text'> => ({ ...NOTHING_RUN, args: call.args, purpose, effects: tool.effects });

function refusal(gate: AttemptGate, { rule, says, isForbidden, purpose }: Barred): Ending {
  const kind = rule.startsWith('combination.') ? 'dangerous_combination' : 'forbidden_call';
  // A guard and a schema quote what was asked for.
  const safe = masked(gate, { en: says.en, zh: says.zh });
  return { ...NOTHING_RUN, args: {}, purpose, effects: [], end: 'refused', rule, text: safe[gate.caller.locale], ...(isForbidden ? { alert: { kind, says: safe } } : {}) };
}

function alertOf(gate: AttemptGate, { alerts }: Ready, { forbids }: Ran): Pick<Ending, 'alert'> {
  if (forbids !== null) return { alert: { kind: 'forbidden_call', says: masked(gate, { en: forbids.en, zh: forbids.zh }) } };
  const [first] = alerts;
  return first === undefined ? {} : { alert: { kind: 'dangerous_combination', says: first.says } };
}

/** On record at once where somebody may look for it; what a function read without leaving a mark is written with its result. */
async function ended(gate: AttemptGate, wanted: WantedCall, { value = null, args, alert, ...ending }: Ending): Promise<CallDone> {
  const { callKey, callId } = wanted;
  const [name, purpose] = masked(gate, [wanted.name, ending.purpose]);
  const isModels = callId !== null;
  const call: EndedCall = {
    callKey,
    callId,
    name,
    ...(isModels ? {} : { args: masked(gate, ending.end === 'refused' ? wanted.args : args) }),
    ...ending,
    purpose,
    ...(alert === undefined ? {} : { alert: { ...alert, args: masked(gate, wanted.args), history: shown(gate) } }),
  };
  gate.unwritten.push(call);
  if (isModels || call.alert !== undefined || changesSomething(ending.effects) || gate.unwritten.length >= MOST_UNWRITTEN) await writeEnds(gate);
  await watchProgress(gate, call, { key: keyOf(name, isModels ? wanted.args : args, ending.text), isWait: gate.find(wanted.name)?.isWait === true });
  return { end: call.end, text: call.text, value: call.end === 'ok' ? value : null, rule: call.rule };
}

/** Of calls that changed nothing; rare enough that one call in a hundred does not wait for the disk. */
const MOST_UNWRITTEN = 256;

export async function writeEnds(gate: AttemptGate): Promise<void> {
  const ends = gate.unwritten;
  if (ends.length === 0) return;
  gate.unwritten = [];
  await commit(gate.parts.engine, [gate.parts.task.id], (board) => noteEnds(board, gate.about, ends));
}

