// Headings of pages and tables.
import type { Locale } from '../../core/json.ts';

interface PageWords {
  readonly team: string;
  readonly model: string;
  readonly member: string;
  readonly calls: string;
  readonly cached: string;
  readonly cost: string;
  readonly failedCalls: string;
  readonly tokensIn: string;
  readonly tokensOut: string;
  readonly time: string;
  readonly questions: string;
  readonly summary: string;
  readonly comment: string;
  readonly setAside: string;
  readonly spending: string;
  readonly spendingByTask: string;
  readonly budget: string;
  readonly turns: string;
  readonly aTask: string;
  readonly total: string;
  readonly task: string;
  readonly wholeGoal: string;
  readonly state: string;
  readonly assignee: string;
  readonly reviewer: string;
  readonly dependsOn: string;
  readonly skills: string;
  readonly content: string;
  readonly input: string;
  readonly criteria: string;
  readonly context: string;
  readonly output: string;
  readonly attempts: string;
  readonly howItCame: string;
  readonly lateResult: string;
  readonly history: string;
  readonly running: string;
  readonly verdict: Readonly<Record<'approve' | 'reject' | 'inconclusive', string>>;
}

export const PAGE_WORDS: Readonly<Record<Locale, PageWords>> = {
  en: {
    team: 'team', model: 'model', member: 'member', calls: 'calls', failedCalls: 'failed', tokensIn: 'tokens in', cached: 'from cache', cost: 'cost', tokensOut: 'tokens out', time: 'time',
    questions: 'Waits for you', summary: 'Summary', comment: 'Comment', setAside: 'Late results, set aside', spending: 'Model calls', spendingByTask: 'Model calls by task', budget: 'Budget', turns: 'Turns of members', aTask: 'a task', total: 'all', task: 'task', wholeGoal: 'the goal as a whole',
    state: 'state', assignee: 'member', reviewer: 'reviewer', dependsOn: 'needs', skills: 'skills',
    content: 'Content', input: 'Input', criteria: 'Criteria', context: 'Context', output: 'Result', attempts: 'Attempts', howItCame: 'how it came about', lateResult: 'late result, set aside', history: 'History', running: 'running',
    verdict: { approve: 'approved by', reject: 'sent back by', inconclusive: 'no usable verdict from' },
  },
  zh: {
    team: '团队', model: '模型', member: '成员', calls: '调用', failedCalls: '失败', tokensIn: '输入 token', cached: '其中缓存', cost: '费用', tokensOut: '输出 token', time: '用时',
    questions: '等你回答', summary: '总结', comment: '说明', setAside: '迟到而另存的成果', spending: '模型调用', spendingByTask: '各任务的模型调用', budget: '预算', turns: '成员回合', aTask: '回合/任务', total: '合计', task: '任务', wholeGoal: '整个目标',
    state: '状态', assignee: '成员', reviewer: '审阅', dependsOn: '前置', skills: '技能',
    content: '内容', input: '输入', criteria: '验收标准', context: '上下文', output: '成果', attempts: '历次尝试', howItCame: '过程', lateResult: '迟到成果，已另存', history: '经过', running: '进行中',
    verdict: { approve: '通过，审阅者', reject: '打回，审阅者', inconclusive: '未得出结论，审阅者' },
  },
};
