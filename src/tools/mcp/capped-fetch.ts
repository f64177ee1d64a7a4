// `fetch` whose answers end with a fault once one message of them is larger than a tool may take in. A stream of events may go
// on for ever as long as no single event does.
import { INTAKE_BYTES } from '../limits.ts';
import { SaidFault } from './said-fault.ts';
import { WAY_SAYS } from './server-sentences.ts';

export const cappedFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const body = response.body.pipeThrough(cap(isStream));
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
};

function cap(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(part, controller) {
      size += part.length;
      if (size > INTAKE_BYTES) return controller.error(new SaidFault(WAY_SAYS.flood(INTAKE_BYTES)));
      if (isStream) size = sinceLastEvent(part) ?? size;
      controller.enqueue(part);
    },
  });
}

/** An event ends with an empty line. Undefined when none ends in this part. */
function sinceLastEvent(part: Uint8Array): number | undefined {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const end = Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'));
  return end < 0 ? undefined : part.length - end;
}
