// What a member is for, taken from its prompt when the file does not say: the first paragraph of plain text, else the first heading.
import { shorten, tidyText } from '../../core/text/fold-text.ts';

const MOST = 300;

export function describeBody(body: string): string | undefined {
  // A paragraph near the top is wanted; a long body is not searched for it.
  const blocks = body.slice(0, 5_000).replace(/^(```|~~~)[\s\S]*?^\1.*$/gmu, '').replace(/<!--[\s\S]*?-->/gu, '').split(/\n[ \t]*\n/u);
  const lines = blocks.map((block) => block.split('\n').filter((line) => line.trim() !== ''));
  const heading = lines.flat().find((line) => HEADING.test(line));
  const paragraph = lines.map((block) => block.filter((line) => !HEADING.test(line) && !/^\s*(?:[-*_=]{3,}|\|.*)\s*$/u.test(line))).find((block) => block.length > 0);
  const text = plain((paragraph ?? []).join(' ')) || plain(heading ?? '');
  return text === '' ? undefined : shorten(text, MOST);
}

const HEADING = /^\s{0,3}#{1,6}\s/u;

const plain = (text: string): string => tidyText(text.replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)/u, '').replace(/[*_]{2}([^*_]+)[*_]{2}/gu, '$1'));
