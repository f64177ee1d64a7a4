// A block of lines that is drawn over itself. Each frame is one write, inside the terminal's own marks for a frame, and only
// lines that changed are written, so nothing flickers. When it ends the last frame stays and the cursor is back.
import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './display-width.ts';
import type { Screen } from './screen.ts';

export interface LiveScreen {
  draw(lines: readonly string[]): void;
  end(): void;
}

const BEGIN_FRAME = '\u001b[?2026h';
const END_FRAME = '\u001b[?2026l';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_LINE_END = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const up = (lines: number): string => (lines > 0 ? `\u001b[${lines}A` : '');

export function liveScreen(screen: Screen): LiveScreen {
  let drawn: readonly string[] = [];
  let resized = false;
  const forget = screen.onResize(() => void (resized = true));
  return {
    draw(lines) {
      if (!resized && drawn.length === lines.length && drawn.every((line, index) => line === lines[index])) return;
      screen.raw(BEGIN_FRAME + HIDE_CURSOR + frame(drawn, lines, resized ? screen.columns() : undefined) + END_FRAME);
      drawn = lines;
      resized = false;
    },
    end() {
      forget();
      if (drawn.length > 0) screen.raw(`\n${SHOW_CURSOR}`);
      drawn = [];
    },
  };
}

/** The cursor stands at the end of the last line between frames, so that the screen never scrolls for an empty one. */
function frame(before: readonly string[], lines: readonly string[], newColumns: number | undefined): string {
  const redraw = newColumns !== undefined;
  // After a resize the terminal has folded the old lines anew; only their widths tell how far up the frame begins.
  const height = redraw ? before.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / newColumns)), 0) : before.length;
  const start = before.length === 0 ? '' : `\r${up(height - 1)}`;
  const body = lines.map((line, index) => (!redraw && before[index] === line && index < before.length - 1 && index < lines.length - 1 ? '' : `${line}${CLEAR_LINE_END}`));
  return `${start}${redraw ? CLEAR_BELOW : ''}${body.join('\r\n')}${before.length > lines.length ? CLEAR_BELOW : ''}`;
}
