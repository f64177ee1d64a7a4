// The deeds behind the tools of a team: one row a tool. Each is one commit of a pure decision, and its answer stands in that commit.
import type { TeamToolName } from '../../core/team/team-tools.ts';
import { claimDeed, planDeed } from './deeds/claim-deeds.ts';
import type { Deed } from './deeds/deed.ts';
import { approvePlan, approveTool } from './deeds/decision-deeds.ts';
import { createTasks, updateTask } from './deeds/leader-deeds.ts';
import { buildTeam, cleanUp, listMembers, shutDown, spawn } from './deeds/member-deeds.ts';
import { askPersonDeed, sendDeed } from './deeds/mail-deeds.ts';
import { sharedFiles } from './deeds/lock-deeds.ts';
import { enterWorktree, exitWorktree } from './deeds/tree-deeds.ts';
import { viewTask } from './deeds/view-task.ts';

export const DEEDS: Readonly<Record<TeamToolName, Deed>> = {
  build_team: buildTeam,
  clean_team: cleanUp,
  spawn_member: spawn,
  shutdown_member: shutDown,
  list_members: listMembers,
  create_task: createTasks,
  update_task: updateTask,
  approve_plan: approvePlan,
  approve_tool: approveTool,
  claim_task: claimDeed,
  submit_plan: planDeed,
  enter_worktree: enterWorktree,
  exit_worktree: exitWorktree,
  view_task: viewTask,
  send_message: sendDeed,
  workspace_meta: sharedFiles,
  ask_human: askPersonDeed,
};
