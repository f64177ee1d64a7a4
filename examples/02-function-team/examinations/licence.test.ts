import { afterAll, expect, test } from 'vitest';
import { checkLicence } from './licence-check.ts';
import { declaredLicence, licenceOfText } from './licence-words.ts';
import { gitIn, newFolder, removeFolder, sampleRepository, writeFiles } from './sample-repository.ts';

const options = { signal: new AbortController().signal };
const folders: string[] = [];
afterAll(async () => { for (const folder of folders) await removeFolder(folder); });

const MIT_WORDS = 'Permission is hereby granted, free of charge, to any person\n  obtaining a copy … The above copyright notice and this permission notice';

async function agreementOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder();
  folders.push(folder);
  await gitIn(folder, 'init', '--quiet');
  await writeFiles(folder, files);
  await gitIn(folder, 'add', '--all');
  return (await checkLicence({ repository: folder }, options)).output.agreement;
}

test('the sample repository has one licence file, two manifests and one SPDX line, and they agree', async () => {
  const folder = await sampleRepository();
  folders.push(folder);
  const { output, executionSummary } = await checkLicence({ repository: folder, locale: 'zh' }, options);
  expect(output).toEqual({
    licenceFiles: [{ path: 'LICENSE', licence: 'MIT' }],
    declared: [{ path: 'crate/Cargo.toml', licence: 'MIT OR Apache-2.0' }, { path: 'package.json', licence: 'MIT' }],
    undeclared: [],
    spdxLines: [{ licence: 'MIT', lines: 1 }],
    agreement: 'agree',
  });
  expect(executionSummary).toBe('许可证文件 1 个，声明了许可证的清单 2 个；顶层许可证文件与清单声明一致。');
});

test('file and manifest at the top agree, differ, or one of them is missing or unknown', async () => {
  const named = (license: string) => JSON.stringify({ license });
  expect(await agreementOf({ LICENSE: MIT_WORDS, 'package.json': named('(Apache-2.0 OR MIT)') })).toBe('agree');
  expect(await agreementOf({ LICENSE: MIT_WORDS, 'package.json': named('SEE LICENSE IN LICENSE') })).toBe('agree');
  expect(await agreementOf({ COPYING: 'GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007', 'Cargo.toml': '[package]\nlicense = "GPL-3.0-or-later"' })).toBe('agree');
  expect(await agreementOf({ LICENSE: MIT_WORDS, 'package.json': named('ISC') })).toBe('differ');
  expect(await agreementOf({ 'package.json': named('MIT'), 'deep/LICENSE': MIT_WORDS })).toBe('no_licence_file');
  expect(await agreementOf({ 'LICENCE.txt': MIT_WORDS, 'package.json': '{}' })).toBe('nothing_declared');
  expect(await agreementOf({ LICENSE: 'Do what is right.', 'package.json': named('MIT') })).toBe('text_not_recognised');
});

test('licences of GNU that mention each other are told apart by the date in their heading', () => {
  const heading = (name: string, date: string) => `   ${name}\n      ${date}\n … GNU Lesser General Public License … GNU Affero General Public License …`;
  expect(licenceOfText(heading('GNU GENERAL PUBLIC LICENSE', 'Version 3, 29 June 2007'))).toBe('GPL-3.0');
  expect(licenceOfText(heading('GNU GENERAL PUBLIC LICENSE', 'Version 2, June 1991'))).toBe('GPL-2.0');
  expect(licenceOfText(heading('GNU LESSER GENERAL PUBLIC LICENSE', 'Version 3, 29 June 2007'))).toBe('LGPL-3.0');
  expect(licenceOfText('nothing of the kind')).toBeNull();
});

test('the licence field of each kind of manifest, in each of its forms', () => {
  expect(declaredLicence('package.json', '{"license":{"type":"BSD"}}')).toBe('BSD');
  expect(declaredLicence('package.json', '{"licenses":[{"type":"MIT"},{"type":"ISC"}]}')).toBe('MIT OR ISC');
  expect(declaredLicence('package.json', '\uFEFF{"license":" "}')).toBeNull();
  expect(declaredLicence('package.json', 'not json')).toBeNull();
  expect(declaredLicence('Cargo.toml', '[dependencies]\nlicense = "no"\n[package]\nlicense-file = "LICENSE"')).toBe('see LICENSE');
  expect(declaredLicence('Cargo.toml', '[workspace.package]\nlicense = "MIT"')).toBe('MIT');
  expect(declaredLicence('pyproject.toml', '[project]\nlicense = { text = "MIT" }')).toBe('MIT');
  expect(declaredLicence('pyproject.toml', '[project]\nlicense = {file = "COPYING"}')).toBe('see COPYING');
  expect(declaredLicence('pyproject.toml', '[tool.poetry]\nlicense = \'ISC\'')).toBe('ISC');
  expect(declaredLicence('pyproject.toml', '[project.license]\ntext = "MIT"')).toBe('MIT');
  expect(declaredLicence('pyproject.toml', '[tool.other]\nlicense = "no"')).toBeNull();
});
