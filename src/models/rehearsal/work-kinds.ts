// The kinds of work that a rehearsal can tell apart by a skill tag. A row gives the title and content of a planned task and
// the sentences of its result; `rank` says what comes before what: find out, settle, make, finish.
import { foldText } from '../../core/text/fold-text.ts';
import type { Bilingual, Locale } from '../../core/json.ts';

export interface WorkKind {
  readonly name: string;
  readonly rank: 0 | 1 | 2 | 3;
  /** Parts of a skill tag that give the kind away, in lower case. */
  readonly words: readonly string[];
  /** `{topic}` is filled with the goal in short, `{skill}` with the tag. */
  readonly title: Bilingual;
  readonly content: Bilingual;
  readonly result: Readonly<Record<Locale, readonly string[]>>;
}

/** The kind of a skill, by its tag alone: words of the goal ("do not touch the code") decide nothing. */
export function kindOf(skill: string): WorkKind {
  const tag = foldText(skill);
  return WORK_KINDS.find((kind) => kind.words.some((word) => tag.includes(word))) ?? OTHER_WORK;
}

const OTHER_WORK: WorkKind = {
  name: 'work', rank: 2, words: [],
  title: { en: '{skill} for {topic}', zh: '{skill}：{topic}' },
  content: { en: 'Contribute what {skill} can contribute to the goal, ready for use by others.', zh: '从“{skill}”的角度完成这个目标需要的部分，成果要能直接交给别人使用。' },
  result: {
    en: ['The part that belongs to this task is worked out and can be used as it stands.', 'It keeps to the goal and leaves the other parts to the other tasks.'],
    zh: ['属于本任务的部分已经完成，可以直接使用。', '内容围绕目标展开，其他部分留给其他任务。'],
  },
};

const WORK_KINDS: readonly WorkKind[] = [
  {
    name: 'research', rank: 0, words: ['research', 'analy', 'survey', 'data', 'search', 'investig', '调研', '分析', '数据', '检索', '研究', '资料'],
    title: { en: 'Research similar offers: {topic}', zh: '调研同类做法：{topic}' },
    content: { en: 'Find out who has done something similar, what worked and what the audience expects.', zh: '查清有谁做过类似的事、哪些做法有效、受众在意什么。' },
    result: {
      en: ['Similar offers start early, name one price and keep their terms short.', 'The audience compares on the phone and decides within a day.', 'Long conditions are the most common complaint.'],
      zh: ['同类做法都启动较早，只报一个价格，规则很短。', '受众多在手机上比较，一天之内就会决定。', '最常见的抱怨是条件太复杂。'],
    },
  },
  {
    name: 'theme', rank: 1, words: ['theme', 'concept', 'position', 'brand', 'creative', '主题', '创意', '定位', '策划', '品牌'],
    title: { en: 'Set the theme: {topic}', zh: '确定主题：{topic}' },
    content: { en: 'Settle on one theme that all further work can build on, and say in a sentence why it carries.', zh: '定下一个后续工作都能沿用的主题，并用一句话说明理由。' },
    result: {
      en: ['The theme is one clear promise that fits on a poster.', 'It speaks of the benefit and leaves the terms to the small print.', 'All further texts take up the same image.'],
      zh: ['主题是一句放得上海报的明确承诺。', '它只讲好处，细则另行说明。', '后续的文字都沿用同一个意象。'],
    },
  },
  {
    name: 'copy', rank: 2, words: ['copy', 'writ', 'slogan', 'content', 'text', 'edit', '文案', '广告语', '撰写', '写作', '改写', '内容', '编辑'],
    title: { en: 'Write the copy: {topic}', zh: '撰写文案：{topic}' },
    content: { en: 'Write a lively text for the audience of the goal, ready to be published.', zh: '面向目标受众写一份语气活泼、可以直接发布的文案。' },
    result: {
      en: ['A good season begins with a good offer, and this one is yours.', 'One visit, one price, no small print.', 'Bring a friend, and both of you save.'],
      zh: ['好时节从一份好优惠开始，这一份就是你的。', '来一趟，一口价，没有弯弯绕。', '带上朋友，两个人都省。'],
    },
  },
  {
    name: 'offer', rank: 2, words: ['pric', 'discount', 'offer', 'strateg', 'budget', 'financ', '折扣', '定价', '价格', '策略', '预算', '财务'],
    title: { en: 'Work out the offer: {topic}', zh: '制定折扣方案：{topic}' },
    content: { en: 'Work out an offer that the audience understands at a glance and that pays for itself.', zh: '制定一套受众一看就懂、成本也算得过来的优惠方案。' },
    result: {
      en: ['One plain reduction for everybody, and a second one for those who come together.', 'The reduction stays below the margin of the cheapest item.', 'It ends on a fixed day that every text names.'],
      zh: ['所有人享受一档简单的折扣，结伴再享一档。', '折扣幅度低于最便宜商品的毛利。', '截止日期固定，每份材料都写明。'],
    },
  },
  {
    name: 'channels', rank: 2, words: ['channel', 'promot', 'market', 'media', 'social', 'outreach', '渠道', '推广', '投放', '营销', '媒体', '运营'],
    title: { en: 'Recommend channels: {topic}', zh: '提出推广渠道建议：{topic}' },
    content: { en: 'Recommend where and when to reach the audience, the most useful channel first.', zh: '建议在哪里、什么时候触达受众，最有用的渠道排在最前面。' },
    result: {
      en: ['Start where the audience already meets: its own groups and boards.', 'Short videos carry the theme, posters carry the date.', 'Each channel has one person who answers.'],
      zh: ['先用受众本来就在的地方：他们自己的群和公告栏。', '短视频讲主题，海报讲时间。', '每个渠道都有一个人负责答复。'],
    },
  },
  {
    name: 'design', rank: 1, words: ['design', 'layout', 'visual', 'architect', '设计', '视觉', '排版', '架构'],
    title: { en: 'Design the outline: {topic}', zh: '设计整体方案：{topic}' },
    content: { en: 'Design the outline that the others work from, with its parts and how they fit together.', zh: '设计供其他人使用的整体方案，说明有哪些部分、彼此如何衔接。' },
    result: {
      en: ['The outline has a few parts, each with one purpose.', 'Every part names what it takes in and what it hands on.', 'The simplest part is built first.'],
      zh: ['方案由几个部分组成，每个部分只有一个用途。', '每个部分都写明接收什么、交出什么。', '最简单的部分先做。'],
    },
  },
  {
    name: 'code', rank: 2, words: ['code', 'coding', 'program', 'develop', 'script', 'engineer', '代码', '编程', '开发', '脚本'],
    title: { en: 'Write the code: {topic}', zh: '编写代码：{topic}' },
    content: { en: 'Write the code that the goal needs and nothing beyond it.', zh: '编写目标所需的代码，不做多余的功能。' },
    result: {
      en: ['One function reads the input, one decides, one writes the result.', 'Wrong input is refused with a sentence that says what to change.', 'Nothing is kept between two runs.'],
      zh: ['一个函数读入，一个函数判断，一个函数写出结果。', '输入有误时拒绝，并说明该怎么改。', '两次运行之间不保留任何状态。'],
    },
  },
  {
    name: 'test', rank: 3, words: ['test', 'qa', 'verif', '测试', '验证', '校对'],
    title: { en: 'Try out the result: {topic}', zh: '验证成果：{topic}' },
    content: { en: 'Try out what the other tasks have made and list what does not hold.', zh: '检验其他任务的成果，列出站不住脚的地方。' },
    result: {
      en: ['The usual path works from beginning to end.', 'Empty and overlong input are refused as they should be.', 'No deviation was found that blocks the use.'],
      zh: ['常规流程从头到尾走得通。', '空输入和超长输入都按预期被拒绝。', '没有发现妨碍使用的问题。'],
    },
  },
  {
    name: 'translation', rank: 3, words: ['translat', 'locali', '翻译', '本地化', '译'],
    title: { en: 'Translate the result: {topic}', zh: '翻译成果：{topic}' },
    content: { en: 'Translate what has been written so that it reads as if written in that language.', zh: '把写好的内容翻译出来，读起来要像用那种语言直接写的。' },
    result: {
      en: ['The translation keeps the tone and replaces the images that do not carry over.', 'Names and terms are the same throughout.'],
      zh: ['译文保留语气，不通用的比喻已经替换。', '名称和术语前后一致。'],
    },
  },
];
