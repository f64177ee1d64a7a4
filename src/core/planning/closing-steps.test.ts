import { expect, test } from 'vitest';
import { isClosingStep } from './closing-steps.ts';

test.each([
  'Summarise', 'Summarize the results', 'Final summary', 'Report back to the manager', 'Wrap up', 'Wrap-up', '5. Finalise everything', 'Finish the project',
  'Write a final report', 'Conclusion', 'Step 4: Summary and handover', 'Compile final results and report',
  '总结', '生成总结', '汇报', '向主管汇报工作进展', '收尾', '整理并汇总所有结果', '最终总结报告', '第五步：生成总结', '5、汇报结果', '项目复盘与总结', '總結並彙報結果',
])('"%s" is a closing step', (title) => {
  expect(isClosingStep(title)).toBe(true);
});

test.each([
  'Summarise the contract', 'Report on competitor prices', 'Write the copy', 'Final packaging design', 'Collect results of the survey', '2024 summary', 'Wrap the gifts',
  'Deliver the goods', 'Interview reporters', '', '🙂', 'The project', '总结合同条款', '撰写竞品调研报告', '设计促销主题与文案', '制定折扣方案', '结束语文案', '汇报演示动画制作', '整理数据', 'テストの総括', '결과 요약',
])('"%s" is work', (title) => {
  expect(isClosingStep(title)).toBe(false);
});

test('a title of 100,000 letters is read to its end', () => {
  const begun = performance.now();
  expect(isClosingStep('总结汇报'.repeat(25_000))).toBe(true);
  expect(isClosingStep(`${'总结'.repeat(50_000)}猫`)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(20_000);
});
