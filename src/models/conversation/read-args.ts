// The arguments of a call, as data. What is not JSON is mended where no character is lost; else it stays the text that it is, so that
// the model can be told what it wrote.
import { isJsonObject, parseJson, type Json } from '../../core/json.ts';
import { readAnswer } from '../read-answer.ts';

export function readArgs(text: string): Json {
  const first = parseJson(text);
  // Data that was written as a text once more.
  const source = typeof first === 'string' ? first : text;
  const parsed = source === text ? first : parseJson(source);
  // Several providers write nothing, or null, for a call without arguments.
  if (source.trim() === '' || parsed === null) return {};
  if (isJsonObject(parsed)) return parsed;
  const mended = readAnswer(source, ANY_OBJECT, { exact: true, maxChars: LONGEST_MENDED });
  return mended.ok ? mended.value : (parsed ?? source);
}

const ANY_OBJECT = { type: 'object' } as const;
const LONGEST_MENDED = 200_000;
