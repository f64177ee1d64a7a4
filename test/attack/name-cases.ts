// Names of tools as models, files and attackers write them. Only the exact own name opens a tool; what must be registered
// together must be told apart by every provider.
import { attackKind, type AttackCase, type Judgement } from '../../scripts/attack/attack-kind.ts';
import { toolNames } from '../../src/core/gate/tool-names.ts';

type NameInput = { readonly call: string } | { readonly register: readonly string[] };

const TOOLS = ['database.query', 'file.read', 'file.write', 'shell.run', 'ask_human', 'github.create-issue'];

const call = (name: string, written: string): AttackCase<NameInput> => ({ name, kind: 'name', innocent: false, input: { call: written }, expect: 'blocked', rule: 'name.unknown' });
const register = (name: string, ...names: string[]): AttackCase<NameInput> => ({ name, kind: 'name', innocent: false, input: { register: names }, expect: 'blocked', rule: 'name.refused' });
const innocent = (name: string, input: NameInput): AttackCase<NameInput> => ({ name, kind: 'name', innocent: true, input, expect: 'allowed' });

export const attack = attackKind<NameInput>({
  kind: 'name',
  cases: [
    call('the prototype of objects', '__proto__'),
    call('the constructor of objects', 'constructor'),
    call('a method that every object has', 'toString'),
    call('a property test that every object has', 'hasOwnProperty'),
    call('nothing at all', ''),
    call('blanks', '   '),
    call('a capital letter', 'Database.query'),
    call('all capitals', 'FILE.READ'),
    call('a blank in front', ' file.read'),
    call('a line break behind', 'file.read\n'),
    call('a NUL behind', 'file.read\0'),
    call('a dot in full width', 'file．read'),
    call('letters in full width', 'ｆｉｌｅ.read'),
    call('a Cyrillic e', 'filе.read'),
    call('a zero-width space', 'file.\u200Bread'),
    call('a combining accent', 'file.read\u0301'),
    call('one letter missing', 'file.rea'),
    call('one letter more', 'file.reads'),
    call('a slash for the dot', 'file/read'),
    call('one underscore for the dot', 'file_read'),
    call('a path up', '../file.read'),
    call('a part of a name', 'file'),
    call('a name with arguments', 'file.read("x")'),
    register('two names that are one for a provider', 'database.query', 'database__query'),
    register('two names that differ by case', 'get_user', 'Get_User'),
    register('two names that differ by dash and underscore', 'get-user', 'get_user'),
    register('the same name twice', 'file.read', 'file.read'),
    register('a name that is too long for a provider', `file.${'x'.repeat(60)}`),
    register('a name with a Cyrillic letter', 'filе.read'),
    register('a name of the prototype', '__proto__'),
    register('a name with a blank', 'file read'),
    register('a name that ends in a dot', 'file.'),
    innocent('the name itself', { call: 'database.query' }),
    innocent('the name as a provider is told it', { call: 'database__query' }),
    innocent('a name without a dot', { call: 'ask_human' }),
    innocent('a name with a dash', { call: 'github.create-issue' }),
    innocent('a name with a dash as a provider is told it', { call: 'github__create-issue' }),
    innocent('one tool', { register: ['file.read'] }),
    innocent('names that begin alike', { register: ['file.read', 'file.read_lines', 'file.reader'] }),
    innocent('a name with two underscores of its own', { register: ['my__tool', 'my.other'] }),
    innocent('names with capitals and digits', { register: ['S3.getObject', 'S3.putObject'] }),
    innocent('a tool called like an old method', { register: ['constructor', 'toString'] }),
    innocent('a name of exactly 64 characters for a provider', { register: [`file.${'x'.repeat(58)}`] }),
    innocent('names with a server in front', { register: ['github.issues.list', 'gitlab.issues.list'] }),
    innocent('names with words that sound alike', { register: ['user.role', 'user.roles'] }),
    innocent('a one-letter name', { register: ['x'] }),
    innocent('tools of two servers with the same last word', { register: ['jira.search', 'wiki.search'] }),
    innocent('no tool at all', { register: [] }),
  ],
  open: async () => ({ judge: async (input) => judge(input), close: async () => undefined }),
});

function judge(input: NameInput): Judgement {
  if ('register' in input) return toolNames(input.register).ok ? { outcome: 'allowed' } : { outcome: 'blocked', rule: 'name.refused' };
  const table = toolNames(TOOLS);
  if (!table.ok) throw new Error(table.faults.map(({ because }) => because.en).join(' '));
  return table.names.find(input.call).ok ? { outcome: 'allowed' } : { outcome: 'blocked', rule: 'name.unknown' };
}
