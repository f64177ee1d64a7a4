// What the command line does with agent files: list, check, import and begin. A program that only has members of a folder takes
// `agents-from.ts`, which loads less.
export { importAgents } from './personas/import-agents.ts';
export { initTeam } from './personas/init-team.ts';
export { checkAgents, listAgents, type AgentRow } from './personas/list-agents.ts';
export { tellRemark } from './personas/remarks.ts';
