// A member's record: who it is, what it can do, what it takes and gives, which tools it may touch. Read from the outside form
// (snake_case) in one place, with every complaint at once, each with its path and its mend. Read and written again it is the same.
import { refuse, type Refusal } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { nearest } from '../text/nearest.ts';
import { FIELDS, type AllowedTool, type Complain, type Complaint, type FieldName, type FieldReader, type MemberKind, type Role } from './registration-fields.ts';

export { findMember, type FoundMember, type NamedMember } from './member-names.ts';
export { ROLES, type AllowedTool, type MemberKind, type Role } from './registration-fields.ts';

export interface Registration {
  readonly agentId: string;
  readonly name: string;
  readonly kind: MemberKind;
  readonly roles: readonly Role[];
  readonly skills: readonly string[];
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly callbackUrl?: string;
  readonly allowedTools: readonly AllowedTool[];
  readonly deniedTools: readonly string[];
  /** How many attempts it may hold at once. */
  readonly capacity: number;
  readonly prompt?: string;
  readonly model?: string;
  readonly description?: string;
}

/**
 * Defaults: name = agent_id, role worker, kind http with a callback_url and model without, no skills, no tools, capacity 1.
 * A refusal's `details.complaints` holds each complaint with its path, in en and zh.
 */
export const readRegistration = (input: unknown): { readonly ok: true; readonly registration: Registration } | Refusal => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuseFor([{ path: '', says: { en: 'write an object with at least agent_id', zh: '请写成对象，至少包含 agent_id' } }]);
  }
  const complaints: Complaint[] = [];
  const complain: Complain = (path, says) => void complaints.push({ path, says });
  const given = new Map<string, unknown>(Object.entries(input));
  for (const key of given.keys()) if (!Object.hasOwn(FIELDS, key)) complain(key, unknownField(key));
  const read: Read = (name, reader) => {
    const value = given.get(name);
    // YAML writes an empty field as null: absent, like undefined.
    return value === undefined || value === null ? undefined : reader(value, name, complain);
  };
  const registration = assemble(read);
  if ((given.get('agent_id') ?? undefined) === undefined) complain('agent_id', { en: 'is missing; give the member an id', zh: '缺失；请给成员一个编号' });
  if (registration.kind === 'http' && (given.get('callback_url') ?? undefined) === undefined) {
    complain('callback_url', { en: 'is missing; a member of kind http needs the address it is called at', zh: '缺失；http 类成员需要写明回调地址' });
  }
  return complaints.length > 0 ? refuseFor(complaints) : { ok: true, registration };
};

/** The outside form. Optional fields that are not set are left out. */
export const registrationOut = (registration: Registration): JsonObject => {
  const { roles, inputSchema, outputSchema, callbackUrl, prompt, model, description } = registration;
  const [role, ...moreRoles] = roles;
  return {
    agent_id: registration.agentId,
    name: registration.name,
    kind: registration.kind,
    role: role !== undefined && moreRoles.length === 0 ? role : roles,
    skills: registration.skills,
    ...(inputSchema === undefined ? {} : { input_schema: inputSchema }),
    ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
    ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
    allowed_tools: registration.allowedTools.map(({ name, argsSchema }): JsonObject => (argsSchema === undefined ? { name } : { name, args_schema: argsSchema })),
    denied_tools: registration.deniedTools,
    capacity: registration.capacity,
    ...(prompt === undefined ? {} : { prompt }),
    ...(model === undefined ? {} : { model }),
    ...(description === undefined ? {} : { description }),
  };
};

type Read = <T>(name: FieldName, reader: FieldReader<T>) => T | undefined;

const assemble = (read: Read): Registration => {
  // Without a readable id the record is refused in any case; the empty id only lets the other fields be read and complained about.
  const agentId = read('agent_id', FIELDS.agent_id) ?? '';
  const inputSchema = read('input_schema', FIELDS.input_schema);
  const outputSchema = read('output_schema', FIELDS.output_schema);
  const callbackUrl = read('callback_url', FIELDS.callback_url);
  const prompt = read('prompt', FIELDS.prompt);
  const model = read('model', FIELDS.model);
  const description = read('description', FIELDS.description);
  return {
    agentId,
    name: read('name', FIELDS.name) ?? agentId,
    kind: read('kind', FIELDS.kind) ?? (callbackUrl === undefined ? 'model' : 'http'),
    roles: read('role', FIELDS.role) ?? ['worker'],
    skills: read('skills', FIELDS.skills) ?? [],
    allowedTools: read('allowed_tools', FIELDS.allowed_tools) ?? [],
    deniedTools: read('denied_tools', FIELDS.denied_tools) ?? [],
    capacity: read('capacity', FIELDS.capacity) ?? 1,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(model === undefined ? {} : { model }),
    ...(description === undefined ? {} : { description }),
  };
};

const unknownField = (key: string): Complaint['says'] => {
  const [near] = nearest(key, Object.keys(FIELDS), 1);
  return near === undefined
    ? { en: 'is not a field of a registration; remove it', zh: '不是成员登记的字段；请删除' }
    : { en: `is not a field of a registration; did you mean ${near}?`, zh: `不是成员登记的字段；是否想写 ${near}？` };
};

const refuseFor = (complaints: readonly Complaint[]): Refusal =>
  refuse('member.invalid', {
    en: complaints.map(({ path, says }) => (path === '' ? says.en : `${path}: ${says.en}`)).join('. '),
    zh: complaints.map(({ path, says }) => (path === '' ? says.zh : `${path}：${says.zh}`)).join('。'),
  }, { complaints });
