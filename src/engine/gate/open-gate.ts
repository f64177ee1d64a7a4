// A gate for one attempt, with the tools that only an attempt can have.
import { askHumanTool } from './ask-human.ts';
import { workspaceMetaTool } from './workspace-meta.ts';
import { AttemptGate, type GateParts } from './attempt-gate.ts';

export function openGate(parts: GateParts): AttemptGate {
  const gate = new AttemptGate(parts);
  gate.give(parts.goal.policy.dispatch === 'pull' ? [askHumanTool(gate), workspaceMetaTool(gate)] : [askHumanTool(gate)]);
  return gate;
}
