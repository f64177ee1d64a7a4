// Refuses promises that nobody waits for: their faults vanish and their work outlives its owner.
// A lint of syntax cannot see types, so this asks the compiler. A statement floats when its value is a promise (or an
// array of them) that is not awaited, returned, kept, handed on, marked with `void`, or given a handler for its fault.
import { relative } from 'node:path';
import {
  isBinaryExpression, isCallExpression, isConditionalExpression, isExpressionStatement, isParenthesizedExpression, isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import { SyntaxKind, type Expression, type Node, type SourceFile } from 'typescript/unstable/ast';
import { API, type APIOptions, type Checker, type Project, type Type } from 'typescript/unstable/async';
import { isMain } from './source/is-main.ts';
import { ROOT } from './source/list-files.ts';

/** Every floating promise of a TypeScript project as `file:line`. `options.fs` lets a test bring sources of its own. */
export async function findFloatingPromises(config: string, options: APIOptions = { cwd: ROOT }): Promise<string[]> {
  const api = new API(options);
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [config] });
    const project = snapshot.getProjects()[0];
    if (!project) throw new Error(`${config} is no TypeScript project.`);
    const found: string[] = [];
    for (const file of project.rootFiles) found.push(...(await floatingIn(project, file, options.cwd ?? ROOT)));
    return found;
  } finally {
    await api.close();
  }
}

async function floatingIn(project: Project, file: string, root: string): Promise<string[]> {
  const source = await project.program.getSourceFile(file);
  if (!source) return [];
  const values = statementValues(source);
  const types = await project.checker.getTypeAtLocation(values);
  const floats = await Promise.all(types.map((type) => type !== undefined && isPromise(project.checker, type)));
  return values.filter((_, at) => floats[at]).map((value) => `${relative(root, file)}:${lineOf(source, value)}`);
}

const lineOf = (source: SourceFile, node: Node): number => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

/** The expressions of a source whose value nobody takes. */
function statementValues(source: SourceFile): Expression[] {
  const values: Expression[] = [];
  const visit = (node: Node): void => {
    if (isExpressionStatement(node)) values.push(...droppedValues(node.expression));
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return values;
}

/** `ready && send()` drops the value of `send()`; an assignment, `await` and `void` drop none. */
function droppedValues(expression: Expression): Expression[] {
  if (isParenthesizedExpression(expression)) return droppedValues(expression.expression);
  if (isConditionalExpression(expression)) return [...droppedValues(expression.whenTrue), ...droppedValues(expression.whenFalse)];
  if (isBinaryExpression(expression)) {
    const yieldsRight = [
      SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken, SyntaxKind.CommaToken,
    ].some((kind) => kind === expression.operatorToken.kind);
    return yieldsRight ? droppedValues(expression.right) : [];
  }
  return isCallExpression(expression) && handlesFault(expression.expression, expression.arguments.length) ? [] : [expression];
}

function handlesFault(called: Expression, argumentCount: number): boolean {
  if (!isPropertyAccessExpression(called)) return false;
  const name = called.name.text;
  return (name === 'catch' && argumentCount > 0) || (name === 'then' && argumentCount > 1);
}

/** `nested` ends the walk through types that hold themselves, such as JSON: no array of arrays of arrays holds a promise here. */
async function isPromise(checker: Checker, type: Type, nested = 0): Promise<boolean> {
  if (nested > 2) return false;
  if (type.isUnionType()) return (await Promise.all((await type.getTypes()).map((part) => isPromise(checker, part, nested)))).some(Boolean);
  if (type.isIntrinsicType()) return false;
  if (await checker.isArrayType(type)) {
    const items = type.isTypeReference() ? await checker.getTypeArguments(type) : [];
    return (await Promise.all(items.map((item) => isPromise(checker, item, nested + 1)))).some(Boolean);
  }
  return (await checker.getPropertyOfType(type, 'then')) !== undefined;
}

if (isMain(import.meta.url)) {
  const found = await findFloatingPromises('tsconfig.tests.json');
  for (const place of found) console.error(`${place}: nobody waits for this promise. Await it, keep it, give it a catch, or write void and why.`);
  if (found.length > 0) process.exitCode = 1;
}
