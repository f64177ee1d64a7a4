// What a task may call: the member's list, narrowed by the task, and never more.
import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { grantOf, narrowTools, permissionOf } from './grant.ts';

const list = (...names: readonly string[]) => names.map((name) => ({ name }));
const permissions = (grant: ReturnType<typeof grantOf>, ...names: readonly string[]) => names.map((name) => permissionOf(grant, name));

test('a member without a list may call nothing', () => {
  expect(permissions(grantOf({ allowedTools: [], deniedTools: [] }, undefined), 'file.read', '')).toEqual(['not_allowed', 'not_allowed']);
});

test('deny wins over allow, and a task that names the tool does not bring it back', () => {
  const grant = grantOf({ allowedTools: list('file.read', 'shell.run'), deniedTools: ['shell.run'] }, ['file.read', 'shell.run']);
  expect(permissions(grant, 'file.read', 'shell.run')).toEqual(['allowed', 'denied']);
});

test('a task narrows the list of its member and cannot widen it: of 2 tools 1 is left, and a foreign one is not added', () => {
  const grant = grantOf({ allowedTools: list('file.read', 'http.get'), deniedTools: [] }, ['http.get', 'database.query']);
  expect(permissions(grant, 'file.read', 'http.get', 'database.query')).toEqual(['not_allowed', 'allowed', 'not_allowed']);
});

test('a task that names no tools has none, which is not the same as a task that does not say', () => {
  const member = { allowedTools: list('file.read'), deniedTools: [] };
  expect([grantOf(member, []).allowed.size, grantOf(member, undefined).allowed.size]).toEqual([0, 1]);
});

test('names are exact: neither what every object has nor another case is on a list', () => {
  const grant = grantOf({ allowedTools: list('file.read'), deniedTools: [] }, undefined);
  expect(permissions(grant, 'toString', '__proto__', 'File.Read', 'file.read ')).toEqual(['not_allowed', 'not_allowed', 'not_allowed', 'not_allowed']);
});

test('what narrows the arguments of a tool stays with it', () => {
  const argsSchema: JsonObject = { path: 'string' };
  const grant = grantOf({ allowedTools: [{ name: 'file.read', argsSchema }, { name: 'file.list' }], deniedTools: [] }, undefined);
  expect([grant.allowed.get('file.read'), grant.allowed.get('file.list')]).toEqual([argsSchema, null]);
});

test('a part of a task never names more than the task', () => {
  expect(narrowTools(undefined, undefined)).toBeUndefined();
  expect(narrowTools(['a', 'b'], undefined)).toEqual(['a', 'b']);
  expect(narrowTools(undefined, ['a'])).toEqual(['a']);
  expect(narrowTools(['a', 'b'], ['b', 'c'])).toEqual(['b']);
  expect(narrowTools([], ['b'])).toEqual([]);
});
