// Whatever was drawn before, what stands on the screen is the last frame and nothing else.
import fc from 'fast-check';
import pc from 'picocolors';
import { expect, test } from 'vitest';
import { terminal } from '../../../test/terminal.ts';
import { liveScreen } from './live-screen.ts';
import type { Screen } from './screen.ts';

function screenOn(columns: number, rows = 24) {
  const shown = terminal(columns);
  const screen: Screen = {
    print: (text = '') => shown.write(`${text}\n`), warn: (text) => shown.write(`${text}\n`), raw: (text) => shown.write(text),
    colors: pc.createColors(false), isLive: true, columns: () => columns, rows: () => rows, onResize: () => () => undefined,
  };
  return { screen, shown };
}

test('frames of any length replace each other, and what stood above stays', () => {
  const line = fc.constantFrom('', 'a', 'bb bb', '夏季', '夏季促销 x', 'long long long line');
  fc.assert(
    fc.property(fc.array(fc.array(line.filter((each) => each !== ''), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }), (frames) => {
      const { screen, shown } = screenOn(40);
      screen.print('above');
      const live = liveScreen(screen);
      for (const frame of frames) live.draw(frame);
      expect(shown.lines()).toEqual(['above', ...(frames.at(-1) ?? [])]);
      live.end();
      screen.print('below');
      expect(shown.lines()).toEqual(['above', ...(frames.at(-1) ?? []), 'below']);
      expect(shown.isCursorHidden()).toBe(false);
    }),
  );
});

test('the same frame twice writes nothing, and a changed line writes only that line and the last', () => {
  const written: string[] = [];
  const { screen } = screenOn(40);
  const live = liveScreen({ ...screen, raw: (text) => void written.push(text) });
  live.draw(['one', 'two', 'three', 'four']);
  live.draw(['one', 'two', 'three', 'four']);
  live.draw(['one', 'TWO', 'three', 'four']);
  expect(written).toHaveLength(2);
  expect(written[1]).toContain('TWO');
  expect(written[1]).not.toContain('one');
  expect(written[1]).not.toContain('three');
});
