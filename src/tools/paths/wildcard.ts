// Matches a name against a pattern with * and ?. Written out, since patterns come from models: no backtracking over more
// than the last star, so a pattern can never take longer than its length times that of the name.

export function matchesWildcard(pattern: string, name: string): boolean {
  const wanted = [...pattern];
  const given = [...name];
  let at = 0;
  let star = -1;
  let afterStar = 0;
  for (let read = 0; read < given.length;) {
    if (wanted[at] === '*') {
      star = at++;
      afterStar = read;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[read])) {
      at++;
      read++;
    } else if (star >= 0) {
      at = star + 1;
      read = ++afterStar;
    } else return false;
  }
  while (wanted[at] === '*') at++;
  return at === wanted.length;
}
