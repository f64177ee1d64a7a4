// What an MCP tool gave back, as plain JSON for a model in the language of its goal: its texts joined, its structured part as it is. Pictures, sounds and
// binary resources are described and left out, because no prompt can hold them.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { Bilingual, Json, JsonObject, Locale } from '../../core/json.ts';
import { RESULT_SAYS } from './server-sentences.ts';

export interface ResultRead {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Json;
}

export function readResult({ content, structuredContent, isError }: Pick<CallToolResult, 'content' | 'structuredContent' | 'isError'>, locale: Locale): ResultRead {
  const text = (content ?? []).map((block) => describe(block, locale)).join('\n');
  const structured = structuredContent === undefined ? undefined : plain(structuredContent);
  return { isError: isError === true, text, value: structured === undefined ? text : { ...(text === '' || text === JSON.stringify(structured) ? {} : { text }), structured } };
}

/** Whatever came over the wire is JSON already; this gives it the type. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value) ?? 'null');

function describe(block: ContentBlock, locale: Locale): string {
  switch (block.type) {
    case 'text': return block.text;
    case 'image': return left({ what: RESULT_SAYS.image, type: block.mimeType, base64: block.data }, locale);
    case 'audio': return left({ what: RESULT_SAYS.audio, type: block.mimeType, base64: block.data }, locale);
    case 'resource_link': return `[${listed([RESULT_SAYS.resource(block.uri), block.mimeType], locale)}${COLON[locale]}${block.description ?? block.title ?? block.name}]`;
    case 'resource': return 'text' in block.resource
      ? `[${RESULT_SAYS.resource(block.resource.uri)[locale]}]\n${block.resource.text}`
      : left({ what: RESULT_SAYS.resource(block.resource.uri), type: block.resource.mimeType, base64: block.resource.blob }, locale);
    default: return `[${String((block satisfies never as JsonObject)['type'])}]`;
  }
}

interface Left {
  readonly what: Bilingual;
  readonly type: string | undefined;
  readonly base64: string;
}

const left = ({ what, type, base64 }: Left, locale: Locale): string => `[${listed([what, type, RESULT_SAYS.notShown(Math.floor((base64.length * 3) / 4))], locale)}]`;

const COLON = { en: ': ', zh: '：' } as const satisfies Bilingual;
const COMMA = { en: ', ', zh: '，' } as const satisfies Bilingual;

const listed = (parts: readonly (Bilingual | string | undefined)[], locale: Locale): string =>
  parts.flatMap((part) => (part === undefined ? [] : typeof part === 'string' ? part : part[locale])).join(COMMA[locale]);
