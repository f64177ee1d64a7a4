// A member's own question to a person, as a tool like any other. The attempt is parked until the answer; where nobody answers, the
// member decides itself or declines.
import { GATE_SAYS } from '../../core/gate/sentences.ts';
import { sameInBoth, type JsonObject } from '../../core/json.ts';
import { TEAM_TOOLS } from '../../core/team/team-tools.ts';
import type { Tool } from '../../ports/tool.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { askPerson } from './ask-person.ts';

export const ASK_HUMAN = 'ask_human';

const PARAMETERS: JsonObject = {
  type: 'object',
  properties: { question: { type: 'string', minLength: 1 }, choices: { type: 'array', items: { type: 'string', minLength: 1 } } },
  required: ['question'],
  additionalProperties: false,
};

const { question, choices } = TEAM_TOOLS.ask_human.parameters;

export const askHumanTool = (gate: AttemptGate): Tool => ({
  name: ASK_HUMAN,
  description: {
    en: 'Asks a person a question that you cannot decide, and waits for the answer. Give choices where there are some.',
    zh: '向人提出一个你无法自行决定的问题，并等待答复。若有备选项请一并列出。',
  },
  parameters: PARAMETERS,
  meanings: { question: question.says, choices: choices.says },
  effects: [],
  isIdempotent: true,
  isWait: true,
  timeoutMs: Infinity,
  async run({ args, callId, caller }) {
    const asked = String(args['question']);
    const choices = Array.isArray(args['choices']) ? args['choices'] : [];
    const { answer } = await askPerson(gate, { kind: 'member_question', text: sameInBoth(asked), material: { call_key: callId, question: asked, choices } });
    const note = answer?.note ?? null;
    const says = answer?.choice === 'answer' && note !== null ? GATE_SAYS.personSays(note) : GATE_SAYS.decideYourself(note);
    return says[caller.locale];
  },
});
