// A text of several lines, made harmless and folded where a terminal would cut words. Nothing is folded into a pipe.
import type { Cli } from '../cli.ts';
import { wrapTo } from '../terminal/display-width.ts';
import { harmless } from '../terminal/screen.ts';

export const folded = ({ screen }: Cli, text: string): string => (screen.isLive ? wrapTo(harmless(text), screen.columns() - 1).join('\n') : harmless(text));
