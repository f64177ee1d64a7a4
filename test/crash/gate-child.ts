// A program whose model calls one tool through a real wire format, and which is killed before, during or after the effect of that
// tool. Started again it goes on from the conversation that it left.
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createTeam, tool, worker } from '../../src/index.ts';
import { isMain } from '../../scripts/source/is-main.ts';
import { aiSdkModels } from '../../src/models/ai-sdk.ts';
import { readAnswer } from '../../src/models/read-answer.ts';

export interface GateOrders {
  readonly store: string;
  /** One line an effect: the key of the call. */
  readonly effects: string;
  readonly model: string;
  readonly endpoint: string;
  readonly key: string;
  readonly isIdempotent: boolean;
  /** When this life ends; `never` is the life that finishes. */
  readonly dies: 'before' | 'during' | 'never';
}

export type GateSaid = { readonly ended: string };

const effectsOf = (file: string): readonly string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter((line) => line !== '') : []);

/** Nothing is tidied up: this is how a process ends that the system kills. */
async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
}

async function work({ store, effects, model, endpoint, key, isIdempotent, dies }: GateOrders): Promise<string> {
  const env = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key };
  const open = aiSdkModels({ env, settings: { endpoint }, read: (text, schema, purpose) => readAnswer(text, schema, { exact: purpose === 'review' }) });
  await using team = createTeam({
    store, env: {}, model: open(model), policy: { review: 'none' },
    members: [worker('clerk', { tools: ['ledger.add'] })],
    tools: [tool('ledger.add', {
      description: 'Adds one line to the ledger.', input: { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] }, effects: ['writes_file'], isIdempotent,
      run: async ({ callId }) => {
        if (dies === 'before') return die();
        // An idempotent tool knows its own key: the second time it leaves no second mark.
        if (!isIdempotent || !effectsOf(effects).includes(callId)) appendFileSync(effects, `${callId}\n`);
        if (dies === 'during') return die();
        return 'added';
      },
    })],
  });
  const { read } = await team.store();
  const [known] = await read.goals();
  const goal = known === undefined ? await team.open('Keep the ledger') : await team.resume(known.id);
  if (known === undefined) await goal.add([{ title: 'Add a line', assignee: 'clerk' }]);
  return (await goal.ended()).status;
}

if (isMain(import.meta.url)) {
  const orders: GateOrders = JSON.parse(process.argv[2] ?? '{}');
  await once(process, 'message');
  const ended = await work(orders).catch((error: unknown) => String(error));
  process.send?.({ ended } satisfies GateSaid);
  process.disconnect?.();
}
