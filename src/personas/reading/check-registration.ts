// Gives what was read from a file to the one reader of registrations, and brings its complaints back to the lines of the file.
import { readRegistration, type Registration } from '../../core/members/registration.ts';
import { isJsonObject, type Bilingual } from '../../core/json.ts';
import type { Remarks } from '../remarks.ts';

export interface RegistrationInput {
  readonly input: unknown;
  /** Where the parts of the input stand in the file, and how the file spells them. */
  readonly fields: { readonly lineOf: (path: string) => number; readonly spelling: (key: string) => string };
  readonly remarks: Remarks;
}

export function checkRegistration({ input, fields, remarks }: RegistrationInput): Registration | undefined {
  const read = readRegistration(input);
  if (read.ok) return read.registration;
  for (const { path, says } of complaintsOf(read.details)) {
    const [, key = '', rest = ''] = /^([^.[]*)(.*)$/u.exec(path) ?? [];
    remarks.complain(fields.lineOf(path), path === '' ? undefined : `${fields.spelling(key)}${rest}`, says);
  }
  return undefined;
}

function complaintsOf(details: Readonly<Record<string, unknown>> | undefined): readonly { readonly path: string; readonly says: Bilingual }[] {
  const list = details?.['complaints'];
  return Array.isArray(list) ? list.flatMap((each: unknown) => (isComplaint(each) ? [each] : [])) : [];
}

const isComplaint = (value: unknown): value is { readonly path: string; readonly says: Bilingual } =>
  isJsonObject(value) && typeof value['path'] === 'string' && isJsonObject(value['says']);
