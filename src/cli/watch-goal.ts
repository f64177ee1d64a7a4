// Following one goal on the screen while it runs: a tree that is drawn in place in a terminal, a line an event in a pipe, an
// event a line with --json. Events that come before the goal's id is known are kept until it is.
import type { MusterEvent } from '../core/change.ts';
import type { GoalId } from '../core/ids.ts';
import type { Locale } from '../core/json.ts';
import { eventOut } from '../core/outside.ts';
import type { Signal } from '../ports/feed.ts';
import type { Store, WriteWait } from '../ports/store.ts';
import { isSet, type Cli } from './cli.ts';
import { cutTo, wrapTo } from './terminal/display-width.ts';
import { clockTime, lineOf } from './pages/event-lines.ts';
import { treeOf } from './pages/goal-tree.ts';
import { keepView, namesIn, type GoalView } from './goal-view.ts';
import { liveScreen } from './terminal/live-screen.ts';
import { oneLine } from './terminal/screen.ts';
import { SAYS } from './texts.ts';

export interface Watch {
  /** From the store, or from the team. */
  note(events: readonly MusterEvent[]): void;
  /** From the engine: what is in no event, such as a wait for the store. Text that is being written is not shown. */
  hear(signal: Signal): void;
  begin(id: GoalId, store: Store, locale: Locale): void;
  /** A line that stands below the tree; at once in the other modes. */
  say(text: string): void;
  /** Shows the last state and gives the screen back. */
  end(): Promise<void>;
}

export function watchGoal(cli: Cli): Watch {
  if (isSet(cli, 'json')) return lineWatch(cli, (event) => JSON.stringify(eventOut(event)));
  return cli.screen.isLive ? treeWatch(cli) : lineWatch(cli, lineOf);
}

type LineMaker = (event: MusterEvent, facts: { readonly locale: Locale; readonly names: ReadonlyMap<string, string> }) => string | undefined;

function lineWatch(cli: Cli, toLine: LineMaker): Watch {
  const { screen } = cli;
  const early: MusterEvent[] = [];
  let print = (events: readonly MusterEvent[]): void => void early.push(...events);
  let warn: ((text: string) => void) | undefined = screen.warn;
  /** Of the goal, once it is known. */
  let spoken = cli.locale;
  return {
    note: (events) => print(events),
    hear(signal) {
      if (signal.kind === 'store.waits') warn?.(waitText(signal, spoken));
      if (signal.kind === 'store.goes_on') warn?.(SAYS.storeGoesOn[spoken]);
    },
    begin(id, store, locale) {
      spoken = locale;
      const names = namesIn(store, store.look((board) => board.goal(id)));
      print = (events) => {
        for (const event of events) {
          const line = event.goalId === id ? toLine(event, { locale, names }) : undefined;
          if (line !== undefined) screen.print(line);
        }
      };
      print(early.splice(0));
    },
    say: (text) => screen.warn(text),
    end() {
      warn = undefined;
      // What closes the run behind the last word is no news to a person; a program gets every event.
      if (!isSet(cli, 'json')) print = () => undefined;
      return Promise.resolve();
    },
  };
}

const waitText = ({ says, since }: WriteWait, locale: Locale): string => oneLine(SAYS.storeWaits({ says, since: clockTime(since) })[locale]);

/** Ten frames a second are smooth for a clock with one decimal. */
const FRAME_MS = 100;

function treeWatch(cli: Cli): Watch {
  const { screen } = cli;
  const live = liveScreen(screen);
  const early: MusterEvent[] = [];
  let note = (events: readonly MusterEvent[]): void => void early.push(...events);
  let footer: string | undefined;
  let wait: WriteWait | undefined;
  let draw = (): Promise<void> => Promise.resolve();
  let drawing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  return {
    note: (events) => note(events),
    hear: (signal) => void (wait = waitAfter(signal, wait)),
    begin(id, store, locale) {
      const keeper = keepView(store, id);
      note = keeper.note;
      note(early.splice(0));
      let view: GoalView | undefined;
      draw = async () => {
        if (view === undefined || keeper.isStale()) view = await keeper.view();
        live.draw(frameOf(cli, view, { wait, footer, locale }));
      };
      const again = () => void (drawing = drawing.then(draw).catch(() => undefined));
      again();
      timer = setInterval(again, FRAME_MS);
    },
    say(text) {
      footer = text;
    },
    async end() {
      clearInterval(timer);
      footer ??= '';
      const last = draw;
      draw = () => Promise.resolve();
      await drawing.then(last).catch(() => undefined);
      live.end();
    },
  };
}

const waitAfter = (signal: Signal, before: WriteWait | undefined): WriteWait | undefined => (signal.kind === 'store.waits' ? signal : signal.kind === 'store.goes_on' ? undefined : before);

interface Below {
  readonly wait: WriteWait | undefined;
  /** Said instead of what stands at the foot. */
  readonly footer: string | undefined;
  readonly locale: Locale;
}

function frameOf(cli: Cli, view: GoalView, { wait, footer, locale }: Below): readonly string[] {
  const { screen } = cli;
  const columns = screen.columns() - 1;
  const notice = wait === undefined ? [] : noticeOf(cli, waitText(wait, locale));
  const tree = treeOf(view, { columns, rows: screen.rows() - 2 - notice.length, now: Date.now(), locale, colors: screen.colors });
  const below = footer ?? footerOf(cli, view, locale);
  return [...tree, ...notice, ...(below === '' ? [] : [screen.colors.dim(cutTo(below, columns))])];
}

/** Below the tree, as many lines as it takes, but never more than a third of the screen. */
function noticeOf({ screen }: Cli, text: string): readonly string[] {
  const columns = screen.columns() - 1;
  const lines = wrapTo(`! ${text}`, columns);
  const most = Math.max(1, Math.floor(screen.rows() / 3));
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), cutTo(lines.slice(most - 1).join(' '), columns)];
  return shown.map((line) => screen.colors.yellow(line));
}

function footerOf(cli: Cli, view: GoalView, locale: Locale): string {
  const { goal, questions } = view;
  if (goal === undefined || goal.endedAt !== null) return '';
  if (goal.pausedAt !== null) return SAYS.pausedHere({ type: cli.typed(`resume ${goal.id}`) })[locale];
  if (questions.length > 0) return SAYS.openQuestions({ count: questions.length, type: cli.typed('inbox') })[locale];
  return SAYS.stopHint[locale];
}
