// How a licence is told: by phrases that stand in its text, and by the field of a manifest. Phrases are looked for in the
// order of the table, the special licence before the general one that it contains; those of GNU mention each other, so
// their names count only with the date that stands beside them in their own heading.

interface Wording {
  readonly licence: string;
  /** All of these stand in the text. */
  readonly has: readonly string[];
}

const WORDINGS: readonly Wording[] = [
  { licence: 'AGPL-3.0', has: ['gnu affero general public license version 3, 19 november 2007'] },
  { licence: 'LGPL-3.0', has: ['gnu lesser general public license version 3, 29 june 2007'] },
  { licence: 'LGPL-2.1', has: ['gnu lesser general public license version 2.1, february 1999'] },
  { licence: 'GPL-3.0', has: ['gnu general public license version 3, 29 june 2007'] },
  { licence: 'GPL-2.0', has: ['gnu general public license version 2, june 1991'] },
  { licence: 'Apache-2.0', has: ['apache license version 2.0'] },
  { licence: 'MPL-2.0', has: ['mozilla public license version 2.0'] },
  { licence: 'MIT', has: ['permission is hereby granted, free of charge, to any person obtaining a copy', 'the above copyright notice and this permission notice'] },
  { licence: 'MIT-0', has: ['permission is hereby granted, free of charge, to any person obtaining a copy'] },
  { licence: 'ISC', has: ['permission to use, copy, modify, and/or distribute this software', 'provided that the above copyright notice'] },
  { licence: 'ISC', has: ['permission to use, copy, modify, and distribute this software', 'provided that the above copyright notice'] },
  { licence: '0BSD', has: ['permission to use, copy, modify, and/or distribute this software'] },
  { licence: 'BSD-3-Clause', has: ['redistribution and use in source and binary forms', 'endorse or promote products'] },
  { licence: 'BSD-2-Clause', has: ['redistribution and use in source and binary forms'] },
  { licence: 'Unlicense', has: ['this is free and unencumbered software released into the public domain'] },
  { licence: 'CC0-1.0', has: ['cc0 1.0 universal'] },
];

/** The SPDX id of a licence text, or null when its words are not known. */
export function licenceOfText(text: string): string | null {
  const words = text.toLowerCase().replace(/[\s*#>]+/g, ' ');
  return WORDINGS.find(({ has }) => has.every((phrase) => words.includes(phrase)))?.licence ?? null;
}

export const MANIFESTS: readonly string[] = ['package.json', 'Cargo.toml', 'pyproject.toml'];

/** The licence that a manifest declares, as it stands there; null when it declares none. */
export function declaredLicence(manifest: string, text: string): string | null {
  if (manifest === 'package.json') return npmLicence(text);
  return tomlLicence(text, manifest === 'Cargo.toml' ? ['package', 'workspace.package'] : ['project', 'project.license', 'tool.poetry']);
}

function npmLicence(text: string): string | null {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  if (typeof manifest !== 'object' || manifest === null) return null;
  const single = 'license' in manifest ? namedLicence(manifest.license) : null;
  if (single !== null || !('licenses' in manifest) || !Array.isArray(manifest.licenses)) return single;
  const several = manifest.licenses.flatMap((entry: unknown) => namedLicence(entry) ?? []);
  return several.length === 0 ? null : several.join(' OR ');
}

/** `"MIT"`, or the older `{ "type": "MIT" }`. */
function namedLicence(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return typeof value === 'object' && value !== null && 'type' in value ? namedLicence(value.type) : null;
}

/** Reads only what the field needs: lines of the given sections, a plain string, or a table with `text` or `file`. */
function tomlLicence(text: string, sections: readonly string[]): string | null {
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) section = header;
    else if (sections.includes(section)) {
      const [, key, value] = /^\s*"?([\w.-]+)"?\s*=\s*(.+)$/.exec(line) ?? [];
      const found = key === undefined || value === undefined ? null : tomlValue(section, key, value);
      if (found !== null) return found;
    }
  }
  return null;
}

function tomlValue(section: string, key: string, value: string): string | null {
  const string = /^(["'])(.*?)\1/.exec(value)?.[2];
  const isField = key === 'license' || key === 'license-file' || key === 'license.text' || key === 'license.file';
  const isInTable = section === 'project.license' && (key === 'text' || key === 'file');
  if (isField || isInTable) {
    const [, , inline] = /^\{\s*(?:text|file)\s*=\s*(["'])(.*?)\1/.exec(value) ?? [];
    const found = string ?? inline ?? '';
    return found === '' ? null : key.endsWith('file') || /^\{\s*file/.test(value) ? `see ${found}` : found;
  }
  return null;
}
