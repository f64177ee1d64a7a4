// Writes a member as one of our own agent files: front matter with our fields, and the prompt below. Read again it is the same
// member; what has a default and is at it is left out, so that the file stays short.
import { stringify } from 'yaml';
import { registrationOut, type Registration } from '../core/members/registration.ts';
import { describeBody } from './reading/describe-body.ts';

export function writeAgentFile(registration: Registration): string {
  const { prompt, allowed_tools: allowed, denied_tools: denied, capacity, kind, callback_url: callbackUrl, ...rest } = registrationOut(registration);
  // Blank edges say nothing to a model and are kept nowhere.
  const body = registration.prompt?.trim() ?? '';
  const description = registration.description ?? describeBody(body);
  const front = {
    ...rest,
    ...(kind === (callbackUrl === undefined ? 'model' : 'http') ? {} : { kind }),
    ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
    ...(description === undefined ? {} : { description }),
    ...(registration.allowedTools.length === 0 ? {} : { allowed_tools: allowed }),
    ...(registration.deniedTools.length === 0 ? {} : { denied_tools: denied }),
    ...(capacity === 1 ? {} : { capacity }),
    ...(prompt === undefined || standsBelow(body) ? {} : { prompt: body }),
  };
  return `---\n${stringify(front, { lineWidth: 0, aliasDuplicateObjects: false })}---\n${standsBelow(body) ? `\n${body}\n` : ''}`;
}

/** Text that is the same after reading: line ends and blank edges are not kept below the front matter. */
const standsBelow = (body: string): boolean => body !== '' && body === body.trim() && !/[\r\0]/u.test(body);
