// What an MCP tool gave back, as plain JSON for a model: its texts joined, its structured part as it is. Pictures, sounds and
// binary resources are described and left out, because no prompt can hold them.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '../../core/json.ts';

export interface ResultRead {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Json;
}

export function readResult({ content, structuredContent, isError }: Pick<CallToolResult, 'content' | 'structuredContent' | 'isError'>): ResultRead {
  const text = (content ?? []).map(describe).join('\n');
  const structured = structuredContent === undefined ? undefined : plain(structuredContent);
  return { isError: isError === true, text, value: structured === undefined ? text : { ...(text === '' || text === JSON.stringify(structured) ? {} : { text }), structured } };
}

/** Whatever came over the wire is JSON already; this gives it the type. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value) ?? 'null');

function describe(block: ContentBlock): string {
  switch (block.type) {
    case 'text': return block.text;
    case 'image': return left('image', block.mimeType, block.data);
    case 'audio': return left('audio', block.mimeType, block.data);
    case 'resource_link': return `[resource ${block.uri}${block.mimeType === undefined ? '' : `, ${block.mimeType}`}: ${block.description ?? block.title ?? block.name}]`;
    case 'resource': return 'text' in block.resource
      ? `[resource ${block.resource.uri}]\n${block.resource.text}`
      : left(`resource ${block.resource.uri}`, block.resource.mimeType, block.resource.blob);
    default: return `[${String((block satisfies never as JsonObject)['type'])}]`;
  }
}

const left = (what: string, type: string | undefined, base64: string): string =>
  `[${what}${type === undefined ? '' : `, ${type}`}, ${Math.floor((base64.length * 3) / 4)} bytes, not shown]`;
