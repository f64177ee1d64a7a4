// The kinds of attack that are tried, one line each, in the order they are printed.
import { attack as name } from '../../test/attack/name-cases.ts';
import { attack as sql } from '../../test/attack/sql-cases.ts';
import { attack as path } from '../../test/attack/path-cases.ts';
import { attack as shell } from '../../test/attack/shell-cases.ts';
import { attack as url } from '../../test/attack/url-cases.ts';
import type { AttackKind } from './attack-kind.ts';

export const ATTACK_KINDS: readonly AttackKind[] = [
  sql,
  name,
  path,
  shell,
  url,
];
