// Reads a path as a model wrote it, before anything on disk is looked at: one row for each form that is refused, then the
// names between the slashes. Invariant: what comes out are plain names below the workspace; no `..`, no root, no empty part.
import type { Bilingual } from '../../core/json.ts';
import type { GuardRefusal } from '../../ports/tool.ts';
import { quoted, refuseCall } from '../refusal.ts';

export interface PathText {
  readonly ok: true;
  readonly parts: readonly string[];
}

const MOST_BYTES = 4000;
const MOST_NAME_BYTES = 255;

/** `roots`: the workspace as it is named and as it really is; an absolute path must begin with one of them. */
export function readPathText(text: string, roots: readonly string[]): PathText | GuardRefusal {
  const row = FORMS.find(({ refuses }) => refuses(text));
  if (row) return refuseCall(row.rule, row.because(quoted(text)));
  const below = text.startsWith('/') ? belowRoot(text, roots) : text;
  return below === undefined ? outside(text) : readParts(below, text);
}

export const outside = (text: string): GuardRefusal =>
  refuseCall('path.outside', {
    en: `${quoted(text)} lies outside the workspace. Name a path inside it, relative to its root, such as "src/main.ts".`,
    zh: `${quoted(text)} 位于工作区之外。请给出工作区内的路径，以工作区根目录为起点，例如 "src/main.ts"。`,
  });

interface FormRow {
  readonly rule: GuardRefusal['rule'];
  readonly refuses: (text: string) => boolean;
  readonly because: (shown: string) => Bilingual;
}

const FORMS: readonly FormRow[] = [
  {
    rule: 'path.empty',
    refuses: (text) => text.trim() === '',
    because: () => ({ en: 'The path is empty. Write "." for the workspace itself.', zh: '路径为空。要指工作区本身，请写 "."。' }),
  },
  {
    rule: 'path.too_long',
    refuses: (text) => text.length > MOST_BYTES || Buffer.byteLength(text) > MOST_BYTES || text.split('/').some((name) => Buffer.byteLength(name) > MOST_NAME_BYTES),
    because: () => ({
      en: `The path is too long: ${MOST_NAME_BYTES} bytes for a name and ${MOST_BYTES} for the whole are the most. Shorten it.`,
      zh: `路径过长：单个名称最多 ${MOST_NAME_BYTES} 字节，整个路径最多 ${MOST_BYTES} 字节。请缩短。`,
    }),
  },
  {
    rule: 'path.control_character',
    refuses: (text) => /[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed(),
    because: (shown) => ({ en: `${shown} holds a control character or half a character. Write the path without it.`, zh: `${shown} 含有控制字符或残缺字符。请去掉后重写路径。` }),
  },
  {
    rule: 'path.invisible_character',
    // Joiners and variation selectors stay: scripts and emoji need them, and they change the order of nothing.
    refuses: (text) => /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u.test(text),
    because: (shown) => ({ en: `${shown} holds an invisible character. Write the path without it.`, zh: `${shown} 含有不可见字符。请去掉后重写路径。` }),
  },
  {
    rule: 'path.windows_form',
    refuses: (text) => text.includes('\\') || /^[A-Za-z]:/.test(text) || text.startsWith('//'),
    because: (shown) => ({ en: `${shown} is written in the way of Windows or of a network share. Part names with a single "/".`, zh: `${shown} 是 Windows 或网络共享的写法。请用单个 "/" 分隔名称。` }),
  },
  {
    rule: 'path.look_alike',
    refuses: (text) => /[\u2044\u2215\u2216\u2571\u2572\u29f5-\u29f9\ufe68\uff0f\uff3c]/u.test(text),
    because: (shown) => ({ en: `${shown} holds a character that only looks like a slash. Write "/".`, zh: `${shown} 含有仅仅外形像斜杠的字符。请改用 "/"。` }),
  },
  {
    rule: 'path.encoded',
    refuses: (text) => /%(?:00|25|2e|2f|5c)|%c0%a|%u[0-9a-f]{4}/i.test(text),
    because: (shown) => ({ en: `${shown} holds a dot or slash in percent form, which is not decoded here. Write the characters themselves.`, zh: `${shown} 含有百分号编码的点或斜杠，这里不会解码。请直接写出字符。` }),
  },
  {
    rule: 'path.home',
    refuses: (text) => text.startsWith('~'),
    because: (shown) => ({ en: `${shown} begins with "~", which stands for no folder here. Name a path inside the workspace.`, zh: `${shown} 以 "~" 开头，它在这里不代表任何文件夹。请给出工作区内的路径。` }),
  },
  {
    rule: 'path.url',
    refuses: (text) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^file:/i.test(text),
    because: (shown) => ({ en: `${shown} is an address, not a path. Name a path inside the workspace.`, zh: `${shown} 是网址，不是路径。请给出工作区内的路径。` }),
  },
];

function belowRoot(text: string, roots: readonly string[]): string | undefined {
  const root = roots.find((candidate) => text === candidate || text.startsWith(candidate.endsWith('/') ? candidate : `${candidate}/`));
  return root === undefined ? undefined : text.slice(root.length);
}

/** `a/../b` is read as text, so a link called `a` cannot make its `..` mean another folder. */
function readParts(below: string, text: string): PathText | GuardRefusal {
  const parts: string[] = [];
  for (const part of below.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return outside(text);
  }
  return { ok: true, parts };
}
