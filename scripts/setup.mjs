// Makes node_modules match package-lock.json, once, and costs next to nothing when it does already.
// Plain JavaScript without packages: it is the first thing that runs in a fresh clone, on whatever Node is there.
// Invariant: the stamp is written last, so a stamp means a whole install; nothing is compiled, no install script runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.muster-setup');
const LOCK = join(ROOT, '.setup-lock');
const PINNED_NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const INSTALL_LIMIT_MS = 10 * 60_000;
const OWNERLESS_LOCK_MS = 10_000;

const SAYS = {
  settingUp: { en: 'Setting up (once, about 30 s) …', zh: '正在准备运行环境（只需一次，约 30 秒）…' },
  waiting: { en: 'Another process is setting up this folder; waiting for it …', zh: '另一个进程正在准备这个目录，等它完成 …' },
  failed: {
    en: `Setting up failed: npm ci did not end well; its own words stand above.
What to do: see that this computer reaches the npm registry (npm view zod version), then type the same command again.
To see every step: npm ci --ignore-scripts --loglevel=verbose`,
    zh: `准备失败：npm ci 没有正常结束，原因见上方输出。
怎么办：先确认本机能访问 npm 仓库（npm view zod version），再重新输入刚才的命令。
想看每一步：npm ci --ignore-scripts --loglevel=verbose`,
  },
  stuck: {
    en: `Setting up waited 10 minutes for another process. If none is running, remove the folder ${LOCK} and try again.`,
    zh: `已等待另一个进程 10 分钟。如果没有别的进程在准备，请删除目录 ${LOCK} 后重试。`,
  },
  noNode: {
    en: `Muster needs Node.js 22.18 or newer. This is ${process.versions.node}, and the pinned one does not run on ${process.platform}-${process.arch}.
What to do: install Node.js 24 (https://nodejs.org), then type the same command again.`,
    zh: `Muster 需要 Node.js 22.18 或更新的版本。当前是 ${process.versions.node}，而自带的 Node 不能在 ${process.platform}-${process.arch} 上运行。
怎么办：安装 Node.js 24（https://nodejs.org），再重新输入刚才的命令。`,
  },
};

/** A stop that the person at the keyboard can do something about: its message is the whole answer. */
export class SetupStop extends Error {}

/** Contract: returns the path of the Node to run on, or throws SetupStop; safe to call from several processes at once. */
export async function setUp() {
  if (!isReady()) await installOnce();
  if (existsSync(PINNED_NODE)) return PINNED_NODE;
  if (isRecent(process.versions.node)) return process.execPath;
  throw new SetupStop(say('noNode'));
}

function isReady() {
  // A linked node_modules belongs to another checkout (git worktrees share one): using it is fine, emptying it is not.
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  return readText(STAMP) === wantedStamp();
}

// The platform stands in the stamp because a folder may be mounted into a container of another kind.
function wantedStamp() {
  const lockFile = readFileSync(join(ROOT, 'package-lock.json'));
  return `${createHash('sha256').update(lockFile).digest('hex')} ${process.platform}-${process.arch}\n`;
}

async function installOnce() {
  if (!(await takeLock())) return;
  try {
    if (isReady()) return;
    if (!holdsAllPackages()) install();
    dropUnusableNode();
    writeFileSync(STAMP, wantedStamp());
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function install() {
  console.error(say('settingUp'));
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const done = spawnSync(...npm(options), { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_LIMIT_MS });
  if (done.status !== 0) throw new SetupStop(`${done.error ? `${done.error.message}\n` : ''}${say('failed')}`);
}

/**
 * The npm that started us, on the Node that it runs on: the pinned Node is inside the folder that npm ci empties.
 * @param {string[]} options
 * @returns {[string, string[]]}
 */
function npm(options) {
  const script = process.env['npm_execpath'];
  if (script && /\.[cm]?js$/.test(script)) return [process.env['npm_node_execpath'] ?? process.execPath, [script, ...options]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', options];
}

/** True when somebody already typed `npm install` and got exactly what the lock file says. */
function holdsAllPackages() {
  const installed = packagesIn(join(MODULES, '.package-lock.json'));
  const wanted = packagesIn(join(ROOT, 'package-lock.json'));
  if (!installed || !wanted) return false;
  const same = Object.entries(installed).every(([path, entry]) => wanted[path]?.version === entry.version && existsSync(join(ROOT, path)));
  const mayBeAbsent = (/** @type {string} */ path, /** @type {Package} */ entry) => !path.startsWith('node_modules/') || entry.optional || entry.link;
  return same && Object.entries(wanted).every(([path, entry]) => path in installed || mayBeAbsent(path, entry));
}

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} Package */

/** @param {string} file @returns {Record<string, Package> | undefined} */
function packagesIn(file) {
  const text = readText(file);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

// The pinned Node is built for glibc. Where it cannot run it must not stand first on the PATH of npm scripts.
function dropUnusableNode() {
  if (!existsSync(PINNED_NODE)) return;
  const probe = spawnSync(PINNED_NODE, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  if (probe.status !== 0 || !isRecent(probe.stdout.trim().slice(1))) rmSync(PINNED_NODE, { force: true });
}

/** @param {string} version */
function isRecent(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** True once the lock is ours; false when another process has finished the work meanwhile. */
async function takeLock() {
  const giveUpAt = Date.now() + INSTALL_LIMIT_MS;
  for (let told = false; !makeLock() && !inheritLock(); told = true) {
    if (!told) console.error(say('waiting'));
    if (Date.now() > giveUpAt) throw new SetupStop(say('stuck'));
    await pause(200);
    if (!existsSync(LOCK) && isReady()) return false;
  }
  return true;
}

function makeLock() {
  if (!makeFolder(LOCK)) return false;
  writeFileSync(join(LOCK, 'owner'), String(process.pid));
  return true;
}

// Takes over from a process that was killed. Only one heir can make the folder named after the dead owner, and it looks
// at the owner again afterwards: the lock may have been released and taken anew between the two looks.
function inheritLock() {
  const owner = readText(join(LOCK, 'owner'));
  if (isAlive(owner) || !makeFolder(join(LOCK, `after-${owner || 'nobody'}`))) return false;
  if (readText(join(LOCK, 'owner')) !== owner) return false;
  writeFileSync(join(LOCK, 'owner'), String(process.pid));
  return true;
}

/** @param {string | undefined} owner */
function isAlive(owner) {
  if (!owner) {
    const madeAt = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    return Date.now() - madeAt < OWNERLESS_LOCK_MS;
  }
  try {
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** False when the folder is there already, or its parent has just gone. @param {string} path */
function makeFolder(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** @param {keyof typeof SAYS} what */
function say(what) {
  const locale = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '';
  return SAYS[what][locale.startsWith('zh') ? 'zh' : 'en'];
}

/** Runs `main` and turns a SetupStop into its message and exit code 1. @param {() => Promise<void>} main */
export async function orStop(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof SetupStop)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await orStop(async () => {
    await setUp();
  });
}
