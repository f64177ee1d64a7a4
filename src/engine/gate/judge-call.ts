// Whether a call may be made at all: name, lists, arguments, the plan, the tool's own guard, and what its effects add up to. Nothing
// runs here and nobody is asked; the answer says what is still needed.
import { argumentSchema, decodeArguments } from '../../core/gate/arguments.ts';
import { changesSomething, combinationsOf, type Completed } from '../../core/gate/effects.ts';
import { permissionOf } from '../../core/gate/grant.ts';
import { GATE_SAYS } from '../../core/gate/sentences.ts';
import type { Bilingual, Json, JsonObject } from '../../core/json.ts';
import { toProvider } from '../../core/gate/tool-names.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { Tool, ToolCall } from '../../ports/tool.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { guardSays } from './guard-says.ts';
import { isShared, placedCall } from './shared-files.ts';

export interface WantedCall {
  /** The same when the call is made again after a crash. */
  readonly callKey: string;
  /** As the model knows it; null for a function. */
  readonly callId: string | null;
  readonly name: string;
  readonly args: Json;
  /** For a call that carries it apart from the arguments. */
  readonly purpose?: string;
}

export interface Ready {
  readonly ok: true;
  readonly tool: Tool;
  readonly call: ToolCall;
  readonly purpose: string | null;
  /** Why a person has to say yes first. */
  readonly asks: readonly Bilingual[];
  /** What is told to a person without stopping the call. */
  readonly alerts: readonly Completed[];
}

export interface Barred {
  readonly ok: false;
  readonly rule: string;
  readonly says: Bilingual;
  /** The lists, a guard or a combination said no: a person is told. A slip of the pen is the member's own affair. */
  readonly isForbidden: boolean;
  readonly purpose: string | null;
}

export async function judgeCall(gate: AttemptGate, wanted: WantedCall): Promise<Ready | Barred> {
  const { name } = wanted;
  const tool = gate.find(name);
  // A model knows tools by the names that providers allow.
  const shown = (each: string): string => (wanted.callId === null ? each : toProvider(each));
  const known = gate.tools().map((each) => shown(each.name));
  if (tool === undefined) return barred('tool.unknown', GATE_SAYS.unknownTool(shown(name), nearest(shown(name), known, 2)), gate.grant.denied.has(name));
  if (permissionOf(gate.grant, name) !== 'allowed') return barred('tool.not_allowed', GATE_SAYS.notAllowed(shown(name), known), true);
  const narrowed = gate.grant.allowed.get(name) ?? null;
  const decoded = decodeArguments(tool.parameters, narrowed === null ? null : schemaOf(narrowed), wanted.args);
  if (!decoded.ok) return barred('tool.bad_arguments', GATE_SAYS.badArguments(name, problemsIn(decoded.details)), false);
  const purpose = wanted.purpose ?? decoded.purpose;
  const call = placedCall(gate, tool, { args: decoded.args, callId: wanted.callKey, caller: gate.caller, signal: gate.signal });
  return { ...(await judgeDeed(gate, tool, call)), purpose };
}

type Deed = Omit<Ready, 'purpose'> | Omit<Barred, 'purpose'>;

async function judgeDeed(gate: AttemptGate, tool: Tool, call: ToolCall): Promise<Deed> {
  if (gate.parts.goal.policy.planGate && changesSomething(tool.effects) && stateNow(gate) === 'claimed') return barred('plan.not_approved', GATE_SAYS.planFirst, false);
  if (needsTree(gate, tool) && !isShared(tool, call)) return barred('worktree.not_entered', GATE_SAYS.enterFirst, false);
  const verdict = await guardSays(gate, tool, call);
  if (verdict !== undefined && !verdict.ok) return barred(verdict.rule, verdict.isSlip === true ? verdict.because : GATE_SAYS.guarded(verdict.because), verdict.isSlip !== true);
  const combinations = tool.effects.length === 0 ? [] : combinationsOf(gate.effects(), tool.effects, gate.parts.goal.policy.combinations);
  const blocked = combinations.find(({ action }) => action === 'block');
  if (blocked !== undefined) return barred(`combination.${blocked.combination}`, GATE_SAYS.guarded(blocked.says), true);
  const isAllowed = gate.parts.engine.store.look((board) => board.goal(gate.parts.goal.id)?.allowedTools?.includes(tool.name) ?? false);
  const asks = isAllowed ? [] : [...(tool.needsApproval === true ? [NEEDS_APPROVAL] : []), ...combinations.filter(({ action }) => action === 'ask').map(({ says }) => says)];
  return { ok: true, tool, call, asks, alerts: combinations.filter(({ action }) => action === 'alert') };
}

/** A plan may be approved in the middle of an attempt. */
const stateNow = ({ parts }: AttemptGate) => parts.engine.store.look((board) => board.task(parts.task.id)?.state ?? parts.task.state);

/** Where there are working trees the team's own folder is read, and never written. */
const needsTree = ({ parts: { engine, folder } }: AttemptGate, tool: Tool): boolean =>
  engine.workspaces !== undefined && folder?.() === undefined && tool.effects.some((effect) => effect === 'writes_file' || effect === 'executes');

const NEEDS_APPROVAL: Bilingual = { en: 'Every call of this tool needs a yes.', zh: '该工具的每次调用都需要许可。' };

const barred = (rule: string, says: Bilingual, isForbidden: boolean): Barred => ({ ok: false, rule, says, isForbidden, purpose: null });

const schemas = new WeakMap<JsonObject, JsonObject>();

/** Read once, so that its compiled form is found again. */
function schemaOf(narrowed: JsonObject): JsonObject {
  const before = schemas.get(narrowed) ?? argumentSchema(narrowed);
  schemas.set(narrowed, before);
  return before;
}

function problemsIn(details: Readonly<Record<string, unknown>> | undefined): readonly Bilingual[] {
  const problems = details?.['problems'];
  return Array.isArray(problems) ? problems : [];
}
