// muster doctor: can Muster run here? The runtime, the store, every model in use and every key that is set, checked without spending anything.
import { existsSync } from 'node:fs';
import { checkKeys, checkNamedModel, modelName } from '../../compose.ts';
import { checkFile, DEFAULT_FILE } from '../../open-store.ts';
import { chooseTeam } from '../../config.ts';
import { ERRORS, isTeamError } from '../../core/errors.ts';
import { readModelNames } from '../../core/models/model-names.ts';
import type { Locale } from '../../core/json.ts';
import { isSet, textOption, type Cli } from '../cli.ts';
import { COLON } from '../texts.ts';
import { storeName, visiting } from '../visit.ts';

interface Finding {
  readonly about: 'runtime' | 'store' | 'team' | 'model' | 'key';
  readonly ok: boolean;
  readonly says: string;
  readonly exit: number;
}

export async function run(cli: Cli): Promise<number> {
  const { screen, locale } = cli;
  const findings: readonly Finding[] = [checkRuntime(locale), await checkStore(cli), ...(await checkTeam(cli)), ...(await keysFound(cli))];
  const worst = findings.find((finding) => !finding.ok && finding.exit !== 0)?.exit ?? 0;
  if (isSet(cli, 'json')) {
    screen.print(JSON.stringify({ ok: worst === 0, findings: findings.map(({ about, ok, says }) => ({ about, ok, says })) }));
    return worst;
  }
  for (const { about, ok, says } of findings) screen.print(`${ok ? screen.colors.green('✓') : screen.colors.red('✗')} ${WORDS[locale][about]}${COLON[locale]}${says}`);
  return worst;
}

const WORDS: Readonly<Record<Locale, Readonly<Record<Finding['about'], string>>>> = {
  en: { runtime: 'Node.js', store: 'Store', team: 'Team', model: 'Model', key: 'Key' },
  zh: { runtime: 'Node.js', store: '存储', team: '团队', model: '模型', key: '密钥' },
};

const good = (about: Finding['about'], says: string): Finding => ({ about, ok: true, says, exit: 0 });

function checkRuntime(locale: Locale): Finding {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return good('runtime', node);
  return { about: 'runtime', ok: false, exit: 2, says: locale === 'zh' ? `${node} 过旧，需要 22.18 或更新的版本` : `${node} is too old; 22.18 or newer is needed` };
}

async function checkStore(cli: Cli): Promise<Finding> {
  const { locale } = cli;
  const file = (storeName(cli) ?? DEFAULT_FILE).replace(/^file:/, '');
  if (file === 'memory') return good('store', locale === 'zh' ? '仅在内存中' : 'memory only');
  if (!existsSync(file)) return good('store', locale === 'zh' ? `${file} 尚不存在，首次运行时创建` : `${file} is not there yet; the first run makes it`);
  try {
    const goals = await visiting(cli, async ({ store }) => (await store.read.goals()).length);
    checkFile(file);
    return good('store', locale === 'zh' ? `${file} 可读，检查无误，共 ${goals} 个目标` : `${file} is readable and sound, ${goals} ${goals === 1 ? 'goal' : 'goals'}`);
  } catch (error) {
    return fault('store', error, locale);
  }
}

async function checkTeam(cli: Cli): Promise<readonly Finding[]> {
  const { locale } = cli;
  try {
    const team = await chooseTeam({ folder: textOption(cli, 'team'), cwd: cli.cwd, locale });
    const model = textOption(cli, 'model') ?? team.model;
    const named = [
      modelName({ ...(model === undefined ? {} : { model }), env: cli.env }),
      ...Object.values(team.models ?? {}),
      ...team.members.flatMap(({ registration }) => registration.model ?? []),
    ];
    const names = new Set(named.flatMap((each) => readModelNames(each) ?? []));
    const checks = await Promise.all([...names].map((name) => checkNamedModel(name, cli.env)));
    const found = good('team', `${team.name} (${team.source})`);
    return [found, ...checks.map((check): Finding => ({ about: 'model', ok: check.ok, says: check.says[locale], exit: check.ok ? 0 : ERRORS[check.code].exit }))];
  } catch (error) {
    return [fault('team', error, locale)];
  }
}

/** A key that no model of the team uses is told, and fails nothing. */
async function keysFound({ env, locale }: Cli): Promise<readonly Finding[]> {
  return (await checkKeys(env)).map(({ ok, says }) => ({ about: 'key', ok, says: says[locale], exit: 0 }));
}

function fault(about: Finding['about'], error: unknown, locale: Locale): Finding {
  if (!isTeamError(error)) throw error;
  return { about, ok: false, says: error.says[locale], exit: ERRORS[error.code].exit };
}
