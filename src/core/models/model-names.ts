// How a model is named: `provider/model`, or several with commas between them, the first being asked first. `inherit` is the
// team's own, as agent files of other tools write it; their short names (`sonnet`, `opus`) name no provider and are no names here.

/** The names in their order; undefined where nothing of one's own is named. */
export function readModelNames(named: string | readonly string[] | undefined): readonly [string, ...string[]] | undefined {
  const parts = (typeof named === 'string' ? named.split(',') : (named ?? [])).map((part) => part.trim()).filter((part) => part !== '' && part !== 'inherit');
  const [first, ...others] = [...new Set(parts)];
  return first === undefined ? undefined : [first, ...others];
}

/** As one text, the way a registration keeps it. */
export const writeModelNames = (names: string | readonly string[]): string => (typeof names === 'string' ? names : names.join(', '));

/** Has the form of names; whether there is such a model is another question. */
export const areModelNames = (text: string): boolean => text.split(',').every((part) => /^[^/\s,]+\/[^\s,]+$/u.test(part.trim()) || part.trim() === 'rehearsal');
