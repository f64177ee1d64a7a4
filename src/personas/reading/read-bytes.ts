// Bytes of a file as text. UTF-8 with or without a mark at its beginning, and UTF-16 with one, as Windows editors write it;
// anything else is said with its line and never guessed: a wrong guess would put wrong words into a prompt.
import { isUtf8 } from 'node:buffer';
import type { Remarks } from '../remarks.ts';

export function readBytes(bytes: Uint8Array, remarks: Remarks): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  remarks.complain(lineOfFirstFault(bytes), undefined, { en: 'is not UTF-8 text; save the file as UTF-8', zh: '不是 UTF-8 文本；请把文件另存为 UTF-8 编码' });
  return undefined;
}

function lineOfFirstFault(bytes: Uint8Array): number {
  // A line break never is a part of a longer UTF-8 sequence, so the lines can be looked at one by one.
  let line = 1;
  for (let begin = 0; begin < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, begin);
    if (!isUtf8(bytes.subarray(begin, end < 0 ? bytes.length : end))) return line;
    if (end < 0) break;
    begin = end + 1;
  }
  return line;
}
