// muster agents list | check | import DIR: what a folder of agent files gives, what is wrong with it, and how it becomes ours.
// `check` ends with 2 when a file has to be mended; every remark names file, line and mend.
import { checkAgents, importAgents, listAgents, tellRemark, type AgentRow } from '../../agent-files.ts';
import { faultOf } from '../../core/errors.ts';
import { resolve } from 'node:path';
import { badInput, EXIT, isSet, textOption, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';

const VERBS: Readonly<Record<string, (cli: Cli, dir: string) => Promise<number>>> = { list, check, import: importFrom };

export async function run(cli: Cli): Promise<number> {
  const [verb = '', dir = 'agents'] = cli.args;
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (act === undefined) throw badInput(cli, SAYS.badValue({ option: 'agents', value: verb, want: Object.keys(VERBS).join(' | ') }));
  return act(cli, resolve(cli.cwd, dir));
}

async function list(cli: Cli, dir: string): Promise<number> {
  const { agents, complaints, skipped } = await listAgents(dir);
  if (isSet(cli, 'json')) cli.screen.print(JSON.stringify({ agents: agents.map(agentOut), complaints, skipped }));
  else {
    for (const { file, registration } of agents) {
      const { agent_id: id, name, role, skills } = registration;
      cli.screen.print(`${String(id)}  ${name === id ? '' : `${String(name)}  `}${[role].flat().join('+')}  ${[skills].flat().join(', ')}  (${file})`);
    }
    for (const complaint of complaints) cli.screen.warn(tellRemark(complaint, cli.locale));
  }
  return complaints.length === 0 ? EXIT.done : EXIT.badInput;
}

const agentOut = ({ file, registration, promptChars, notes }: AgentRow) => ({ file, ...registration, prompt_chars: promptChars, notes });

async function check(cli: Cli, dir: string): Promise<number> {
  const { exit, agents, complaints, notes, skipped } = await checkAgents(dir);
  if (isSet(cli, 'json')) cli.screen.print(JSON.stringify({ agents, complaints, notes, skipped }));
  else {
    for (const complaint of complaints) cli.screen.warn(tellRemark(complaint, cli.locale));
    for (const note of notes) cli.screen.print(tellRemark(note, cli.locale));
    cli.screen.print(SAYS.agentsChecked({ agents, complaints: complaints.length, notes: notes.length })[cli.locale]);
  }
  return exit;
}

async function importFrom(cli: Cli, from: string): Promise<number> {
  const to = resolve(cli.cwd, textOption(cli, 'to') ?? 'agents');
  const imported = await importAgents(from, to, { overwrite: isSet(cli, 'overwrite') });
  if (!imported.ok) throw faultOf(imported);
  if (isSet(cli, 'json')) cli.screen.print(JSON.stringify(imported));
  else {
    for (const complaint of imported.complaints) cli.screen.warn(tellRemark(complaint, cli.locale));
    for (const note of imported.notes) cli.screen.print(tellRemark(note, cli.locale));
    cli.screen.print(SAYS.agentsImported({ written: imported.written.length, unchanged: imported.unchanged.length, to })[cli.locale]);
  }
  return imported.complaints.length === 0 ? EXIT.done : EXIT.badInput;
}
