// What goes on record or before a person, without known secrets: in texts, and in keys too, because the whole is masked as one text.
// A member may write a secret anywhere: into a name, a purpose, a question. So nothing here asks where it stands.
import type { Json } from '../../core/json.ts';
import type { AttemptGate } from './attempt-gate.ts';

/** The same value where there is nothing to hide. */
export const masked = <T extends Json>(gate: Pick<AttemptGate, 'parts'>, value: T): T => maskedBy(gate.parts.box.mask, value);

export function maskedBy<T extends Json>(mask: (text: string) => string, value: T): T;
export function maskedBy(mask: (text: string) => string, value: Json): Json {
  const text = JSON.stringify(value);
  const safe = mask(text);
  return safe === text ? value : parsed(safe);
}

/** Text that is no JSON stands for itself. */
export function parsed(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
