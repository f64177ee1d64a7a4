// How texts are measured: characters, words, scripts, comparisons. Figures are counted by hand.
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { foldText } from '../text/fold-text.ts';
import { countCharacters, countLiteral, countWords, scriptShare } from './counting.ts';
import type { TextPattern } from './text-patterns.ts';
import { TEXT_PATTERNS } from './text-patterns.ts';

const countPattern = (name: TextPattern, text: string, enough = Infinity): number => TEXT_PATTERNS[name].count(text, enough);

describe('characters', () => {
  test.each([
    ['夏日炎炎，折扣不停！', 10],
    ['a family 👩‍👩‍👧 is one, a flag 🇩🇪 is one, 👍🏽 is one', 44],
    ['é as one code point and é as two', 32],
    ['한국어 각', 5],
    ['नमस्ते', 3],
    ['line\r\nline', 9],
    ['\ud83d alone, then \ude00', 15],
    ['𠮷野家', 3],
    ['', 0],
  ])('%j has %d', (text, count) => {
    verifies('criteria.count_graphemes');
    expect(countCharacters(text)).toBe(count);
  });

  test('above a ceiling of 10 the answer is 11, whatever the text is made of', () => {
    expect(countCharacters('a'.repeat(50), 10)).toBe(11);
    expect(countCharacters('👍'.repeat(50), 10)).toBe(11);
    expect(countCharacters('👍'.repeat(10), 10)).toBe(10);
  });

  test('five million characters of each kind are counted while one waits', () => {
    expect(countCharacters('夏季促销文案'.repeat(800_000))).toBe(4_800_000);
    expect(countCharacters('a\r\n'.repeat(1_700_000))).toBe(3_400_000);
    expect(countCharacters('ab👍'.repeat(1_250_000), 300)).toBe(301);
  });
});

describe('words', () => {
  test.each([
    ['The quick (“brown”) fox can’t jump 32.3 feet', 8],
    ['一行没有空格的中文', 5],
    ['テストを書く', 3],
    ['  … !!! ', 0],
  ])('%j has %d', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});

test('a literal is counted in its folded form, without overlap', () => {
  expect(countLiteral(foldText('哇！哇!哇！'), foldText('!'))).toBe(3);
  expect(countLiteral('aaaaa', 'aa')).toBe(2);
  expect(countLiteral('aaaaa', 'a', 3)).toBe(3);
  expect(countLiteral('aaaaa', '')).toBe(0);
});

describe('the share of a script', () => {
  test('brand names and digits in a Chinese text weigh little: 2 words against 8 characters', () => {
    expect(scriptShare('我们用 TypeScript 和 PostgreSQL 16 构建系统。', 'Han')).toBeCloseTo(8 / 10);
  });

  test('a Chinese text full of technical terms does not pass as English', () => {
    expect(scriptShare('我们用 TypeScript 和 PostgreSQL 构建系统', 'Latin')).toBeLessThan(0.5);
  });

  test('an English text that quotes two Chinese characters stays English: 8 of 10', () => {
    expect(scriptShare("Beijing (北京) isn't far; don’t wait, take the train", 'Latin')).toBeCloseTo(8 / 10);
  });

  test('links are no letters, and a text without letters has no share', () => {
    expect(scriptShare('见 https://example.com/a/b/c 首页', 'Han')).toBe(1);
    expect(scriptShare('42 + 1 = 43！👍', 'Han')).toBeUndefined();
  });

  test('kana, Hangul and characters outside the first plane are letters like any other', () => {
    expect(scriptShare('テストとコーヒー', 'Japanese')).toBe(1);
    expect(scriptShare('テストとコーヒー', 'Han')).toBe(0);
    expect(scriptShare('테스트 문장', 'Hangul')).toBe(1);
    expect(scriptShare('𠮷𠮷', 'Han')).toBe(1);
  });
});

describe('named patterns', () => {
  const cases: readonly (readonly [TextPattern, string, number])[] = [
    ['exclamation_marks', '冲！买! ❗', 3],
    ['question_marks', '真的？Really?', 2],
    ['rhetorical_questions', '难道还有更好的选择吗？价格是多少？', 1],
    ['rhetorical_questions', '这样的夏天，你还在等什么？', 1],
    ['rhetorical_questions', 'Who wouldn’t want that? How much is it? Why wait?', 2],
    ['rhetorical_questions', '이보다 더 좋을 수 있을까요?', 1],
    ['rhetorical_questions', '不要问。???', 0],
    ['emoji', '☀ 夏天 👩‍👩‍👧 2️⃣ © 3 #', 3],
    ['numbers', '第 12 条，１，０００ 元，3.5 折', 3],
    ['links', '看 https://a.cn/x，或 www.b.com', 2],
    ['list_items', '- 一\n* two\n3. three\n4、四\n（5）五\n-6 度\n① 六', 6],
    ['headings', '# 一\n## Two\n#tag\ntext # no', 2],
    ['paragraphs', 'one\nstill one\n\n  \ntwo\r\n\r\nthree\n', 3],
    ['sentences', 'It costs 3.50 now. Really? 好的。再见！', 4],
    ['code_blocks', '```js\nx\n```\n~~~\ny\n~~~', 2],
    ['hashtags', '#夏天 #sale ＃折扣', 3],
  ];
  test.each(cases)('%s in %j: %d', (name, text, count) => {
    expect(countPattern(name, text)).toBe(count);
  });

  test('counting stops at what is enough', () => {
    expect(countPattern('exclamation_marks', '!'.repeat(1_000), 3)).toBe(3);
    expect(countPattern('rhetorical_questions', '难道？'.repeat(1_000), 2)).toBe(2);
  });

  test('no pattern is slow on a text that almost matches: 100,000 repetitions each', () => {
    for (const text of [' ', '#', '1.', '1,', '- ', 'a', '不', '?', '\ud800', '*️', 'http', '\n ']) {
      for (const name of Object.keys(TEXT_PATTERNS) as TextPattern[]) {
        expect(countPattern(name, text.repeat(100_000), 1_000)).toBeLessThanOrEqual(1_000);
      }
    }
  });
});

test('one word, line or paragraph of three million letters is measured without exhausting the engine', () => {
  for (const letter of ['a', '中', '가', 'e\u0301', 'a\n']) {
    const text = letter.repeat(3_000_000 / letter.length);
    expect(scriptShare(text, 'Han')).toBe(letter === '中' ? 1 : 0);
    expect(countPattern('paragraphs', text)).toBe(1);
    expect(countPattern('sentences', text, 5)).toBeGreaterThan(0);
  }
});
