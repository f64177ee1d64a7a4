// Why work was stopped before it ended, in both languages. What was done until then is on record.
import type { Bilingual } from '../json.ts';

export const INTERRUPTED = {
  teamClosed: (goal: string): Bilingual => ({
    en: `The team was closed before ${goal} ended. Its state is kept; resume goes on.`,
    zh: `${goal} 结束之前团队已关闭。进度已保留，用 resume 可以继续。`,
  }),
  summary: {
    en: 'The summary was stopped before it was written; the goal closes without it.',
    zh: '总结尚未写完就被停止，目标将不带总结结束。',
  },
  attemptAsking: (question: string): Bilingual => ({
    en: `The attempt ended while ${question} was open.`,
    zh: `${question} 尚未答复，尝试已经结束。`,
  }),
  attemptEnded: (attempt: string): Bilingual => ({
    en: `The attempt ${attempt} has ended; no more calls are made for it.`,
    zh: `尝试 ${attempt} 已结束，不再为它调用工具。`,
  }),
  beforeTool: (tool: string): Bilingual => ({
    en: `The attempt ended before ${tool} ran.`,
    zh: `${tool} 执行之前，尝试已经结束。`,
  }),
  duringTool: (tool: string): Bilingual => ({
    en: `The attempt ended while ${tool} ran.`,
    zh: `${tool} 执行期间，尝试已经结束。`,
  }),
  turn: { en: 'The turn was ended.', zh: '回合已结束。' },
  call: { en: 'The call was stopped.', zh: '调用已停止。' },
  wait: { en: 'The wait was stopped.', zh: '等待已停止。' },
  rehearsal: {
    en: 'The rehearsal was stopped before it answered. Start the task again to go on.',
    zh: '排演在回答之前被停止。请重新开始任务以继续。',
  },
};
