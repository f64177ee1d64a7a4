// Which licence the repository gives itself: licence files and what they are by their own words, the licence fields of
// package manifests, and SPDX lines in the sources; and whether the file at the top and the manifest at the top agree.
import { posix } from 'node:path';
import { openRepository } from './git.ts';
import type { Repository, WorkInput, WorkOptions, WorkResult } from './git.ts';
import { declaredLicence, licenceOfText, MANIFESTS } from './licence-words.ts';
import { piecesOf, trackedFiles } from './tracked-files.ts';
import type { TrackedFile } from './tracked-files.ts';

export type Agreement = 'agree' | 'differ' | 'nothing_declared' | 'no_licence_file' | 'text_not_recognised';

export interface LicenceCheck {
  readonly licenceFiles: readonly { readonly path: string; /** SPDX id, or null when its words are not known. */ readonly licence: string | null }[];
  readonly declared: readonly { readonly path: string; readonly licence: string }[];
  /** Manifests without a licence field. */
  readonly undeclared: readonly string[];
  /** SPDX-License-Identifier lines by what they name; most lines first. */
  readonly spdxLines: readonly { readonly licence: string; readonly lines: number }[];
  /** Of the files at the top of the repository. */
  readonly agreement: Agreement;
}

export async function checkLicence(input: WorkInput, options: WorkOptions): Promise<WorkResult<LicenceCheck>> {
  const repository = await openRepository(input, options);
  const { files } = await trackedFiles(repository);
  const licenceFiles = [];
  const declared = [];
  const undeclared = [];
  for (const file of files.filter(({ isText, bytes }) => isText && bytes <= READ_LIMIT_BYTES)) {
    const name = posix.basename(file.path);
    if (LICENCE_FILE.test(name)) licenceFiles.push({ path: file.path, licence: licenceOfText(await textOf(file, options.signal)) });
    else if (MANIFESTS.includes(name)) {
      const licence = declaredLicence(name, await textOf(file, options.signal));
      if (licence === null) undeclared.push(file.path);
      else declared.push({ path: file.path, licence });
    }
  }
  const found = { licenceFiles, declared, undeclared, spdxLines: await spdxLines(repository) };
  const output: LicenceCheck = { ...found, agreement: agreementOf(found) };
  return { output, executionSummary: SUMMARY[input.locale ?? 'en'](output) };
}

const READ_LIMIT_BYTES = 1024 * 1024;
/** LICENSE, LICENCE.md, COPYING, COPYING.LESSER, LICENSE-MIT, UNLICENSE; not license.ts. */
const LICENCE_FILE = /^(?:(?:un)?licen[sc]e|copying)(?:[-.](?:mit|apache|bsd|lesser|[al]?gpl)[\w-]*)?(?:\.(?:txt|md|rst))?$/i;

const AGREEMENT_WORDS = {
  en: {
    agree: 'the licence file and the manifest at the top agree', differ: 'the licence file and the manifest at the top DIFFER',
    nothing_declared: 'no manifest at the top declares a licence', no_licence_file: 'there is NO licence file at the top',
    text_not_recognised: 'the words of the licence file at the top are not known',
  },
  zh: {
    agree: '顶层许可证文件与清单声明一致', differ: '顶层许可证文件与清单声明不一致', nothing_declared: '顶层清单没有声明许可证',
    no_licence_file: '顶层没有许可证文件', text_not_recognised: '无法从文字认出顶层许可证文件是哪种许可证',
  },
} as const satisfies Record<string, Record<Agreement, string>>;

export const agreementWords = (locale: 'en' | 'zh', agreement: Agreement): string => AGREEMENT_WORDS[locale][agreement];

const SUMMARY = {
  en: ({ licenceFiles, declared, agreement }: LicenceCheck) =>
    `${licenceFiles.length} licence files, ${declared.length} manifests with a licence; ${agreementWords('en', agreement)}.`,
  zh: ({ licenceFiles, declared, agreement }: LicenceCheck) =>
    `许可证文件 ${licenceFiles.length} 个，声明了许可证的清单 ${declared.length} 个；${agreementWords('zh', agreement)}。`,
};

function agreementOf({ licenceFiles, declared }: Pick<LicenceCheck, 'licenceFiles' | 'declared'>): Agreement {
  const files = licenceFiles.filter(({ path }) => !path.includes('/'));
  const fields = declared.filter(({ path }) => !path.includes('/'));
  const known = files.flatMap(({ licence }) => licence ?? []);
  if (files.length === 0) return 'no_licence_file';
  if (fields.length === 0) return 'nothing_declared';
  if (known.length === 0) return 'text_not_recognised';
  return fields.every((field) => known.some((licence) => names(field.licence, licence))) ? 'agree' : 'differ';
}

/** Whether an SPDX expression names this licence, or points to a file; GPL ids come with and without `-only` and `-or-later`. */
function names(expression: string, licence: string): boolean {
  if (/^see /i.test(expression)) return true;
  const bare = (id: string) => id.toLowerCase().replace(/(?:-only|-or-later|\+)$/, '');
  return expression.split(/[\s()/]+/).some((id) => bare(id) === bare(licence));
}

async function textOf(file: TrackedFile, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(file, signal)) text += piece.toString();
  return text;
}

/** What is read as an SPDX line, as an extended expression of grep. */
export const SPDX_LINE = 'SPDX-License-Identifier:[[:blank:]]*[A-Za-z0-9(][-A-Za-z0-9.+() ]*';

async function spdxLines(repository: Repository): Promise<LicenceCheck['spdxLines']> {
  const NOTHING_FOUND = 1;
  const answer = await repository.git(['grep', '-I', '-h', '-o', '--no-color', '--no-line-number', '--no-column', '--no-textconv', '--no-recurse-submodules', '-E', '-e', SPDX_LINE, '--'], NOTHING_FOUND);
  const counts = new Map<string, number>();
  for (const line of answer.toString().split('\n').filter((text) => text !== '')) {
    const licence = line.slice(line.indexOf(':') + 1).replace(/[\s-]+$/, '').trim();
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
  }
  return [...counts].map(([licence, lines]) => ({ licence, lines })).toSorted((left, right) => right.lines - left.lines || (left.licence < right.licence ? -1 : 1));
}
