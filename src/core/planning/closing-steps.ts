// Plan items that name no work of their own: "summarise the results", "report back", "汇报", "生成总结". The engine does these itself.
// A title is one only when every word of it is in the tables and one of them is an act, so "summarise the contract" stays work.
import { foldText } from '../text/fold-text.ts';

/** Whether the title alone names a closing step. The caller also asks whether anybody could do it and whether it names more. */
export const isClosingStep = (title: string): boolean => {
  const words = foldText(title).replace(NUMBERING, '').match(RUNS) ?? [];
  let acts = 0;
  for (const word of words) {
    const found = HAN.test(word) ? actsInHan(word) : ENGLISH_ACTS.has(word) ? 1 : ENGLISH_AROUND.has(word) ? 0 : undefined;
    if (found === undefined) return false;
    acts += found;
  }
  return acts > 0;
};

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

const ENGLISH_ACTS = list(`
  summarise summarize summarises summarizes summarising summarizing summarisation summarization summary summaries recap
  report reports reporting debrief conclude concludes concluding conclusion conclusions wrap wraps wrapup wrapping
  finalise finalize finalises finalizes finalising finalizing finalisation finalization finish finishing complete completing
  consolidate consolidating consolidation handover handoff closing closeout
`);
const ENGLISH_AROUND = list(`
  a an the all of to for and up back out off over on in with it this that these our your everything
  write create prepare produce generate make do give provide submit send present compile deliver collect
  final overall last end short brief whole completed finished previous above progress status
  project work job task tasks step steps phase stage goal plan team result results finding findings outcome outcomes output outputs
  manager lead leader boss supervisor user owner
`);
const HAN_ACTS = list(`
  总结 小结 归纳 汇总 汇报 报告 复盘 回顾 收尾 收官 结项 结束 完结 完成 定稿 整合 交付 总结报告 汇报材料
  總結 彙總 匯總 彙報 匯報 報告 收尾 完成 定稿
`);
const HAN_AROUND = list(`
  进行 生成 输出 撰写 编写 写 做 作 出 出具 给出 提供 提交 形成 准备 整理 制作 发送
  最终 最后 整体 全部 所有 总体 全面 阶段 阶段性 本次 此次 以上 上述 前面 前述 各项 各个 各
  工作 项目 任务 目标 计划 结果 成果 产出 情况 进展 进度 内容 信息 发现 结论 环节 步骤 流程 团队
  主管 经理 领导 老板 用户 上级 负责人 并 和 与 及 以及 对 向 给 将 把 的 了 一下 一份 一个 一次
  進行 產出 撰寫 編寫 寫 最終 最後 整體 項目 任務 結果 情況 進度 並 與 主管 經理
`);

// "5. ", "Step 5: ", "第五步：" in front of the title.
const NUMBERING = /^(?:(?:step\s*\d+|第[\d一二三四五六七八九十]+步|步骤[\d一二三四五六七八九十]+)\s*[.)、:：-]?|\d+\s*[.)、:：-])\s*/u;
const RUNS = /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;
const HAN = /^\p{Script=Han}/u;
const LONGEST_HAN_WORD = 4;

/**
 * The most acts with which the run can be written word by word from the tables; undefined when it cannot be.
 * Chinese sets no spaces, so each place remembers the best way to reach it: linear time, no backtracking.
 */
const actsInHan = (run: string): number | undefined => {
  const letters = [...run];
  const best: (number | undefined)[] = [0];
  for (let end = 1; end <= letters.length; end += 1) {
    for (let start = Math.max(0, end - LONGEST_HAN_WORD); start < end; start += 1) {
      const before = best[start];
      if (before === undefined) continue;
      const word = letters.slice(start, end).join('');
      const acts = HAN_ACTS.has(word) ? before + 1 : HAN_AROUND.has(word) ? before : undefined;
      if (acts !== undefined && acts >= (best[end] ?? 0)) best[end] = acts;
    }
  }
  return best[letters.length];
};
