// What Muster promises, as one table. Each promise is shown by at least one test that calls verifies(id).
// `pending` marks a promise that no test shows yet; the mark must go as soon as a test cites it.

export interface Requirement {
  readonly promise: string;
  /** Document and section that the promise comes from. */
  readonly source: string;
  readonly pending?: true;
}

export const REQUIREMENTS = {
  // set-up
  'setup.one_command': { promise: 'A fresh clone with Node 20 and npm sets itself up and runs on the pinned Node with one command.', source: 'AGENCY, set-up' },
  'setup.nothing_compiled': { promise: 'Setting up compiles nothing and runs no install script of a package.', source: 'AGENCY, set-up' },
  'setup.at_once_is_safe': { promise: 'Two set-ups at once install once and harm nothing.', source: 'AGENCY, set-up' },
  'layers.one_way': { promise: 'Layers import in one direction, and each outside package has one home.', source: 'STYLE 2.3' },
  'errors.documented': { promise: 'Every code stands in docs/errors.md, in English and Chinese, with HTTP status, exit code and retry advice.', source: 'STYLE 2.7' },

  // truth
  'lifecycle.every_state_owned': { promise: 'Under every combination of policies each state is reachable, has an owner and can end.', source: 'LIFECYCLE, tables' },
  'lifecycle.rows_noticed': { promise: 'The check notices each row of the tables that is taken out.', source: 'LIFECYCLE, tables' },
  'lifecycle.no_other_move': { promise: 'A move that is not a row of the tables is refused.', source: 'LIFECYCLE, tables' },
  'store.one_contract': { promise: 'The memory store and the SQLite store pass the same contract suite.', source: 'AGENCY, truth' },
  'store.group_commit': { promise: 'Commits that arrive together share one transaction; each succeeds or conflicts by itself, and each promise resolves after its own is durable.', source: 'LIFECYCLE, what may share a commit' },
  'store.shared_dependant': { promise: 'Two approvals at once that unblock one shared dependant never leave it blocked.', source: 'LIFECYCLE, dependants keep a count' },
  'store.many_processes': { promise: 'Several processes write one file safely, with short jittered retries.', source: 'AGENCY, truth' },
  'store.refuses_damage': { promise: 'A damaged, foreign or newer file is a hard stop that changes nothing.', source: 'AGENCY, truth' },
  'store.waits_shown': { promise: 'While the store cannot be written, whoever watches is told why, since when and what to do; work goes on by itself, and can be stopped.', source: 'DESIGN 1.5' },
  'store.asked_once': { promise: 'What one process asks another at the same file to decide is done once and told to whoever asked, whoever dies, hangs or talks nonsense.', source: 'FAULTS a; decision 0017' },
  'store.backup_while_writing': { promise: 'muster backup makes a whole copy while work goes on.', source: 'AGENCY, truth' },

  // the loop
  'loop.pure': { promise: 'The next moves follow from the board alone: the same board gives the same moves.', source: 'AGENCY, the loop' },
  'loop.incremental': { promise: 'An event touches its task and the dependants, never a scan of all.', source: 'AGENCY, the loop' },
  'loop.sweep_saves': { promise: 'With every wake-up dropped the sweep alone brings each goal to its end.', source: 'AGENCY, the loop' },
  'loop.order': { promise: 'The oldest work goes first, reviews before new work, and no member holds more than its capacity.', source: 'AGENCY, the loop' },

  // planning
  'plan.one_commit': { promise: 'A plan becomes a task graph in one commit, or nothing of it does.', source: 'DESIGN 4.3' },
  'plan.cycle_named': { promise: 'A plan whose tasks wait on each other is refused with the path of the ring.', source: 'LIFECYCLE, prerequisites' },
  'plan.faults_visible': { promise: 'Unknown dependencies, self-references, doubled titles, unfit input, 0 items and too many items each have a defined, visible outcome.', source: 'AGENCY, planning' },
  'plan.unassigned_replan': { promise: 'Work that nobody covers goes through one re-plan and then to a person.', source: 'LIFECYCLE, task' },
  'plan.best_match': { promise: 'Skills match after normalisation, Chinese too; the most covering, then least loaded member wins, and the event says why.', source: 'DESIGN 4.3' },
  'plan.never_blocks_work': { promise: 'Goals that wait to be planned never hold up running work.', source: 'AGENCY, planning' },

  // doing and checking
  'work.schema_checked': { promise: 'Input and output are checked by JSON Schema (2020-12) or zod.', source: 'AGENCY, doing and checking' },
  'work.context_declared_only': { promise: 'A task is told the outputs of its declared prerequisites and nothing else, each with its source.', source: 'DESIGN 4.4' },
  'criteria.count_graphemes': { promise: 'Characters are counted as graphemes and words by the rules of the language, so Chinese is right.', source: 'DESIGN 4, criteria' },
  'criteria.every_kind': { promise: 'Every machine criterion of the table passes and fails where it should, and never by accident.', source: 'DESIGN 4, criteria' },
  'review.never_author': { promise: 'No member that held an attempt of a task reviews it.', source: 'LIFECYCLE, review' },
  'review.unreadable_is_inconclusive': { promise: 'A verdict that cannot be read is inconclusive, never an approval, and its repeats are bounded.', source: 'LIFECYCLE, review' },
  'review.rework_gets_fixes': { promise: 'Rework gets the fix list and the previous output, at most up to the cap of attempts.', source: 'LIFECYCLE, counters' },
  'review.after_the_cap': { promise: 'After the cap a person is asked, or the best is accepted below standard, as the policy says.', source: 'LIFECYCLE, after the cap' },
  'task.failure_cascades': { promise: 'When a prerequisite fails, its dependants end with the root cause or go to the manager.', source: 'LIFECYCLE, prerequisites' },
  'goal.summary_names_all': { promise: 'The closing summary names every task and its fate, failed ones too.', source: 'AGENCY, doing and checking' },

  // models
  'model.rehearsal_plays_all': { promise: 'The rehearsal model plays manager, worker, reviewer and summariser in English and Chinese, with a rejection and rework, and labels every text.', source: 'AGENCY, models' },
  'model.answers_fit': { promise: 'An answer that does not fit its schema is mended without loss or refused, never passed on: 120 broken answers and more have their exact value or refusal.', source: 'FAULTS, kind c' },
  'model.adapter': { promise: 'Any provider/model of the AI SDK can be named, with its key from the environment.', source: 'DESIGN 8' },

  'models.per_step': { promise: 'Planning, work, review and summary may each have a model; a member\'s own goes before them.', source: 'REAL, providers' },
  'models.fallback_list': { promise: 'The next model of a list is asked when one is overloaded, has no key or is not known, and never for another reason.', source: 'REAL, providers' },
  'models.outage_waited_out': { promise: 'A provider that is away for some minutes is waited for, and costs no attempt of the work.', source: 'FAULTS j03' },
  'models.limits_shared': { promise: 'What a provider may be asked at once and in a minute holds for all members of a team together.', source: 'REAL, providers' },
  'models.hopeless_once': { promise: 'A wrong key, an unknown model and every other fault that no retry can mend is met with one call a step, and a person is told.', source: 'REAL, providers' },
  'models.live_text_once': { promise: 'Who listens to live text is told when a try has failed, so that no half text stays before the whole one.', source: 'FAULTS j09' },
  'models.first_goal_over_the_wire': { promise: 'The first goal is done through each wire format, streaming and not, with faults in between and no call too many.', source: 'REAL, show it 1' },
  'models.context_shortened': { promise: 'What is too long for a model is shortened at its oldest and longest material, marked, pairs whole, and tried once more; then it is a clear fault.', source: 'REAL, providers' },

  'models.tools_in_every_format': { promise: 'Calls of tools and their answers go through every wire format, streaming and not, with what the provider wants back; no call of a broken answer counts.', source: 'GATE, one door' },
  'models.history_always_valid': { promise: 'Every call in a conversation has exactly one answer under an id of its own, in words that the provider takes, also after a crash.', source: 'GATE, one door; FAULTS c15, c21' },
  'models.rounds_are_bounded': { promise: 'A model that calls tools round after round is stopped with a clear fault, and stays below what it can read meanwhile.', source: 'FAULTS, kinds b and c19' },
  // prompts
  'prompts.four_blocks': { promise: 'Each prompt has role, input, output and boundaries, the same places for facts in English and Chinese, and sends what is unclear back instead of letting it be guessed.', source: 'REAL, prompts' },
  'prompts.untrusted_is_material': { promise: 'Text from models, files and people stands in a prompt as one line of JSON under a heading that calls it material, whatever it says.', source: 'REAL, prompts' },
  'prompts.on_record': { promise: 'Each turn has the name of its prompt, the language and the hash of the words on record.', source: 'REAL, prompts' },

  // budget
  'budget.never_overspent': { promise: 'No call is made that the limits have no room for, however many want room at once.', source: 'DESIGN 7' },
  'budget.ledger_is_the_events': { promise: 'The ledger is the sum of the ended calls in the log at every commit, and what a lost process had reserved is given back.', source: 'REAL, budget' },
  'budget.all_calls_count': { promise: 'Plans, reviews, summaries and failed answers are charged like work.', source: 'DESIGN 7' },
  'budget.asks_a_person': { promise: 'With the budget used up nothing new begins and a person is asked in the same commit: raise, accept what is there, or cancel.', source: 'DESIGN 7' },
  'budget.unattended_ends': { promise: 'Where nobody can be asked, the goal ends with what is there.', source: 'REAL, budget' },
  'budget.unknown_is_unknown': { promise: 'A price or a count that nobody told is unknown, never 0, and a limit in money needs prices before it starts.', source: 'REAL, budget' },
  'budget.who_spent_what': { promise: 'It can be read who spent what, by member, step, model and task.', source: 'REAL, budget' },

  // the gate
  'gate.names_exact': { promise: 'A tool is found by its exact name only, and no two tools can be taken for one another by a provider or a reader.', source: 'FAULTS d20, d21' },
  'gate.secrets_masked': { promise: 'Known secret values and the shapes of keys are masked in text and JSON in every way they are written, and innocent text stays.', source: 'FAULTS l06 to l08' },
  'gate.sql_reads_only': { promise: 'A query is one parsed SELECT that only reads, with functions on a list, and meets a second lock in the database; honest queries that look dangerous pass.', source: 'FAULTS d06 to d10' },
  'gate.query_ends': { promise: 'A query that is called off, late, too large or left by a dead process ends in the database too.', source: 'FAULTS d11 to d16' },

  // agent files
  'agents.found_in_the_wild': { promise: 'Agent files of Claude Code and agency-agents are read as they are found; every problem names file, line and mend in English and Chinese.', source: 'DESIGN 9, files' },
  'agents.one_bad_file': { promise: 'One bad agent file never hides the others, and no bytes make the reader throw.', source: 'DESIGN 9, files' },
  'agents.rights_never_by_chance': { promise: 'Roles and tools come only from what a file says and what is known: no tools, no unknown tool, no reviewer by its name.', source: 'FAULTS d17 to d21' },
  'agents.own_ids': { promise: 'Each member of a folder has an id of its own in any script, the same in every run.', source: 'FAULTS k06 to k09' },
  'agents.kept_in_folder': { promise: 'Links are followed inside the folder only, never out of it and never in a ring.', source: 'DESIGN 9, files' },
  'agents.seed_json': { promise: 'JSON registrations are read exactly in their form and stand beside Markdown in one folder.', source: 'LIFECYCLE, shapes' },
  'agents.import_whole': { promise: 'An import writes whole files that read back the same, and overwrites nothing unless told to.', source: 'DESIGN 9, CLI' },
  'agents.team_to_start': { promise: 'A new team is written in English or Chinese, works at once, and never into a folder that holds anything.', source: 'DESIGN 9, CLI' },
  'agents.large_team_planned': { promise: 'A planner sees a large team within a limit of tokens, chosen by relevance to the goal.', source: 'DESIGN 9, files' },

  // questions
  'question.refuses_clearly': { promise: 'An answer that comes twice, late or after a cancel is refused with a reason.', source: 'AGENCY, questions' },
  'question.kept_for_restart': { promise: 'An answer given while nothing runs is honoured at the next start.', source: 'AGENCY, questions' },
  'goal.pause_resume_cancel': { promise: 'Pause, resume and cancel work from another process too.', source: 'LIFECYCLE, pause' },

  // people
  'people.only_who_may': { promise: 'A question that waits for one person takes nobody else’s answer, and where the team names people a name that is none of theirs is refused with those who may answer.', source: 'LIFECYCLE, who; DESIGN 5, persons are members' },
  'people.plan_accepted_first': { promise: 'Where a person accepts the plan, nothing starts before, nothing starts without, and a refusal goes back to the manager with its reason.', source: 'REAL, people' },
  'people.own_tasks': { promise: 'A person is given tasks by skills like any member, is asked in the same commit, hands in under the same rules, and is reminded and then relieved when late.', source: 'REAL, people' },
  'people.review': { promise: 'A person reviews what it sees whole, alone or beside others, and never its own work.', source: 'REAL, people' },
  'people.goal_rests': { promise: 'A goal that only people can move waits without spending and lists their questions.', source: 'REAL, people' },
  'people.add_to_task': { promise: 'A person can add a note or a file to an open task at any time; the next attempt is told, and two at once both stay.', source: 'REAL, people' },
  'people.decide_instead': { promise: 'A person who is asked for work can split it, and one who is asked for a review can edit the result or split the task.', source: 'REAL, people' },
  'people.in_charge': { promise: 'A person edits the plan, refuses a result with a note, raises the budget, and the export shows it all.', source: 'REAL, show it 5' },
  'people.answer_once': { promise: 'A question takes exactly one answer, in any order, at the same instant, from two processes, after a restart; who and when is on record.', source: 'REAL, people' },

  // the gate
  'gate.one_door': { promise: 'A member calls only the tools on its list, narrowed by the task, under their exact names and with arguments that fit; every call is on record.', source: 'GATE, one door' },
  'gate.approval_once': { promise: 'A call that needs a yes waits for it, survives a restart, and runs exactly once, in whatever order the answers come.', source: 'GATE, approval' },
  'gate.effects': { promise: 'Dangerous combinations of effects are blocked, asked about or told, within a task and across tasks that build on each other.', source: 'GATE, effects' },
  'gate.kill_matrix': { promise: 'After a crash a call that may have had an effect is not made again unless it says that it can be; the conversation stays valid.', source: 'GATE, show it 3' },
  'gate.breakers': { promise: 'Runaways are warned, held and stopped within a stated number of calls; long and honest work is not.', source: 'GATE, breakers' },
  'gate.limits': { promise: 'A tool ends with its time or its task, and an outcome that is too long is kept whole in a file.', source: 'GATE, limits' },
  'gate.paths': { promise: 'Whatever a file tool opens lies inside the workspace, through links and while they are swapped, and is neither what git keeps nor a secret.', source: 'GATE, guards: paths' },
  'gate.files_not_lost': { promise: 'file.write changes a file only for an attempt that has read what is there now, whole or not at all, and the same call only once.', source: 'GATE, built-in tools' },
  'gate.programs': { promise: 'Programs are started from a list with a list of arguments and a bare environment, and nothing of them is left when the call has ended.', source: 'GATE, guards: shell; FAULTS d14, d15, d16, l09' },
  'gate.code': { promise: 'Code that a model writes reaches nothing but its input, and ends by its time, its memory or its call.', source: 'GATE, built-in tools' },
  'gate.way_out': { promise: 'A tool reaches public addresses only, or what the team opened: judged as written, after each look-up and at each redirect, and connected to what was judged.', source: 'GATE, guards' },
  'gate.mcp_servers': { promise: 'A server that dies, hangs, talks or floods has a defined outcome: its tools go away and come back visibly, and no call is made twice.', source: 'GATE, one door' },

  // the words of the team
  'team.options_checked': { promise: 'What a program says of its team and cannot hold, a folder, a word, a number or a name that is no option, is refused with its name before anything is opened or spent.', source: 'TEAM, style team; house rule on bad input' },
  'team.tools_one_table': { promise: 'Every tool of a team stands in one table, with its exact parameters and its words in both languages; it exists only for the role, mode and policy that it is for.', source: 'DESIGN 5' },
  'team.prompt_names': { promise: 'Every tool, parameter, action and state that a prompt of the team names exists for its reader, in every role, mode and policy.', source: 'TEAM, tools' },
  'team.prompt_policy': { promise: 'Teammates are told the five duties and nine steps, leaders theirs, in English and Chinese; what differs by mode is said only where it holds.', source: 'DESIGN 5, prompts' },
  'team.turn_facts': { promise: 'Roster, board, mail and own task are read anew for each turn and kept to a limit; no message is left out for it, and what a member holds is never cut.', source: 'TEAM, prompts' },
  'team.rehearsal': { promise: 'The rehearsal model leads a team and works in one without any service, through the same tools, labelled in both languages.', source: 'DESIGN 8' },

  // single tasks
  'task.person_changes': { promise: 'A person edits, reassigns, releases or calls off any task; what runs is stopped at once, its late result is set aside, and whoever held it is told.', source: 'LIFECYCLE, task' },
  'task.reopen': { promise: 'An ended task can be opened again: what used its result is marked, what has not begun waits, what fell with it stands up.', source: 'LIFECYCLE, reopen' },

  // the team
  'team.claim_one_winner': { promise: 'Of any number of claims at once, in any number of processes, one wins and the others are told who holds the task; nobody holds two.', source: 'LIFECYCLE, claim' },
  'team.unclaimed_never_lost': { promise: 'Work that nobody takes is offered again, then lies with the manager, then with a person; a team that is idle as a whole is woken or asked about.', source: 'DESIGN 5' },
  'team.plan_gate': { promise: 'In plan mode nothing is handed in before the newest plan is approved, every revision is kept, and what is said with a decision arrives.', source: 'DESIGN 5' },
  'team.mail_once': { promise: 'Mail is stored first, arrives in order, and is read by exactly one turn of which the outcome is on record, also across a crash in the middle of a turn.', source: 'DESIGN 5' },
  'team.talk_ends': { promise: 'Courtesy wakes nobody, and members that answer everything come to rest.', source: 'DESIGN 5' },
  'team.lives': { promise: 'A member that hangs, breaks or leaves holds nothing back: its tasks are free and its mail goes on, in one commit and without its help.', source: 'LIFECYCLE, members' },
  'team.recruits': { promise: 'A member that a leader adds from an agent file is read from the folder of the team by its path guard, and may call nothing that nobody on the team may.', source: 'TEAM, members: spawn; FAULTS, sub-agents get an intersection of rights' },
  'team.locks_bind': { promise: 'A shared file has one writer; a lock ends with its time or with its attempt, survives restarts, and an older holding can write no more.', source: 'DESIGN 5' },
  'team.runs': { promise: 'In style team members claim, plan, talk and hand in by themselves through their tools, and the goal closes, in build mode and in plan mode.', source: 'TEAM, style' },
  'team.no_idle_turn': { promise: 'No member has a turn without news; who is concerned is woken, and what a lost wake-up left behind is found by the sweep.', source: 'TEAM, wake-ups' },
  'team.wrong_model_bounded': { promise: 'A model that calls wrong names, polls, thanks, claims two, completes the work of others or does nothing ends with a finished goal or a question, after a bounded number of turns.', source: 'TEAM, show it' },
  'team.crash_same_end': { promise: 'A team goal that is killed after any commit comes to the same end: a turn that was cut off is gone on from, and no deed of it is done twice.', source: 'TEAM, crash journeys' },
  'team.people': { promise: 'People are members: they own tasks and answer questions in the inbox, and the team waits for them without a turn.', source: 'TEAM, people' },
  'team.functions': { promise: 'A member that is a function pulls what fits it and hands in, without a turn of any model.', source: 'TEAM, function teammates' },

  // recovery
  'recovery.kill_anywhere': { promise: 'Stopped after any commit and resumed, a goal comes to the same end and no step is done twice.', source: 'AGENCY, recovery' },
  'recovery.real_kills': { promise: 'Random SIGKILLs during 200 tasks lose nothing and double nothing beyond the one attempt in flight.', source: 'AGENCY, show it 2' },
  'recovery.late_set_aside': { promise: 'A result under an old token is set aside and shown, never applied and never dropped.', source: 'LIFECYCLE, late results' },
  'recovery.clean_interrupt': { promise: 'Ctrl-C ends cleanly with code 130 and keeps the state.', source: 'AGENCY, recovery' },

  // working trees
  'worktrees.one_each': { promise: 'Each member has one working tree for each task, and entering again gives the same one with what was left there.', source: 'DESIGN 5, worktrees' },
  'worktrees.checkout_untouched': { promise: 'The files, HEAD and index of the user are never changed by members, merges or cleaning.', source: 'DESIGN 5, worktrees' },
  'worktrees.names_never_clash': { promise: 'No branch of ours equals, holds or lies under one that was there before, and none that was there is ever moved or deleted.', source: 'FAULTS e12 to e16' },
  'worktrees.nothing_lost': { promise: 'No byte of work is lost: a tree goes only when it is proved empty, and what is discarded is kept under a ref.', source: 'DESIGN 5, worktrees' },
  'worktrees.merge_back': { promise: 'Finished branches are merged one at a time, checked again after it, and shown only then; a conflict keeps both sides and becomes a fix list.', source: 'TEAM, worktrees' },
  'worktrees.dependants_see_merged': { promise: 'The merge is the last criterion before a result is approved, so whoever builds on it sees it merged.', source: 'LIFECYCLE, review' },
  'worktrees.conflict_to_author': { promise: 'A conflict goes back to the author with both sides in its tree and as fix list, on a counter of its own; the third goes to a person.', source: 'LIFECYCLE, counters' },
  'worktrees.left_is_said': { promise: 'Where a person supplies the result instead, the branch stays as it is, and the answer, the summary and muster worktrees say that and how to merge it.', source: 'DESIGN 5, worktrees' },
  'worktrees.listed': { promise: 'muster worktrees lists the trees of a repository with owner, age, state and what is in them.', source: 'TEAM, worktrees' },
  'team.shared_files': { promise: 'Shared files are written under a lock that binds: no update is lost, an older number is refused, a person may break a lock, and who changed what is on record.', source: 'TEAM, locks' },
  'team.functions_claim': { promise: 'Members that are functions claim, work in their trees and deliver without a model.', source: 'TEAM, show it 1' },
  'worktrees.survives_kills': { promise: 'Killed at any step of making, saving and merging, the next call finds the state before or after it and goes on.', source: 'TEAM, show it 3' },
  'worktrees.many_processes': { promise: 'Several processes make trees and merge at once without a double, a loss or a skipped check.', source: 'TEAM, worktrees' },

  // seen live
  'cli.exit_codes': { promise: 'The exit code says how it ended: 0 done, 2 bad input, 3 goal failed, 4 a person is needed, 5 conflict, 6 provider unavailable.', source: 'DESIGN 9, CLI' },
  'cli.live_and_piped': { promise: 'A terminal shows a live tree, a pipe gets plain lines, and --json gives NDJSON events.', source: 'AGENCY, seen live' },
  'cli.export_whole': { promise: 'Export gives the whole history of a goal as one JSON document.', source: 'AGENCY, seen live' },
  'language.both': { promise: 'Every sentence that a person or a model reads exists in English and Chinese.', source: 'STYLE 4.14' },
} as const satisfies Record<`${string}.${string}`, Requirement>;

export type RequirementId = keyof typeof REQUIREMENTS;
