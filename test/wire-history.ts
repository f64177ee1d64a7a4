// Whether a provider would take a conversation with calls of tools: the rules of each wire format, with the provider's own words
// for what breaks them. The fake server answers 400 with them, so a history that only looks right fails the test that sent it.
import { SIGNATURE } from './wire-formats.ts';

type Fields = Readonly<Record<string, unknown>>;
type Rules = (body: Fields, path: string) => string | undefined;

/** Undefined when the request is valid. */
export function faultInRequest(path: string, body: Fields): string | undefined {
  const torn = /[\uD800-\uDFFF]/u.exec(textIn(body).join(' '));
  if (torn !== null) return 'The request body is not valid JSON: no low surrogate in string';
  return RULES.find(({ prefix }) => path.startsWith(prefix))?.rules(body, path);
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isBlank = (value: unknown): boolean => text(value).trim() === '';

function textIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value).flatMap(textIn)] : [];
}

function repeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function faultInTools(tools: readonly { readonly name: unknown; readonly schema: unknown }[]): string | undefined {
  const odd = tools.find(({ name }) => !NAME.test(text(name)));
  if (odd !== undefined) return `tools: name should match pattern '^[a-zA-Z0-9_-]{1,64}$', got ${JSON.stringify(odd.name)}`;
  const twice = repeated(tools.map(({ name }) => text(name)));
  if (twice !== undefined) return `tools: Tool names must be unique. Repeated: ${twice}`;
  const shapeless = tools.find(({ schema }) => !isFields(schema) || (schema['type'] !== 'object' && schema['type'] !== 'OBJECT'));
  return shapeless === undefined ? undefined : `Invalid schema for function '${text(shapeless.name)}': schema must be a JSON Schema of 'type: "object"'`;
}

const anthropic: Rules = (body) => {
  const messages = list(body['messages']);
  if (messages[0]?.['role'] !== 'user') return 'messages: first message must use the "user" role';
  const blocksOf = (at: number, type: string): readonly Fields[] => list(messages[at]?.['content']).filter((block) => block['type'] === type);
  const uses = messages.flatMap((_message, at) => blocksOf(at, 'tool_use'));
  const marks = JSON.stringify(body).split('"cache_control"').length - 1;
  if (marks > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`;
  if (uses.length > 0 && list(body['tools']).length === 0) return 'Requests which include `tool_use` or `tool_result` blocks must define tools';
  const twice = repeated(uses.map(({ id }) => text(id)));
  if (twice !== undefined) return `messages: \`tool_use\` ids must be unique: ${twice}`;
  const tools = faultInTools(list(body['tools']).map(({ name, input_schema: schema }) => ({ name, schema })));
  return tools ?? messages.map((message, at) => faultInAnthropicMessage(message, at, blocksOf)).find((fault) => fault !== undefined);
};

function faultInAnthropicMessage({ role, content }: Fields, at: number, blocksOf: (at: number, type: string) => readonly Fields[]): string | undefined {
  const blocks = list(content);
  if (blocks.length === 0) return `messages.${at}: all messages must have non-empty content`;
  if (blocks.some((block) => block['type'] === 'text' && isBlank(block['text']))) return `messages.${at}: text content blocks must contain non-whitespace text`;
  if (blocks.some((block) => block['type'] === 'thinking' && block['signature'] !== SIGNATURE)) return `messages.${at}.content: Invalid \`signature\` in \`thinking\` block`;
  if (role === 'assistant') {
    const uses = blocksOf(at, 'tool_use');
    const odd = uses.find(({ id, name, input }) => !/^[a-zA-Z0-9_-]+$/.test(text(id)) || !NAME.test(text(name)) || !isFields(input));
    if (odd !== undefined) return `messages.${at}.content.tool_use: id, name or input is not valid: ${JSON.stringify(odd)}`;
    const answered = new Set(blocksOf(at + 1, 'tool_result').map((block) => block['tool_use_id']));
    const open = uses.filter(({ id }) => !answered.has(id)).map(({ id }) => text(id));
    return open.length === 0 ? undefined : `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  }
  const results = blocksOf(at, 'tool_result').map((block) => text(block['tool_use_id']));
  const asked = new Set(blocksOf(at - 1, 'tool_use').map(({ id }) => text(id)));
  const stray = results.find((id) => !asked.has(id));
  if (stray !== undefined) return `messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  const twice = repeated(results);
  if (twice !== undefined) return `messages.${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
  const firstText = blocks.findIndex((block) => block['type'] !== 'tool_result');
  return firstText >= 0 && blocks.slice(firstText).some((block) => block['type'] === 'tool_result') ? `messages.${at}: \`tool_result\` blocks must come before any other content` : undefined;
}

const chat: Rules = (body) => {
  const messages = list(body['messages']);
  const tools = faultInTools(list(body['tools']).map((tool) => (isFields(tool['function']) ? { name: tool['function']['name'], schema: tool['function']['parameters'] } : { name: '', schema: undefined })));
  if (tools !== undefined) return tools;
  const twice = repeated(messages.flatMap((message) => list(message['tool_calls']).map(({ id }) => text(id))));
  if (twice !== undefined) return `Duplicate value for 'tool_call_id' of '${twice}'`;
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    const calls = list(message['tool_calls']);
    if (message['role'] === 'tool') {
      if (!open.includes(text(message['tool_call_id']))) return `Invalid parameter: messages[${at}] with role 'tool' must be a response to a preceeding message with 'tool_calls'.`;
      open = open.filter((id) => id !== message['tool_call_id']);
      continue;
    }
    if (open.length > 0) return unanswered(open);
    if (message['role'] === 'assistant' && calls.length === 0 && isBlank(message['content'])) return `Invalid value for 'content' of messages[${at}]: expected a string, got null.`;
    for (const call of calls) {
      const { name, arguments: args } = isFields(call['function']) ? call['function'] : {};
      if (!/^[\w-]{1,40}$/.test(text(call['id'])) || !NAME.test(text(name))) return `Invalid 'messages[${at}].tool_calls': id or function.name is not valid: ${JSON.stringify(call)}`;
      if (!isJsonObject(args)) return `Invalid 'messages[${at}].tool_calls': the arguments of ${text(name)} are not a JSON object.`;
      open.push(text(call['id']));
    }
  }
  return open.length === 0 ? undefined : unanswered(open);
};

const unanswered = (open: readonly string[]): string =>
  `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`;

function isJsonObject(args: unknown): boolean {
  try {
    return isFields(JSON.parse(text(args)));
  } catch {
    return false;
  }
}

const responses: Rules = (body) => {
  const items = list(body['input']);
  const tools = faultInTools(list(body['tools']).map(({ name, parameters: schema }) => ({ name, schema })));
  if (tools !== undefined) return tools;
  const open = new Set<string>();
  const known = new Set<string>();
  for (const [at, item] of items.entries()) {
    const id = text(item['call_id']);
    if (item['type'] === 'item_reference') return `Item with id '${text(item['id'])}' not found. Items are not persisted when \`store\` is set to false.`;
    if (item['type'] === 'reasoning') {
      if (item['encrypted_content'] !== SIGNATURE) return `The encrypted content for item ${text(item['id'])} could not be verified.`;
      if (items[at + 1] === undefined || items[at + 1]?.['role'] === 'user') return `Item '${text(item['id'])}' of type 'reasoning' was provided without its required following item.`;
    }
    if (item['type'] === 'function_call') {
      if (known.has(id)) return `Duplicate item found with call_id ${id}.`;
      if (id === '' || id.length > 64 || !NAME.test(text(item['name'])) || !isJsonObject(item['arguments'])) return `Invalid 'input[${at}]': call_id, name or arguments is not valid: ${JSON.stringify(item)}`;
      known.add(id);
      open.add(id);
    }
    if (item['type'] === 'function_call_output' && !open.delete(id)) return `No tool call found for function call output with call_id ${id}.`;
    if (item['role'] === 'user' && open.size > 0) return `No tool output found for function call ${[...open].join(', ')}.`;
    if (item['role'] === 'assistant' && isBlank(item['content']) && list(item['content']).length === 0) return `Invalid 'input[${at}].content': empty.`;
  }
  return open.size === 0 ? undefined : `No tool output found for function call ${[...open].join(', ')}.`;
};

const google: Rules = (body, path) => {
  const contents = list(body['contents']);
  const declared = list(body['tools']).flatMap((tool) => list(tool['functionDeclarations']));
  // A function without parameters is declared without a schema here.
  const tools = faultInTools(declared.map(({ name, parameters, parametersJsonSchema }) => ({ name, schema: parameters ?? parametersJsonSchema ?? { type: 'object' } })));
  if (tools !== undefined) return tools;
  for (const [at, content] of contents.entries()) {
    const parts = list(content['parts']);
    if (parts.length === 0) return `contents[${at}].parts must not be empty.`;
    const calls = parts.map((part) => part['functionCall']).filter(isFields);
    const answers = list(contents[at + 1]?.['parts']).map((part) => part['functionResponse']).filter(isFields);
    if (calls.some(({ name, args }) => !NAME.test(text(name)) || (args !== undefined && !isFields(args)))) return `contents[${at}].parts: functionCall.name or args is not valid.`;
    if (calls.length > 0 && contents[at - 1]?.['role'] !== 'user') return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
    if (calls.length !== answers.length) return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    if (calls.some(({ name, id }, index) => name !== answers[index]?.['name'] || id !== answers[index]?.['id'])) return `contents[${at + 1}].parts: the function responses do not fit the function calls before them.`;
    const first = parts.find((part) => isFields(part['functionCall']));
    if (path.includes('gemini-3') && first !== undefined && first['thoughtSignature'] !== SIGNATURE && first['thoughtSignature'] !== UNSIGNED) return 'Function call is missing a thought_signature in functionCall parts.';
  }
  return undefined;
};

/** Google's own word for a call that another model made, or that was made before there were signatures. */
const UNSIGNED = 'skip_thought_signature_validator';

const RULES: readonly { readonly prefix: string; readonly rules: Rules }[] = [
  { prefix: '/v1/messages', rules: anthropic },
  { prefix: '/v1/responses', rules: responses },
  { prefix: '/v1/chat/completions', rules: chat },
  { prefix: '/v1/models/', rules: google },
];
