// The stock of sentences that rehearsed texts are made of. None holds a number, an exclamation, a question or a list, so that a
// text has these only where a criterion asks for them.
import type { Bilingual, Locale } from '../../core/json.ts';

/** The mark that every text of the rehearsal model bears, so that nobody takes a rehearsal for the work of a real model. */
export const REHEARSAL_LABEL = { en: '[rehearsal]', zh: '【排演】' } as const satisfies Bilingual;

/** What stands between the label, sentences and words: a space in English, nothing in Chinese. */
export const GAP: Bilingual = { en: ' ', zh: '' };

export const labelled = (text: string, locale: Locale): string => `${REHEARSAL_LABEL[locale]}${GAP[locale]}${text}`;

/** Sentences that lengthen a text. */
export const FILLERS: Readonly<Record<Locale, readonly string[]>> = {
  en: [
    'The main point comes first, so that nobody has to search for it.',
    'Every statement keeps to what the task has given.',
    'The wording is short and plain.',
    'What is not settled yet is named as open.',
    'The parts follow the order of the work.',
    'Nothing was added that was not asked for.',
  ],
  zh: [
    '要点放在最前面，读者不用自己去找。',
    '每句话都以任务给出的内容为准。',
    '用词简短直白。',
    '还没定下来的地方如实注明。',
    '各部分按工作的先后排列。',
    '没有要求的内容一概不加。',
  ],
};

/** One sentence for each further script that a criterion may ask for. */
export const SCRIPT_FILLERS: Readonly<Record<string, string>> = {
  Japanese: 'これは練習のために書いた文章です。',
  Hiragana: 'これはためしのぶんしょうです。',
  Katakana: 'コレハ テスト デス。',
  Hangul: '이것은 연습으로 쓴 글입니다.',
  Cyrillic: 'Это пробный текст для проверки хода работы.',
  Greek: 'Αυτό είναι ένα δοκιμαστικό κείμενο.',
  Arabic: 'هذا نص تجريبي لعرض سير العمل.',
  Hebrew: 'זהו טקסט לדוגמה שנכתב לצורך תרגול.',
  Devanagari: 'यह अभ्यास के लिए लिखा गया पाठ है।',
  Thai: 'นี่คือข้อความที่เขียนขึ้นเพื่อการฝึกซ้อม',
};

/** Sentences that are counted, by the pattern that counts them. */
export const COUNTED: Readonly<Record<string, Readonly<Record<Locale, readonly string[]>>>> = {
  exclamation_marks: { en: ['Take a look!', 'Come along!', 'Now is the time!'], zh: ['快来看看！', '就是现在！', '别错过！'] },
  question_marks: { en: ['Why wait?', 'Who else is coming?', 'What comes to mind?'], zh: ['还在等什么？', '你想到了谁？', '要不要一起来？'] },
  rhetorical_questions: { en: ["Who doesn't want that?", 'Why not start today?', "Isn't it about time?"], zh: ['难道你不想试试吗？', '谁不想轻松一点呢？', '何不今天就开始呢？'] },
};

/** The closing line that a sentence criterion may ask for and that a reviewer can see. */
export const NEXT_STEP: Bilingual = {
  en: 'Next step: agree on who takes this up, and begin.',
  zh: '下一步：确定负责人，然后开始执行。',
};

export const ASKS_FOR_NEXT_STEP = /next step|下一步/i;
