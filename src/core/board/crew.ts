// The crew of a team: who has room, and which ready tasks each member could take. Tasks that ask for the same skills share
// a lane; a member that gets room, or a task that gets ready, marks just the lanes it concerns.
import type { TaskId } from '../ids.ts';
import { ROLES, type Registration, type Role } from '../members/registration.ts';
import { skillKey, skillSet } from '../members/skills.ts';
import type { Task } from '../task.ts';
import { keyHeap, type KeyHeap } from './heap.ts';

export interface Seat {
  readonly registration: Registration;
  readonly skills: ReadonlySet<string>;
  /** Attempts in progress, parked ones included. */
  load: number;
  readonly lanes: Lane[];
  /** Rejected or reassigned tasks of this member that wait until it has room. */
  returning: Set<TaskId> | null;
}

export interface Lane {
  /** A skill key, or `@member`. */
  readonly key: string;
  readonly crew: Crew;
  /** Workers that cover the skills, in the order of their registration. */
  seats: readonly Seat[];
  /** Tasks that were ready when they came; some have moved on since. */
  readonly ready: KeyHeap<Task>;
}

export interface Crew {
  readonly team: string;
  readonly seats: Map<string, Seat>;
  readonly lanes: Map<string, Lane>;
  /** Seats that have room. */
  free: number;
  /** Seats by role, in the order of registration. */
  readonly byRole: Record<Role, Seat[]>;
}

export const hasRoom = (seat: Seat): boolean => seat.load < seat.registration.capacity;

/** The normalised tags that a lane asks for. */
export const requiredBy = (lane: string): readonly string[] => (lane === '' || lane.startsWith('@') ? [] : lane.split(' '));

/** All crews of one board. A process counts the room of its own members, so a crew belongs to a team and an owner. */
export class CrewBook {
  private readonly roster = new Map<string, Map<string, Registration>>();
  private readonly crews = new Map<string, Crew>();
  private readonly due = new Set<Lane>();
  private readonly tagSets = new Map<string, ReadonlySet<string>>();

  of(owner: number, team: string): Crew {
    const key = `${owner}|${team}`;
    const known = this.crews.get(key);
    if (known !== undefined) return known;
    const crew: Crew = { team, seats: new Map(), lanes: new Map(), free: 0, byRole: { manager: [], worker: [], reviewer: [] } };
    this.crews.set(key, crew);
    for (const registration of this.roster.get(team)?.values() ?? []) this.seat(crew, registration);
    return crew;
  }

  /** Those who have left keep their record and have no role. */
  members(team: string): readonly Registration[] {
    return [...(this.roster.get(team)?.values() ?? [])].filter((registration) => registration.roles.length > 0);
  }

  register(team: string, registration: Registration): void {
    let members = this.roster.get(team);
    if (members === undefined) this.roster.set(team, (members = new Map()));
    members.set(registration.agentId, registration);
    for (const crew of this.crews.values()) if (crew.team === team) this.seat(crew, registration);
  }

  /** Differs from what is registered under this id. */
  isNews(team: string, registration: Registration): boolean {
    return JSON.stringify(this.roster.get(team)?.get(registration.agentId)) !== JSON.stringify(registration);
  }

  ready(crew: Crew, task: Task): void {
    const lane = this.lane(crew, task.lane);
    lane.ready.push(task);
    // While everybody is busy nothing can follow; whoever gets room marks its lanes.
    if (crew.free > 0 || lane.seats.length === 0) this.due.add(lane);
  }

  /** Counts an attempt in or out; gives the seat when it now has more room. */
  load(crew: Crew, agentId: string, by: 1 | -1): Seat | undefined {
    const taken = crew.seats.get(agentId);
    if (taken === undefined) return undefined;
    const had = hasRoom(taken);
    taken.load += by;
    const has = hasRoom(taken);
    if (had !== has) crew.free += has ? 1 : -1;
    if (by > 0) return undefined;
    for (const lane of taken.lanes) if (lane.ready.size > 0) this.due.add(lane);
    return taken;
  }

  /** Looks at a lane again after it gave a move. */
  again(lane: Lane): void {
    this.due.add(lane);
  }

  /** The due lane with the oldest ready task. */
  takeDueLane(head: (lane: Lane) => Task | undefined): Lane | undefined {
    if (this.due.size === 0) return undefined;
    let oldest: Lane | undefined;
    let key = Infinity;
    for (const lane of this.due) {
      const task = head(lane);
      if (task === undefined) this.due.delete(lane);
      else if (task.key < key) {
        key = task.key;
        oldest = lane;
      }
    }
    if (oldest !== undefined) this.due.delete(oldest);
    return oldest;
  }

  clear(): void {
    this.roster.clear();
    this.crews.clear();
    this.due.clear();
  }

  private lane(crew: Crew, key: string): Lane {
    const known = crew.lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane = { key, crew, seats: seatsFor(crew, key), ready: keyHeap() };
    for (const seat of lane.seats) seat.lanes.push(lane);
    crew.lanes.set(key, lane);
    return lane;
  }

  /** Members with the same tags share one set. */
  private tags(skills: readonly string[]): ReadonlySet<string> {
    const key = skillKey(skills);
    const known = this.tagSets.get(key);
    if (known !== undefined) return known;
    const made = skillSet(skills);
    this.tagSets.set(key, made);
    return made;
  }

  private seat(crew: Crew, registration: Registration): void {
    const before = crew.seats.get(registration.agentId);
    const made: Seat = { registration, skills: this.tags(registration.skills), load: before?.load ?? 0, lanes: [], returning: before?.returning ?? null };
    crew.seats.set(registration.agentId, made);
    if (before !== undefined && hasRoom(before)) crew.free -= 1;
    if (hasRoom(made)) crew.free += 1;
    // A member that registers anew keeps its place: the order of first registration decides between equals.
    if (before === undefined) for (const role of registration.roles) crew.byRole[role].push(made);
    else for (const role of ROLES) crew.byRole[role] = [...crew.seats.values()].filter((seat) => seat.registration.roles.includes(role));
    for (const lane of crew.lanes.values()) {
      lane.seats = seatsFor(crew, lane.key);
      if (!lane.seats.includes(made)) continue;
      made.lanes.push(lane);
      this.due.add(lane);
    }
  }
}

/** Only workers do tasks; a lane of one named member holds just that member. */
export function seatsFor(crew: Crew, lane: string): readonly Seat[] {
  const workers = crew.byRole.worker;
  if (lane.startsWith('@')) return workers.filter((seat) => seat.registration.agentId === lane.slice(1));
  const required = requiredBy(lane);
  return workers.filter((seat) => required.every((skill) => seat.skills.has(skill)));
}
