// The body of an answer as text: unpacked, up to a limit on both sides of the unpacking, and decoded by what the answer says of
// itself. Where the limit is reached the connection is ended, so that neither a flood nor a zip bomb is ever held.
import type { IncomingMessage } from 'node:http';
import { Readable, Writable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface Body {
  readonly bytes: Buffer;
  /** There was more than the limit. */
  readonly isCut: boolean;
}

/** Rejects with `UnknownCoding` for a packing that we do not know, and as the stream does. */
export async function readBody(response: IncomingMessage, limit: number): Promise<Body> {
  const parts: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const taking = new Writable({
    write(part: Buffer, _encoding, done) {
      const room = limit - size;
      parts.push(part.length > room ? part.subarray(0, room) : part);
      size += Math.min(part.length, room);
      done(part.length > room ? new Full() : null);
    },
  });
  try {
    await pipeline([upTo(response, limit, () => void (isCut = true)), ...unpackers(response.headers['content-encoding']), taking]);
  } catch (error) {
    // A packed body that was cut ends in the middle, which its unpacker calls a fault.
    if (!(error instanceof Full) && !isCut) throw error;
    isCut = true;
  } finally {
    response.destroy();
  }
  return { bytes: Buffer.concat(parts), isCut };
}

class Full extends Error {}
export class UnknownCoding extends Error {}

/** The first `limit` bytes of what is sent. */
function upTo(response: IncomingMessage, limit: number, onCut: () => void): Readable {
  return Readable.from((async function* () {
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > limit) {
        onCut();
        yield part.subarray(0, part.length - (size - limit));
        return;
      }
      yield part;
    }
  })(), { objectMode: false });
}

const UNPACKERS: Readonly<Record<string, () => Transform>> = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
/** Packed more often than this is a bomb. */
const MOST_LAYERS = 2;

function unpackers(coding = ''): Transform[] {
  const names = coding.toLowerCase().split(',').map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_LAYERS) throw new UnknownCoding(names.join(', '));
  return names.toReversed().map((name) => {
    const unpack = UNPACKERS[name];
    if (unpack === undefined) throw new UnknownCoding(name);
    return unpack();
  });
}
