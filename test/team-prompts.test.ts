// What leaders and teammates are told, in every setting that a team can have: the policy of the seed sentence by sentence, and no
// name of a tool, parameter, action or state that its reader does not have.
import { describe, expect, test } from 'vitest';
import { LOCALES, isJsonObject, type Json, type Locale } from '../src/core/json.ts';
import { fillPrompt } from '../src/core/prompts.ts';
import { taskStatesFor, toolsFor, type TeamSetting } from '../src/core/team/team-tools.ts';
import { modeText } from '../src/core/turns/mode-rules.ts';
import { readPrompts } from '../src/prompts/read-prompts.ts';
import { verifies } from './verifies.ts';

const YES_NO = [false, true] as const;
const SETTINGS: readonly TeamSetting[] = (['leader', 'member'] as const).flatMap((role) => (['build_mode', 'plan_mode'] as const).flatMap((mode) => (['fixed', 'open'] as const).flatMap((roster) =>
  YES_NO.flatMap((approvals) => YES_NO.flatMap((worktrees) => YES_NO.flatMap((sharedFolder) => YES_NO.map((programs) => ({ role, mode, roster, approvals, worktrees, sharedFolder, programs }))))))));
const FULL = { roster: 'open', approvals: true, worktrees: true, sharedFolder: true, programs: true } as const;

const set = readPrompts();
const systemFor = (setting: TeamSetting, locale: Locale): string => {
  const shared = { member: 'M', mode: modeText(setting, locale), due: '', team: '', roster: '', board: '', mail: '' };
  return setting.role === 'leader'
    ? fillPrompt('leader-turn', set[locale]['leader-turn'].text, { ...shared, criteria_vocabulary: 'V', decisions: '' }).system
    : fillPrompt('teammate-turn', set[locale]['teammate-turn'].text, { ...shared, task: '' }).system;
};

/** Names of parameters, at any depth, and the words that they may be. */
const namesIn = (schema: Json): readonly string[] => {
  if (Array.isArray(schema)) return schema.flatMap((part: Json) => namesIn(part));
  if (!isJsonObject(schema)) return [];
  const { properties, enum: words } = schema;
  return [...(isJsonObject(properties) ? Object.keys(properties) : []), ...(Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : []), ...Object.values(schema).flatMap(namesIn)];
};

const knownTo = (setting: TeamSetting): ReadonlySet<string> => new Set([...toolsFor(setting).flatMap(({ name, parameters }) => [name, ...namesIn(parameters.en)]), ...taskStatesFor(setting), 'user', '*', '.team/']);
const inBackticks = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const inSnakeCase = (text: string): readonly string[] => [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name);

describe('names', () => {
  test(`every tool, parameter, action and state that a prompt names exists for its reader, in all ${SETTINGS.length} settings and both languages`, () => {
    verifies('team.prompt_names');
    let seen = 0;
    for (const setting of SETTINGS) for (const locale of LOCALES) {
      const known = knownTo(setting);
      const text = systemFor(setting, locale);
      const named = [...inBackticks(text), ...inSnakeCase(text)];
      seen += named.length;
      expect(named.filter((name) => !known.has(name)), JSON.stringify(setting)).toEqual([]);
      const said = toolsFor(setting).flatMap(({ description, parameters }) => [description[locale], ...sentencesIn(parameters[locale])]).join('\n');
      expect(inSnakeCase(said).filter((name) => !known.has(name)), JSON.stringify(setting)).toEqual([]);
    }
    expect(seen).toBeGreaterThan(3000);
  });

  test('the test sees a wrong name: in build mode submit_plan is unknown, and to a leader claim_task always', () => {
    expect(knownTo({ ...FULL, role: 'member', mode: 'build_mode' }).has('submit_plan')).toBe(false);
    expect(knownTo({ ...FULL, role: 'member', mode: 'build_mode' }).has('plan_approved')).toBe(false);
    expect(knownTo({ ...FULL, role: 'leader', mode: 'plan_mode' }).has('claim_task')).toBe(false);
    expect(inBackticks('call `submit_plan`, then `claim_task`')).toEqual(['submit_plan', 'claim_task']);
  });

  test('every tool that somebody has is named in the prompt of that role, so that nobody has one without a word on when to use it', () => {
    for (const role of ['leader', 'member'] as const) for (const locale of LOCALES) {
      const setting = { ...FULL, role, mode: 'plan_mode' } as const;
      const text = systemFor(setting, locale);
      const unnamed = toolsFor(setting).map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``));
      expect(unnamed, `${role} ${locale}`).toEqual([]);
    }
  });
});

const sentencesIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? value.flatMap((part: Json) => sentencesIn(part))
    : isJsonObject(value) ? Object.entries(value).flatMap(([key, part]) => (key === 'description' && typeof part === 'string' ? [part] : sentencesIn(part))) : [];

/** One sentence for each point of the policy that the seed tells, as the prompt says it. */
const TEAMMATE: Readonly<Record<string, readonly [en: RegExp, zh: RegExp]>> = {
  'the leader says what and why, the member how': [/The leader says what is wanted and why; how it is done is yours to decide/, /主管说明要什么、为什么要，怎么做由你来定/],
  'duty 1, take up work by oneself': [/Take work up by yourself: look at the board and claim what fits your field/, /自主领取：自己看看板，领取与专长相符的任务/],
  'duty 2, plan by oneself': [/Plan by yourself: once a task is yours, work out what it asks for/, /独立规划：任务到手后，自己弄清它要什么/],
  'duty 3, deliver well': [/Deliver well: work until every criterion of the task holds/, /高质量交付：做到每一条验收标准都满足/],
  'duty 4, work with the others': [/settle things directly with the member they concern, and share what you find. Not everything goes through the leader/, /主动协作：有事直接找相关的成员商量，有发现就分享，不必事事经过主管/],
  'duty 5, report what matters': [/tell the leader results and important decisions, not every step/, /关键汇报：向主管汇报结果和重要决定，不汇报每一个步骤/],
  'step 1, look': [/^1\. Look at what may be claimed/m, /^1\. 看有什么可以领取/m],
  'step 2, judge before claiming': [/^2\. Judge before you claim.*belongs to your field or was given to you by name/m, /^2\. 领取前先判断。只领属于自己专长的任务，或点名交给你的任务/m],
  'step 2, what nobody takes at the edge of one’s field': [/at the edge of your field has been free for long, claim it or ask the leader to give it to somebody/, /在你能力的边缘，又长时间无人领取，就主动领下，或请主管另作安排/],
  'step 3, claim one': [/^3\. Claim it: `claim_task` with status `claimed`\. One task at a time/m, /^3\. 领取：`claim_task`，`status` 为 `claimed`。一次只做一个任务/m],
  'step 4, aim and criteria': [/^4\. Work out the aim and the criteria/m, /^4\. 弄清目标和验收标准/m],
  'step 5, do it and talk to the peer': [/^5\. Do it.*write to that member directly/m, /^5\. 动手。.*直接写给对方/m],
  'step 5, one message a milestone': [/In a long task tell the leader once at each milestone/, /每到一个里程碑向主管同步一次/],
  'step 6, hand in': [/^6\. Hand it in: `claim_task` with status `completed`/m, /^6\. 提交：`claim_task`，`status` 为 `completed`/m],
  'step 7, one report that is mail': [/^7\. Report to the leader once, by `send_message`.*A report is mail, the result travels in `claim_task`/m, /^7\. 用 `send_message` 向主管汇报一次.*汇报是消息，成果随 `claim_task` 提交/m],
  'step 7, no courtesy replies': [/thanks and confirmations need no reply/, /致谢和确认都不用再回/],
  'step 8, the next one': [/^8\. Look with `view_task` for the next task/m, /^8\. 用 `view_task` 看有没有下一个/m],
  'step 9, stop; idle is normal; nobody polls': [/^9\. If there is none.*end the turn\. An idle member is normal\..*nobody polls/m, /^9\. 没有可领的任务.*结束本回合。成员空闲是正常的。.*谁都不需要轮询/m],
  'technical trouble: oneself, then the peer': [/Trouble with the work itself: try to solve it yourself first, then ask the peer/, /遇到技术问题：先自己解决，再找相关的同伴/],
  'direction, conflict, deadlock: the leader': [/Direction that is unclear, goals that conflict, or a deadlock between two peers: bring it to the leader/, /方向不清、目标冲突，或两位同伴相持不下：带着你的建议交给主管裁决/],
  'plain text is seen by nobody': [/Plain text is seen by nobody/, /你写的普通文字谁也看不到/],
  'a broadcast costs a turn of every member': [/A message to `\*` costs a turn of every member/, /发给 `\*` 会让每位成员各耗费一个回合/],
  'mail is marked as read by itself': [/Mail comes to you by itself and is marked as read/, /消息会自动送到你手上，并随本回合标为已读/],
  'only free tasks can be claimed, a changed task ends the claim, ends are final': [/Only a task in `pending` that nobody holds can be claimed.*your claim has ended.*are final/, /只有处于 `pending` 且无人持有的任务可以领取.*领取随即失效.*是终态/],
  'the aim of the team comes first': [/The aim of the team comes before your own task\. Tell the members whose tasks wait for yours/, /团队的目标高于你个人的任务。有人等着你的成果时/],
  'ask, do not guess': [/Do not guess\. Ask the member who knows/, /不要猜。去问知道的那位成员/],
};

const LEADER: Readonly<Record<string, readonly [en: RegExp, zh: RegExp]>> = {
  'what and why, not how': [/You say what is wanted and why; the members decide how it is done\. You do none of the tasks yourself/, /你说明要什么、为什么要，怎么做由成员来定。任务你一件也不亲自做/],
  'the team first': [/Members before tasks/, /先有成员，再有任务/],
  'look before creating': [/Look at the board before you add to it/, /往看板上加任务之前先用 `view_task` 看一遍/],
  'coarse, checkable tasks': [/a result that one member can make and another can judge\. Coarse rather than fine; no list of steps/, /一位成员能做出、另一位能评判的成果。宁粗勿细，不列步骤/],
  'real dependencies only': [/`depends_on` only where a result is really needed first/, /`depends_on` 只写真正要先有的成果/],
  'no polling, idle is normal': [/An idle member is normal, and nobody polls/, /成员空闲是正常的，谁都不需要轮询/],
  'direction and deadlocks are the leader’s': [/direction, conflicting goals, and a deadlock between two peers/, /方向、相互冲突的目标、两位同伴之间的僵局/],
  'decides and says why': [/When two members cannot agree, decide, and tell both why/, /两位成员谈不拢时，由你裁决，并把理由告诉双方/],
  'reports are not thanked': [/Reports are read, not thanked/, /汇报看过即可，不必致谢/],
  'a broadcast costs a turn of every member': [/A message to `\*` costs a turn of every member/, /发给 `\*` 会让每位成员各耗费一个回合/],
  'a person is asked first': [/A task held by a person is called off only when that person agrees/, /由人承担的任务，须本人同意才能取消/],
  'results travel by path': [/Hand on results by their task or their path, not by pasting/, /转交成果时写任务编号或路径，不要粘贴内容/],
};

describe('the policy', () => {
  test.each(Object.entries(TEAMMATE))('tells a teammate: %s', (_point, [en, zh]) => {
    verifies('team.prompt_policy');
    expect(systemFor({ ...FULL, role: 'member', mode: 'build_mode' }, 'en')).toMatch(en);
    expect(systemFor({ ...FULL, role: 'member', mode: 'build_mode' }, 'zh')).toMatch(zh);
  });

  test.each(Object.entries(LEADER))('tells a leader: %s', (_point, [en, zh]) => {
    expect(systemFor({ ...FULL, role: 'leader', mode: 'build_mode' }, 'en')).toMatch(en);
    expect(systemFor({ ...FULL, role: 'leader', mode: 'build_mode' }, 'zh')).toMatch(zh);
  });

  test('what differs is said where it holds and nowhere else: plans, worktrees, locks, approvals, the roster', () => {
    const bare = { roster: 'fixed', approvals: false, worktrees: false, sharedFolder: false, programs: false } as const;
    const member = (setting: Partial<TeamSetting>) => systemFor({ ...bare, role: 'member', mode: 'build_mode', ...setting }, 'en');
    expect(member({})).not.toMatch(/worktree|lock with|submit_plan|wait for a yes/);
    expect(member({ mode: 'plan_mode' })).toMatch(/Until the task is in `plan_approved` you may read but change nothing/);
    expect(member({ worktrees: true })).toMatch(/`enter_worktree`[^]*Reading and looking around need neither lock nor worktree/);
    expect(member({ sharedFolder: true })).toMatch(/take its lock with `workspace_meta`/);
    expect(member({ approvals: true })).toMatch(/wait for a yes/);
    const leader = (setting: Partial<TeamSetting>) => systemFor({ ...bare, role: 'leader', mode: 'build_mode', ...setting }, 'zh');
    expect(leader({})).toMatch(/成员名单是固定的/);
    expect(leader({ roster: 'open' })).toMatch(/`spawn_member`/);
    expect(leader({ mode: 'plan_mode' })).toMatch(/`approve_plan`/);
    expect(leader({})).not.toMatch(/approve_plan|approve_tool|spawn_member|workspace_meta/);
  });
});
