// The judge of a statement for SQLite: SQLite's own parser asks here for every table, function and action that a statement
// needs, before the statement exists. A list: what is not read, select, recursion or an allowed function is denied.
import { constants, type DatabaseSync } from 'node:sqlite';
import { isAllowedFunction } from './allowed-functions.ts';
import { isAllowedPragma, isAllowedRelation } from './allowed-relations.ts';
import type { SqlFault } from './refusals.ts';

export interface Authorizer {
  /** The first fault since the last call of this, which forgets it. */
  takeFault(): SqlFault | undefined;
}

export function authorize(database: DatabaseSync, alsoFunctions: ReadonlySet<string>): Authorizer {
  let fault: SqlFault | undefined;
  database.setAuthorizer((action, first, second) => {
    const found = faultOf(action, first ?? '', second ?? '', alsoFunctions);
    fault ??= found;
    return found === undefined ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  return {
    takeFault: () => {
      const taken = fault;
      fault = undefined;
      return taken;
    },
  };
}

/** `first` and `second` mean what SQLite's table of actions says: a table, a pragma; for a function the second is its name. */
function faultOf(action: number, first: string, second: string, alsoFunctions: ReadonlySet<string>): SqlFault | undefined {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_RECURSIVE:
      return undefined;
    case constants.SQLITE_READ:
      return isAllowedRelation('sqlite', first) ? undefined : { rule: 'sql.secret_catalogue', what: first };
    case constants.SQLITE_FUNCTION: {
      const name = second.toLowerCase();
      return isAllowedFunction('sqlite', name) || alsoFunctions.has(name) ? undefined : { rule: 'sql.function_not_allowed', what: second };
    }
    // Only the tables that describe others get here on their own; a statement that begins with PRAGMA is no SELECT.
    case constants.SQLITE_PRAGMA:
      return isAllowedPragma(first) ? undefined : { rule: 'sql.not_a_select', what: `PRAGMA ${first}` };
    case constants.SQLITE_INSERT:
    case constants.SQLITE_UPDATE:
    case constants.SQLITE_DELETE:
      return { rule: 'sql.changes_data', what: first };
    default:
      return { rule: 'sql.part_not_allowed', what: `${ACTIONS.get(action) ?? action} ${first}`.trim() };
  }
}

/** Numbers of actions by name; the numbers of other tables in `constants` begin with other words. */
const ACTIONS: ReadonlyMap<number, string> = new Map(
  Object.entries(constants)
    .filter(([name]) => /^SQLITE_(?:CREATE|DROP|ALTER|ATTACH|DETACH|ANALYZE|REINDEX|TRANSACTION|SAVEPOINT)/.test(name))
    .map(([name, action]) => [action, name.replace('SQLITE_', '').replaceAll('_', ' ')]),
);
