// Files that a person attaches, read once: the path, the hash of the whole and, where it is text and not too long, what stands in
// it. A large file is hashed piece by piece and told by its path only.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { TeamError } from '../../core/errors.ts';
import type { Bilingual } from '../../core/json.ts';
import type { Attachment } from '../../core/moves/add-note.ts';
import { REFUSED_ANSWERS } from '../../core/refusals/refused-answers.ts';

/** Up to here the content itself becomes context. */
const LARGEST_TEXT_BYTES = 64 * 1024;
const MOST_FILES = 20;

export async function readAttachments(paths: readonly string[]): Promise<readonly Attachment[]> {
  if (paths.length > MOST_FILES) throw new TeamError('input.too_large', REFUSED_ANSWERS.tooManyFiles(paths.length, MOST_FILES));
  return Promise.all(paths.map((path) => readAttachment(resolve(path))));
}

async function readAttachment(path: string): Promise<Attachment> {
  const hash = createHash('sha256');
  const first: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of createReadStream(path)) {
      const part: Buffer = piece;
      hash.update(part);
      bytes += part.length;
      if (bytes <= LARGEST_TEXT_BYTES) first.push(part);
    }
  } catch (cause) {
    throw new TeamError('input.invalid', unreadable(path, cause), { cause, details: { path } });
  }
  return { path, sha256: hash.digest('hex'), bytes, text: bytes > LARGEST_TEXT_BYTES ? null : textIn(Buffer.concat(first)) };
}

/** Undamaged UTF-8 without NUL, or nothing: half a picture says less than its path. */
function textIn(content: Buffer): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

function unreadable(path: string, cause: unknown): Bilingual {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return REFUSED_ANSWERS.noFile(path);
  if (code === 'EISDIR') return REFUSED_ANSWERS.isFolder(path);
  return REFUSED_ANSWERS.unreadableFile(path, typeof code === 'string' ? code : undefined);
}
