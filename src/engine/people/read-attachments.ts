// Files that a person attaches, read once: the path, the hash of the whole and, where it is text and not too long, what stands in
// it. A large file is hashed piece by piece and told by its path only.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { TeamError } from '../../core/errors.ts';
import type { Attachment } from '../../core/moves/add-note.ts';

/** Up to here the content itself becomes context. */
const LARGEST_TEXT_BYTES = 64 * 1024;
const MOST_FILES = 20;

export async function readAttachments(paths: readonly string[]): Promise<readonly Attachment[]> {
  if (paths.length > MOST_FILES) throw new TeamError('input.too_large', `${paths.length} files are more than ${MOST_FILES}. Attach fewer, or put them into one archive.`);
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

function unreadable(path: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return `There is no file ${path}, so nothing was changed. Give the path of a file that exists.`;
  if (code === 'EISDIR') return `${path} is a folder, so nothing was changed. Attach its files one by one, or an archive.`;
  return `${path} cannot be read${typeof code === 'string' ? ` (${code})` : ''}, so nothing was changed. Make it readable, or attach another file.`;
}
