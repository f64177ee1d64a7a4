// Following one goal on the screen while it runs: a tree that is drawn in place in a terminal, a line an event in a pipe, an
// event a line with --json. Events that come before the goal's id is known are kept until it is.
import type { MusterEvent } from '../core/change.ts';
import type { GoalId } from '../core/ids.ts';
import type { Locale } from '../core/json.ts';
import { eventOut } from '../core/outside.ts';
import type { Store } from '../ports/store.ts';
import { isSet, type Cli } from './cli.ts';
import { cutTo } from './terminal/display-width.ts';
import { lineOf } from './pages/event-lines.ts';
import { treeOf } from './pages/goal-tree.ts';
import { keepView, namesIn, type GoalView } from './goal-view.ts';
import { liveScreen } from './terminal/live-screen.ts';
import { SAYS } from './texts.ts';

export interface Watch {
  /** From the store, or from the team. */
  note(events: readonly MusterEvent[]): void;
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
  return {
    note: (events) => print(events),
    begin(id, store, locale) {
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
      // What closes the run behind the last word is no news to a person; a program gets every event.
      if (!isSet(cli, 'json')) print = () => undefined;
      return Promise.resolve();
    },
  };
}

/** Ten frames a second are smooth for a clock with one decimal. */
const FRAME_MS = 100;

function treeWatch(cli: Cli): Watch {
  const { screen } = cli;
  const live = liveScreen(screen);
  const early: MusterEvent[] = [];
  let note = (events: readonly MusterEvent[]): void => void early.push(...events);
  let footer: string | undefined;
  let draw = (): Promise<void> => Promise.resolve();
  let drawing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  return {
    note: (events) => note(events),
    begin(id, store, locale) {
      const keeper = keepView(store, id);
      note = keeper.note;
      note(early.splice(0));
      let view: GoalView | undefined;
      draw = async () => {
        if (view === undefined || keeper.isStale()) view = await keeper.view();
        const columns = screen.columns() - 1;
        const tree = treeOf(view, { columns, rows: screen.rows() - 2, now: Date.now(), locale, colors: screen.colors });
        const below = footer ?? footerOf(cli, view, locale);
        live.draw(below === '' ? tree : [...tree, screen.colors.dim(cutTo(below, columns))]);
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

function footerOf(cli: Cli, view: GoalView, locale: Locale): string {
  const { goal, questions } = view;
  if (goal === undefined || goal.endedAt !== null) return '';
  if (goal.pausedAt !== null) return SAYS.pausedHere({ type: cli.typed(`resume ${goal.id}`) })[locale];
  if (questions.length > 0) return SAYS.openQuestions({ count: questions.length, type: cli.typed('inbox') })[locale];
  return SAYS.stopHint[locale];
}
