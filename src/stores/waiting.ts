// One commit on its way: what was asked, what was decided, whom to tell.
import type { Board } from '../core/board/board.ts';
import type { Change, Decision } from '../core/change.ts';
import { ERRORS, isTeamError, refuse, TeamError, type Refusal } from '../core/errors.ts';
import type { RowId } from '../core/ids.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import type { CommitOptions, Outcome } from '../ports/store.ts';

export const defect = (error: unknown): TeamError => new TeamError('engine.defect', STORE_FAULTS.decisionFailed(error instanceof Error ? error.message : String(error)), { cause: error });

const UNDECIDED: Refusal = refuse('engine.defect', STORE_FAULTS.undecided);

export class Waiting<T> {
  readonly ids: readonly RowId[];
  readonly patient: boolean;
  readonly rows: number;
  readonly reject: (error: unknown) => void;
  private readonly decide: (board: Board) => Decision<T>;
  private readonly resolve: (outcome: Outcome<T>) => void;
  private outcome: Outcome<T> = UNDECIDED;
  private fault: TeamError | undefined;
  private tries = 0;

  // oxlint-disable-next-line max-params -- made for every commit; an object for its parts would be made and dropped
  constructor(ids: readonly RowId[], decide: (board: Board) => Decision<T>, options: CommitOptions | undefined, resolve: (outcome: Outcome<T>) => void, reject: (error: unknown) => void) {
    this.ids = ids;
    this.decide = decide;
    this.patient = options?.patient === true;
    this.rows = options?.rows ?? 1;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** A decision that throws has touched nothing: it fails alone, and the group goes on. */
  run(board: Board): Change | undefined {
    this.fault = undefined; // it may be asked again
    try {
      const decision = this.decide(board);
      this.outcome = decision;
      if (!decision.ok || decision.change === undefined) return undefined;
      if (decision.change.events.length === 0) refuseSilence(decision.change);
      return decision.change;
    } catch (error) {
      this.fault = isTeamError(error) ? error : defect(error);
      return undefined;
    }
  }

  tell(): void {
    if (this.fault === undefined) this.resolve(this.outcome);
    else this.reject(this.fault);
  }

  /** Whether it goes into the next transaction after a failed one, which wrote nothing. */
  mayRepeat(fault: TeamError): boolean {
    this.tries += 1;
    const { retry } = ERRORS[fault.code];
    // Rows that others changed unseen are read again once; a store that cannot be written is waited out by the patient.
    return retry === 'reload' ? this.tries === 1 : retry === 'later' && this.patient;
  }
}

/** The queue does not care what a commit decides. */
export type AnyWaiting = Pick<Waiting<unknown>, 'ids' | 'rows' | 'mayRepeat' | 'reject' | 'run' | 'tell'>;

/** Events are what other processes read rows again by, and what a transaction is written for. */
function refuseSilence({ goals, tasks, questions, members, briefs, edges, cutEdges, desk }: Change): void {
  if (desk === undefined && goals.length + tasks.length + questions.length + members.length + briefs.length + edges.length + cutEdges.length === 0) return;
  throw new TeamError('engine.defect', STORE_FAULTS.noEvent);
}
