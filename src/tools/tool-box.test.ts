// All tools of a team under one roof: exact names, sources that come and go, and whole outcomes in files.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codeOfFault } from '../../test/tools/fault-of.ts';
import { verifies } from '../../test/verifies.ts';
import type { Tool, ToolChange, ToolSource } from '../ports/tool.ts';
import { toolBox, type BoxParts } from './tool-box.ts';

const named = (name: string): Tool => ({ name, description: { en: name, zh: name }, parameters: {}, effects: [], run: async () => name });

function box(parts: Partial<BoxParts> = {}) {
  const workspace = mkdtempSync(join(tmpdir(), 'muster-box-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  return toolBox({ tools: [named('file.read'), named('mail.send')], workspace, mask: (text) => text, ...parts });
}

/** A source whose tools the test takes away. */
function source(...names: readonly string[]) {
  let there = names.map(named);
  const listeners = new Set<(change: ToolChange) => void>();
  let closed = 0;
  const made: ToolSource = {
    tools: () => there,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => void (closed += 1),
  };
  return {
    source: made,
    leave() {
      const went = there.map(({ name }) => name);
      there = [];
      for (const listener of listeners) listener({ source: 's', came: [], went, because: { en: 'gone', zh: '已离开' } });
    },
    get closed() {
      return closed;
    },
    get listeners() {
      return listeners.size;
    },
  };
}

describe('names', () => {
  test('are found letter by letter only', () => {
    verifies('gate.one_door');
    const { find } = box();
    expect(find('file.read')?.name).toBe('file.read');
    for (const name of ['File.read', 'file.read ', 'file__read', 'fıle.read', 'toString', '__proto__', 'constructor', '']) expect([name, find(name)]).toEqual([name, undefined]);
  });

  test.each([
    [['file.read', 'file.read']], [['file.read', 'File.Read']], [['file.read', 'file__read']], [['a b']], [['']],
  ])('%j cannot stand, which is said at the start', (names) => {
    expect(codeOfFault(() => box({ tools: names.map(named) }))).toBe('tool.bad_name');
  });
});

describe('sources', () => {
  test('bring their tools, and what has gone is found no longer', () => {
    const server = source('wiki.search');
    const { find, names } = box({ sources: [server.source] });
    expect([names(), find('wiki.search')?.name]).toEqual([['file.read', 'mail.send', 'wiki.search'], 'wiki.search']);
    server.leave();
    expect([names(), find('wiki.search')]).toEqual([['file.read', 'mail.send'], undefined]);
  });

  test('that bring a name which is there already do not replace the tool of the program', () => {
    const own = named('file.read');
    expect(box({ tools: [own], sources: [source('file.read').source] }).find('file.read')).toBe(own);
  });

  test('tell whoever listens, until they stop', () => {
    const server = source('wiki.search');
    const seen: ToolChange[] = [];
    const end = box({ sources: [server.source] }).onChange((change) => void seen.push(change));
    server.leave();
    expect(seen.map(({ went }) => went)).toEqual([['wiki.search']]);
    end();
    expect(server.listeners).toBe(0);
  });

  test('and tools that hold something are closed with the box, also where one of them cannot', async () => {
    const server = source();
    let closed = 0;
    const holding = { ...named('db'), close: async () => void (closed += 1) };
    const broken = { ...named('bad'), close: async () => Promise.reject(new Error('stuck')) };
    await box({ tools: [broken, holding], sources: [server.source] }).close();
    expect([closed, server.closed]).toEqual([1, 1]);
  });
});

test('a whole outcome is kept inside the workspace, whatever its key is called', async () => {
  const { keepWhole, workspace } = box();
  const where = await keepWhole('../../task_1/../x:1', 'all of it');
  expect(where).toBe(join('.muster', 'outcomes', '.._.._task_1_.._x_1.txt'));
  expect(readFileSync(join(workspace, where), 'utf8')).toBe('all of it');
});
