// `npm start`: the main job from a sentence to a reviewed result, with the rehearsal model, so that it needs no key and costs
// nothing. `npm start -- "your goal"` runs any goal; further words are options of `muster run`.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const [{ localeOfEnvironment }, { runCli }] = await Promise.all([import('../src/cli/cli.ts'), import('../src/cli/program.ts')]);

const DEFAULT_GOAL = { en: 'Plan a summer promotion for campus', zh: '针对高校市场，设计一个夏季促销活动方案' };

const given = process.argv.slice(2);
const hasGoal = given[0] !== undefined && !given[0].startsWith('-');
process.exitCode = await runCli(['run', ...(hasGoal ? [] : [DEFAULT_GOAL[localeOfEnvironment(process.env)]]), ...given]);
