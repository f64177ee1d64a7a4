// A text inside a folder that somebody named, for the program and not for a call of a tool: the same guard, the same limits, the same
// sentences. What is refused is a value; nothing of a file that was refused is told.
import type { Bilingual, Locale } from '../../core/json.ts';
import { RefusedOnDisk } from '../paths/held-folder.ts';
import { findPlace, shownPlace } from '../paths/inside.ts';
import { PROTECTED_NAMES } from '../paths/path-names.ts';
import { readPlace, sayDiskFault } from './file-parts.ts';
import { noText } from './file-read.ts';
import { readText } from './text-bytes.ts';

export type ReadInside = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly because: Bilingual };

const MOST_BYTES = 200_000;

export async function readInside(path: string, { workspace, locale }: { readonly workspace: string; readonly locale: Locale }): Promise<ReadInside> {
  try {
    const place = await findPlace(path, { workspace, protectedNames: PROTECTED_NAMES });
    if (!place.ok) return { ok: false, because: place.because };
    const { bytes, size } = await readPlace(place, locale);
    if (Math.max(size, bytes.length) > MOST_BYTES) return { ok: false, because: tooLarge(shownPlace(place)) };
    const file = readText(bytes);
    return file === undefined ? { ok: false, because: noText(shownPlace(place), size) } : { ok: true, text: file.text };
  } catch (error) {
    if (error instanceof RefusedOnDisk) return { ok: false, because: error.refusal.because };
    const because = sayDiskFault(error, path);
    if (because === undefined) throw error;
    return { ok: false, because };
  }
}

const tooLarge = (shown: string): Bilingual => ({ en: `${shown} has more than ${MOST_BYTES} bytes. Make it shorter.`, zh: `${shown} 超过 ${MOST_BYTES} 字节。请缩短。` });
