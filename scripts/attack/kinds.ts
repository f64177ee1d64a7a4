// The kinds of attack that are tried, one line each, in the order they are printed.
import { attack as name } from '../../test/attack/name-cases.ts';
import { attack as url } from '../../test/attack/url-cases.ts';
import type { AttackKind } from './attack-kind.ts';

export const ATTACK_KINDS: readonly AttackKind[] = [
  name,
  url,
];
