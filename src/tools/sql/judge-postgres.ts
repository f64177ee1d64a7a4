// Whether a statement for PostgreSQL is one SELECT that only reads. Judged on the tree of PostgreSQL's own grammar, so
// comments, strings, dollar quotes and names never matter; every kind of node must be on the list, so that what a newer
// grammar adds is refused until somebody has looked at it.
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { isAllowedFunction, LONGEST_SIZED, SIZED_FUNCTIONS } from './allowed-functions.ts';
import { isAllowedRelation } from './allowed-relations.ts';
import { parsePostgres } from './parse-postgres.ts';
import type { SqlFault } from './refusals.ts';

/** The fault of the statement, or undefined. `alsoFunctions` are names that the team's configuration adds. */
export async function judgePostgres(sql: string, alsoFunctions: ReadonlySet<string>): Promise<SqlFault | undefined> {
  const parsed = await parsePostgres(sql);
  if (!parsed.ok) return parsed.fault;
  const [statement, ...others] = parsed.statements;
  if (statement === undefined) return { rule: 'sql.empty', what: '' };
  if (others.length > 0) return { rule: 'sql.several_statements', what: `${parsed.statements.length}` };
  const [kind = ''] = Object.keys(statement);
  return kind === 'SelectStmt' ? faultIn(statement, alsoFunctions) : { rule: 'sql.not_a_select', what: inWords(kind) };
}

/** A loop and not a recursion: depth is the model's to choose. */
function faultIn(statement: JsonObject, alsoFunctions: ReadonlySet<string>): SqlFault | undefined {
  const waiting: Json[] = [statement];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node)) waiting.push(...node);
    if (!isJsonObject(node)) continue;
    for (const [key, value] of Object.entries(node)) {
      const fault = faultOf(key, value, alsoFunctions);
      if (fault !== undefined) return fault;
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return undefined;
}

/** Keys with a capital are kinds of nodes; the others are fields of the node around them. */
function faultOf(key: string, value: Json, alsoFunctions: ReadonlySet<string>): SqlFault | undefined {
  if (key === 'intoClause') return { rule: 'sql.select_into', what: 'INTO' };
  if (!/^[A-Z]/.test(key)) return undefined;
  if (!NODES.has(key)) return { rule: ruleFor(key), what: inWords(key) };
  const node = isJsonObject(value) ? value : {};
  switch (key) {
    case 'FuncCall': return faultOfCall(node, alsoFunctions);
    case 'RangeVar': return faultOfRelation(node);
    case 'RangeTableSample': return faultOfSample(namesIn(node['method']));
    case 'A_Expr': return faultOfOperator(namesIn(node['name']));
    case 'SubLink': return faultOfOperator(namesIn(node['operName']));
    case 'SortBy': return faultOfOperator(namesIn(node['useOp']));
    default: return undefined;
  }
}

function faultOfCall(call: JsonObject, alsoFunctions: ReadonlySet<string>): SqlFault | undefined {
  const names = namesIn(call['funcname']);
  const name = names.at(-1) ?? '';
  const written = names.join('.');
  const isOwn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
  if (alsoFunctions.has(written)) return undefined;
  if (!isOwn || !isAllowedFunction('postgres', name)) return { rule: 'sql.function_not_allowed', what: written };
  return SIZED_FUNCTIONS.has(name) && !isSmallNumber(listOf(call['args'])[1]) ? { rule: 'sql.size_not_plain', what: name } : undefined;
}

function isSmallNumber(argument: Json | undefined): boolean {
  const constant = isJsonObject(argument) ? argument['A_Const'] : undefined;
  const whole = isJsonObject(constant) ? constant['ival'] : undefined;
  // The tree leaves a zero out.
  return isJsonObject(whole) && Number(whole['ival'] ?? 0) <= LONGEST_SIZED;
}

function faultOfRelation(relation: JsonObject): SqlFault | undefined {
  const name = String(relation['relname']);
  const schema = typeof relation['schemaname'] === 'string' ? relation['schemaname'] : undefined;
  return isAllowedRelation('postgres', name, schema) ? undefined : { rule: 'sql.secret_catalogue', what: schema === undefined ? name : `${schema}.${name}` };
}

const faultOfSample = (names: readonly string[]): SqlFault | undefined =>
  names.length === 1 && ['bernoulli', 'system'].includes(names[0] ?? '') ? undefined : { rule: 'sql.function_not_allowed', what: names.join('.') };

const faultOfOperator = (names: readonly string[]): SqlFault | undefined =>
  names.length < 2 || (names.length === 2 && names[0] === 'pg_catalog') ? undefined : { rule: 'sql.operator_not_allowed', what: names.join('.') };

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const namesIn = (list: Json | undefined): readonly string[] =>
  listOf(list).flatMap((part) => {
    const name = isJsonObject(part) ? part['String'] : undefined;
    return isJsonObject(name) ? [String(name['sval'] ?? '')] : [];
  });

const CHANGES = /^(?:Insert|Update|Delete|Merge|Truncate|Copy)/;

const ruleFor = (kind: string): SqlFault['rule'] =>
  kind === 'LockingClause' ? 'sql.locks_rows' : CHANGES.test(kind) ? 'sql.changes_data' : 'sql.part_not_allowed';

/** `VariableSetStmt` → `VARIABLE SET`. */
const inWords = (kind: string): string => kind.replace(/Stmt$/, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2').toUpperCase();

const NODES: ReadonlySet<string> = new Set(
  ('SelectStmt ResTarget ColumnRef A_Star A_Const A_Expr BoolExpr NullTest BooleanTest CaseExpr CaseWhen CoalesceExpr MinMaxExpr FuncCall NamedArgExpr TypeCast TypeName ' +
    'CollateClause SQLValueFunction SubLink RangeVar RangeSubselect RangeFunction RangeTableSample JoinExpr Alias WithClause CommonTableExpr CTESearchClause CTECycleClause SortBy WindowDef ' +
    'GroupingSet GroupingFunc A_ArrayExpr A_Indirection A_Indices RowExpr ParamRef List String Integer Float Boolean BitString ColumnDef ' +
    'JsonFormat JsonReturning JsonValueExpr JsonOutput JsonArgument JsonFuncExpr JsonBehavior JsonTable JsonTableColumn JsonTablePathSpec JsonKeyValue JsonParseExpr JsonScalarExpr JsonSerializeExpr ' +
    'JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonAggConstructor JsonObjectAgg JsonArrayAgg JsonIsPredicate').split(' '),
);
