// The figures of the report as data: what each says in both languages, its value, and the shell command that gives the
// same value when it is typed at the top of the repository. In the command of a list, FILE stands for the name in the row.
import type { Bilingual } from '../../../src/core/json.ts';
import type { Churn } from './churn.ts';
import type { Inventory } from './inventory.ts';
import type { LargestFiles } from './largest-files.ts';
import type { LicenceCheck } from './licence-check.ts';
import { MARKS } from './unfinished-work.ts';
import type { UnfinishedWork } from './unfinished-work.ts';

export interface Results {
  readonly inventory: Inventory;
  readonly licence: LicenceCheck;
  readonly largest: LargestFiles;
  readonly unfinished: UnfinishedWork;
  readonly churn: Churn;
}

export interface Fact {
  readonly says: Bilingual;
  readonly value: number;
  readonly check: string;
}

export interface Column {
  readonly says: Bilingual;
  readonly check: string;
}

export interface List {
  readonly about: Bilingual;
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly path: string; readonly values: readonly number[] }[];
}

export interface Section {
  readonly title: Bilingual;
  readonly facts: readonly Fact[];
  readonly lists: readonly List[];
}

export const sectionsOf = (results: Results): readonly Section[] => [
  inventorySection(results.inventory),
  licenceSection(results.licence),
  largestSection(results.largest),
  unfinishedSection(results.unfinished),
  churnSection(results.churn),
];

const fact = (en: string, zh: string, [value, check]: readonly [number, string]): Fact => ({ says: { en, zh }, value, check });
const column = (en: string, zh: string, check: string): Column => ({ says: { en, zh }, check });

const EXTENSIONS_SHOWN = 30;
const LIST_SHOWN = 20;

function inventorySection(inventory: Inventory): Section {
  // The paths without extension have no pattern of their own; they are what is left of the sum.
  const named = inventory.extensions.filter(({ extension }) => extension !== '').slice(0, EXTENSIONS_SHOWN);
  return {
    title: { en: 'Inventory', zh: '文件清点' },
    facts: [
      fact('tracked paths', '受版本管理的路径', [inventory.paths, 'git ls-files | wc -l']),
      fact('text files', '文本文件', [inventory.textFiles, `git grep -I -l -e '' | wc -l`]),
      fact('binary files', '二进制文件', [inventory.binaryFiles, `echo $(( $(git grep -l -e '' | wc -l) - $(git grep -I -l -e '' | wc -l) ))`]),
      fact('empty files', '空文件', [inventory.emptyFiles, 'git ls-files -z | xargs -0 -I{} find ./{} -maxdepth 0 -type f -size 0 -exec echo \\; | wc -l']),
      fact('links', '符号链接', [inventory.links, 'git ls-files -s | grep -c ^120000']),
      fact('submodules', '子模块', [inventory.submodules, 'git ls-files -s | grep -c ^160000']),
      fact('missing in the work tree', '工作区中缺失', [inventory.missing, 'git ls-files --deleted | wc -l']),
      fact('lines of text', '文本行数', [inventory.lines, `git grep -I -l -z -e '' | xargs -0 cat -- | wc -l`]),
      fact('bytes', '字节数', [inventory.bytes, `git grep -l -z -e '' | xargs -0 cat -- | wc -c`]),
    ],
    lists: [{
      about: { en: `By extension (at most ${EXTENSIONS_SHOWN}; the other paths have none or a rarer one)`, zh: `按扩展名（最多 ${EXTENSIONS_SHOWN} 种；其余路径没有扩展名，或扩展名更少见）` },
      columns: [
        column('paths', '路径数', `git ls-files -- ':(icase)*'FILE | wc -l`),
        column('lines', '行数', `git grep -I -l -z -e '' -- ':(icase)*'FILE | xargs -0 cat -- | wc -l`),
        column('bytes', '字节数', `git grep -l -z -e '' -- ':(icase)*'FILE | xargs -0 cat -- | wc -c`),
      ],
      rows: named.map(({ extension, paths, lines, bytes }) => ({ path: extension, values: [paths, lines, bytes] })),
    }],
  };
}

const LICENCE_NAMES = '(^|/)((un)?licen[sc]e|copying)([-.](mit|apache|bsd|lesser|[al]?gpl)[a-z0-9_-]*)?(\\.(txt|md|rst))?$';

function licenceSection({ licenceFiles, declared, undeclared, spdxLines }: LicenceCheck): Section {
  return {
    title: { en: 'Licence', zh: '许可证' },
    facts: [
      fact('licence files', '许可证文件', [licenceFiles.length, `git ls-files | grep -c -i -E '${LICENCE_NAMES}'`]),
      fact('package manifests', '软件包清单', [declared.length + undeclared.length, `git ls-files | grep -c -E '(^|/)(package\\.json|Cargo\\.toml|pyproject\\.toml)$'`]),
      fact('SPDX lines in sources', '源码中的 SPDX 行', [
        spdxLines.reduce((sum, { lines }) => sum + lines, 0),
        `git grep -I -h -o -E 'SPDX-License-Identifier:[[:blank:]]*[A-Za-z0-9(]' | wc -l`,
      ]),
    ],
    lists: [],
  };
}

function largestSection({ totalBytes, files }: LargestFiles): Section {
  return {
    title: { en: 'Largest files', zh: '最大的文件' },
    facts: [fact('bytes of all tracked files', '全部文件的字节数', [totalBytes, `git grep -l -z -e '' | xargs -0 cat -- | wc -c`])],
    lists: [{
      about: { en: `The largest, at most ${LIST_SHOWN}`, zh: `最大的文件（最多 ${LIST_SHOWN} 个）` },
      columns: [column('bytes', '字节数', 'wc -c < FILE')],
      rows: files.slice(0, LIST_SHOWN).map(({ path, bytes }) => ({ path, values: [bytes] })),
    }],
  };
}

function unfinishedSection({ lines, byMark, fileCount, files }: UnfinishedWork): Section {
  const any = MARKS.join('|');
  return {
    title: { en: 'Unfinished work', zh: '未完成的工作' },
    facts: [
      fact('lines with a mark', '带标记的行', [lines, `git grep -I -h -w -E -e '${any}' | wc -l`]),
      fact('files with a mark', '带标记的文件', [fileCount, `git grep -I -l -w -E -e '${any}' | wc -l`]),
      ...MARKS.map((mark) => fact(`lines with ${mark}`, `含 ${mark} 的行`, [byMark[mark], `git grep -I -h -w -e ${mark} | wc -l`])),
    ],
    lists: [{
      about: { en: `Files with most marks, at most ${LIST_SHOWN}`, zh: `标记最多的文件（最多 ${LIST_SHOWN} 个）` },
      columns: [column('lines', '行数', `git --literal-pathspecs grep -I -h -w -E -e '${any}' -- FILE | wc -l`)],
      rows: files.slice(0, LIST_SHOWN).map(({ path, lines: count }) => ({ path, values: [count] })),
    }],
  };
}

function churnSection({ commits, commitLimit, authors, changedPaths, files }: Churn): Section {
  const log = `git -c core.quotePath=false log -n ${commitLimit} --no-renames --no-diff-merges --format=`;
  const lines = (field: string) => `${log} --numstat | awk -F'\\t' -v file=FILE '$3 == file { n += ${field} } END { print n + 0 }'`;
  return {
    title: { en: 'Churn', zh: '改动频率' },
    facts: [
      fact(`commits read (at most ${commitLimit})`, `读取的提交（最多 ${commitLimit} 次）`, [commits, `git log -n ${commitLimit} --format=%H | wc -l`]),
      fact('authors', '作者', [authors, `git log -n ${commitLimit} --format=%aE | sort -u | wc -l`]),
      fact('changed paths', '改动过的路径', [changedPaths, `${log} --name-only | sort -u | grep -c .`]),
    ],
    lists: [{
      about: { en: `Most commits first, at most ${LIST_SHOWN}`, zh: `提交次数最多的路径（最多 ${LIST_SHOWN} 个）` },
      columns: [
        column('commits', '提交次数', `${log} --name-only | grep -c -x -F -e FILE`),
        column('lines added', '新增行', lines('$1')),
        column('lines deleted', '删除行', lines('$2')),
      ],
      rows: files.slice(0, LIST_SHOWN).map(({ path, commits: count, added, deleted }) => ({ path, values: [count, added, deleted] })),
    }],
  };
}
