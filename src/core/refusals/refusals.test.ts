// Every refusal and fault that stands in a table is said in both languages, with the same facts in each and no English in the Chinese.
import { describe, expect, test } from 'vitest';
import { englishIn } from '../../../test/latin-words.ts';
import { verifies } from '../../../test/verifies.ts';
import { ERRORS } from '../errors.ts';
import type { Bilingual } from '../json.ts';
import { INTERRUPTED as STOP } from './interrupted.ts';
import { OUTCOME_FAULTS as OUT } from './outcome-faults.ts';
import { REFUSED_ANSWERS as ANSWER } from './refused-answers.ts';
import { REFUSED_CLAIMS as CLAIM } from './refused-claims.ts';
import { REFUSED_FILES as FILE } from './refused-files.ts';
import { REFUSED_INPUT as INPUT } from './refused-input.ts';
import { REFUSED_MAIL as MAIL } from './refused-mail.ts';
import { REFUSED_MEMBERS as MEMBER } from './refused-members.ts';
import { REFUSED_MOVES as MOVE } from './refused-moves.ts';
import { STORE_FAULTS as STORE } from './store-faults.ts';
import { QUERY_FAULTS as QUERY } from '../../tools/sql/query-faults.ts';

/** Each sentence of a table once, with facts that show themselves. */
type Said<Table> = Readonly<Record<keyof Table, Bilingual>>;

const TWO = ['«one»', '«other»'];
const SOME: Bilingual = { en: '«some»', zh: '«some»' };

const answers: Said<typeof ANSWER> = {
  noQuestion: ANSWER.noQuestion('«id»'),
  notAsked: ANSWER.notAsked('«id»', { by: '«by»', asked: '«asked»' }),
  noPerson: ANSWER.noPerson('«id»', { by: '«by»', people: TWO }),
  noSuchChoice: ANSWER.noSuchChoice('«id»', '«choice»', TWO),
  goalEnded: ANSWER.goalEnded('«goal»'),
  alreadyAnswered: ANSWER.alreadyAnswered('«id»', { choice: '«choice»', by: '«by»', goal: '«goal»' }),
  expired: ANSWER.expired('«id»', '«goal»'),
  withdrawn: ANSWER.withdrawn('«id»', '«goal»'),
  taskEnded: ANSWER.taskEnded('«id»'),
  taskChanged: ANSWER.taskChanged('«id»'),
  movedOn: ANSWER.movedOn('«id»', { task: '«task»', state: '«state»' }),
  planMovedOn: ANSWER.planMovedOn('«goal»'),
  filesNeedTask: ANSWER.filesNeedTask,
  tooManyFiles: ANSWER.tooManyFiles(21, 20),
  noFile: ANSWER.noFile('«path»'),
  isFolder: ANSWER.isFolder('«path»'),
  unreadableFile: ANSWER.unreadableFile('«path»', '«code»'),
  sayTo: ANSWER.sayTo(TWO),
  noResult: ANSWER.noResult('«id»'),
  sayOutput: ANSWER.sayOutput,
  misfit: ANSWER.misfit('«member»', SOME),
  sayEdits: ANSWER.sayEdits,
  unreadEdits: ANSWER.unreadEdits(TWO),
  sayTasks: ANSWER.sayTasks,
  sayPlan: ANSWER.sayPlan,
  sayPlanChange: ANSWER.sayPlanChange,
  sayWhatInPlan: ANSWER.sayWhatInPlan,
  sayOwnPlan: ANSWER.sayOwnPlan,
  sayWhy: ANSWER.sayWhy,
  sayFixes: ANSWER.sayFixes,
  sayAdvice: ANSWER.sayAdvice,
  sayAnswer: ANSWER.sayAnswer,
  ownWork: ANSWER.ownWork('«by»'),
  notLimited: ANSWER.notLimited('«goal»', { units: ['«one»'], limited: ['«other»'] }),
  raiseWhatIsUsedUp: ANSWER.raiseWhatIsUsedUp('«unit»'),
};

const claims: Said<typeof CLAIM> = {
  noOpenGoal: CLAIM.noOpenGoal('«goal»'),
  noTask: CLAIM.noTask('«id»'),
  noWorker: CLAIM.noWorker('«member»', '«team»'),
  givenOut: CLAIM.givenOut('«goal»'),
  goalEnded: CLAIM.goalEnded('«goal»', '«state»'),
  paused: CLAIM.paused('«goal»'),
  usedUp: CLAIM.usedUp('«goal»'),
  leaving: CLAIM.leaving('«member»'),
  away: CLAIM.away('«member»', '«state»'),
  heldBy: CLAIM.heldBy('«id»', '«holder»'),
  meantFor: CLAIM.meantFor('«id»', '«member»'),
  notClaimable: CLAIM.notClaimable('«id»', '«state»'),
  full: CLAIM.full(TWO, 2),
  noPlanGate: CLAIM.noPlanGate('«goal»'),
  emptyPlan: CLAIM.emptyPlan,
  longPlan: CLAIM.longPlan(21, 20),
  planApproved: CLAIM.planApproved('«id»'),
  planNotApproved: CLAIM.planNotApproved('«id»'),
  noPlanWaits: CLAIM.noPlanWaits('«id»', { state: '«state»', plan: { revision: 2, state: '«plan»' } }),
  olderPlan: CLAIM.olderPlan('«id»', 1, 2),
  ownPlan: CLAIM.ownPlan('«by»'),
  sayFeedback: CLAIM.sayFeedback,
  noLife: CLAIM.noLife('«member»', '«team»'),
  noTurnNow: CLAIM.noTurnNow('«member»', '«state»'),
  livesElsewhere: CLAIM.livesElsewhere('«member»', 7),
  staleTurn: CLAIM.staleTurn('«member»', 7),
};

const files: Said<typeof FILE> = {
  noOpenGoal: FILE.noOpenGoal('«goal»'),
  outside: FILE.outside('«path»', '«folder»'),
  locked: FILE.locked('«path»', { holder: '«holder»', task: '«task»', until: '«until»' }),
  notLocked: FILE.notLocked('«path»'),
  lockLost: FILE.lockLost('«path»', 1, 2),
};

const mail: Said<typeof MAIL> = {
  strangeSender: MAIL.strangeSender('«from»', '«team»'),
  empty: MAIL.empty,
  tooLong: MAIL.tooLong(21, 20),
  nobodyNamed: MAIL.nobodyNamed,
  starAlone: MAIL.starAlone,
  nobodyElse: MAIL.nobodyElse,
  unknown: MAIL.unknown('«name»', TWO),
  ambiguous: MAIL.ambiguous('«name»', TWO),
  toItself: MAIL.toItself,
  gone: MAIL.gone('«member»', TWO),
};

const members: Said<typeof MEMBER> = {
  fixedRoster: MEMBER.fixedRoster('«team»', TWO),
  reservedName: MEMBER.reservedName('«name»'),
  takenName: MEMBER.takenName('«id»', '«name»', '«team»'),
  twins: MEMBER.twins('«id»'),
  startedElsewhere: MEMBER.startedElsewhere('«member»', 7),
  restartsUsedUp: MEMBER.restartsUsedUp('«member»', 3),
  leads: MEMBER.leads('«member»'),
  personHolds: MEMBER.personHolds('«member»', TWO),
  noMember: MEMBER.noMember('«member»', '«team»'),
  notEmpty: MEMBER.notEmpty({ unmerged: ['«tree»'], open: ['«task»'], members: ['«member»'] }),
  peopleNeedPeople: MEMBER.peopleNeedPeople(TWO),
  planNeedsPeople: MEMBER.planNeedsPeople,
};

const moves: Said<typeof MOVE> = {
  noGoal: MOVE.noGoal('«goal»'),
  goalEnded: MOVE.goalEnded('«goal»', '«state»'),
  goalEndedNoCalls: MOVE.goalEndedNoCalls('«goal»', '«state»'),
  goalEndedNoQuestions: MOVE.goalEndedNoQuestions('«goal»'),
  goalCalledOff: MOVE.goalCalledOff('«goal»'),
  goalElsewhere: MOVE.goalElsewhere('«goal»'),
  goalTakenOver: MOVE.goalTakenOver('«goal»'),
  goalDrivenElsewhere: MOVE.goalDrivenElsewhere('«goal»'),
  planWaits: MOVE.planWaits('«goal»'),
  planNotWanted: MOVE.planNotWanted('«goal»'),
  summaryLate: MOVE.summaryLate('«goal»'),
  noTask: MOVE.noTask('«id»'),
  noOpenTask: MOVE.noOpenTask('«id»'),
  taskChanged: MOVE.taskChanged('«id»'),
  tasksAdded: MOVE.tasksAdded('«goal»'),
  notFromHere: MOVE.notFromHere({ id: '«id»', state: '«state»', by: 'person', verb: '«verb»', open: TWO }),
  illegalMove: MOVE.illegalMove({ id: '«id»', verb: '«verb»', from: '«from»', to: '«to»' }),
  sayEdits: MOVE.sayEdits,
  unreadEdits: MOVE.unreadEdits(TWO),
  isWithThem: MOVE.isWithThem('«id»', '«member»'),
  givenByCode: MOVE.givenByCode('«goal»'),
  nobodyToAsk: MOVE.nobodyToAsk('«id»', '«holder»'),
  capped: MOVE.capped('«by»', '«id»', 5),
  noWorker: MOVE.noWorker('«member»', TWO),
  stranger: MOVE.stranger('«id»', '«goal»'),
  strangerTo: MOVE.strangerTo('«id»', { task: '«task»', goal: '«goal»' }),
  hasBegun: MOVE.hasBegun('«id»', '«state»'),
  deadPrerequisite: MOVE.deadPrerequisite('«id»', '«state»', { task: '«task»' }),
  notEnded: MOVE.notEnded('«id»', '«state»'),
  replaced: MOVE.replaced('«id»', TWO),
  needsDead: MOVE.needsDead('«id»', '«needs»', '«state»'),
  noteLate: MOVE.noteLate('«id»', '«state»'),
  emptyNote: MOVE.emptyNote,
  longNote: MOVE.longNote(20),
  staleAttempt: MOVE.staleAttempt('«id»', 2),
  staleCall: MOVE.staleCall('«id»', 2),
  staleAsk: MOVE.staleAsk('«id»', 2),
  staleReview: MOVE.staleReview('«id»'),
  staleMerge: MOVE.staleMerge('«id»'),
  hasJudged: MOVE.hasJudged('«reviewer»', '«id»'),
  isAuthor: MOVE.isAuthor('«reviewer»', '«id»'),
};

/** Parts of a sentence about a task, shown in it. */
const ofTask = (what: Bilingual): Bilingual => INPUT.task(3, what);

const input: Said<typeof INPUT> = {
  noSchema: INPUT.noSchema,
  asyncSchema: INPUT.asyncSchema,
  unusableSchema: INPUT.unusableSchema('«reason»'),
  promptLacks: INPUT.promptLacks('«name»', TWO),
  promptUnknown: INPUT.promptUnknown('«name»', { unknown: ['«one»'], given: ['«other»'] }),
  promptBorder: INPUT.promptBorder('«name»', '«border»'),
  unreadablePrompt: INPUT.unreadablePrompt('«file»'),
  emptyGoal: INPUT.emptyGoal,
  notAGoalId: INPUT.notAGoalId('«text»'),
  notATaskId: INPUT.notATaskId('«text»'),
  notAQuestionId: INPUT.notAQuestionId('«text»'),
  ofAnotherTeam: INPUT.ofAnotherTeam('«goal»', { its: '«its»', ours: '«ours»' }),
  ofAnotherStyle: INPUT.ofAnotherStyle('«goal»'),
  task: ofTask({ en: '«what».', zh: '«what»。' }),
  noTasks: INPUT.noTasks,
  noObject: ofTask(INPUT.noObject),
  noField: ofTask(INPUT.noField('«field»', { near: '«near»', known: TWO })),
  cannotBe: INPUT.cannotBe({ en: '«name»', zh: '«name»' }, { en: '«value»', zh: '«value»' }, INPUT.oneOf(TWO)),
  oneOf: INPUT.cannotBe({ en: '«name»', zh: '«name»' }, { en: '«value»', zh: '«value»' }, INPUT.oneOf(TWO)),
  noOptions: INPUT.noOptions('«of»', '«first»'),
  noOption: INPUT.noOption('«of»', '«name»', undefined),
  moreOptions: INPUT.moreOptions(3),
  takes: INPUT.takes(TWO),
  noTitle: ofTask(INPUT.noTitle),
  noText: ofTask(INPUT.noText('«field»')),
  noTexts: ofTask(INPUT.noTexts('«field»')),
  noCriteria: ofTask(INPUT.noCriteria),
  noInput: ofTask(INPUT.noInput),
  teamClosed: INPUT.teamClosed,
  modeNeedsStyle: INPUT.modeNeedsStyle,
  unsayableSchema: INPUT.unsayableSchema,
  unreadableFile: INPUT.unreadableFile('«file»', '«code»'),
  unknownEffects: INPUT.unknownEffects('«tool»', { unknown: ['«one»'], known: ['«other»'] }),
  unknownAskFirst: INPUT.unknownAskFirst('«name»', { near: '«near»', known: TWO }),
  noDatabase: INPUT.noDatabase,
  badDatabase: INPUT.badDatabase('«name»'),
  notAHost: INPUT.notAHost('«entry»'),
  notAProgram: INPUT.notAProgram('«program»'),
  unlistableProgram: INPUT.unlistableProgram('«program»', SOME),
};

const outcomes: Said<typeof OUT> = {
  noOutput: OUT.noOutput('«member»'),
  notPlainOutput: OUT.notPlainOutput('«member»'),
  noTools: OUT.noTools('«tool»'),
  notPlainArguments: OUT.notPlainArguments('«tool»'),
  notPlainOutcome: OUT.notPlainOutcome('«tool»'),
  timedOut: OUT.timedOut('«tool»', 30),
  linkInWorkspace: OUT.linkInWorkspace('«folder»'),
  noProcess: OUT.noProcess,
  noThreadAnswer: OUT.noThreadAnswer,
  noReview: OUT.noReview,
  approvedUnclear: OUT.approvedUnclear,
  commentNoText: OUT.commentNoText,
  fixesNoTexts: OUT.fixesNoTexts,
  scoresNoObject: OUT.scoresNoObject,
  approvesWithFixes: OUT.approvesWithFixes,
  rejectsWithout: OUT.rejectsWithout,
  neither: OUT.neither,
  noUsableSchema: OUT.noUsableSchema,
  nothingFits: OUT.nothingFits,
};

const queries: Said<typeof QUERY> = {
  failed: QUERY.failed('SQLite', '«said»'),
  answerTooLarge: QUERY.answerTooLarge(8),
  sqliteEnded: QUERY.sqliteEnded,
  parameterCount: QUERY.parameterCount(3, 2),
  namedParameter: QUERY.namedParameter('«name»'),
  mixedParameters: QUERY.mixedParameters,
  oldNode: QUERY.oldNode('«version»'),
};

const interrupted: Said<typeof STOP> = {
  teamClosed: STOP.teamClosed('«goal»'),
  summary: STOP.summary,
  attemptAsking: STOP.attemptAsking('«question»'),
  attemptEnded: STOP.attemptEnded('«attempt»'),
  beforeTool: STOP.beforeTool('«tool»'),
  duringTool: STOP.duringTool('«tool»'),
  turn: STOP.turn,
  call: STOP.call,
  wait: STOP.wait,
  rehearsal: STOP.rehearsal,
};

const stores: Said<typeof STORE> = {
  empty: STORE.empty('«file»'),
  notOurs: STORE.notOurs('«file»'),
  noStamp: STORE.noStamp('«file»'),
  otherStamp: STORE.otherStamp('«file»'),
  badBeginning: STORE.badBeginning('«file»'),
  newer: STORE.newer('«file»', 9, 2),
  wrongSize: STORE.wrongSize('«file»', { should: 8, holds: 7 }),
  lacksTables: STORE.lacksTables('«file»', TWO),
  onlyLog: STORE.onlyLog('«file»', '«log»'),
  damaged: STORE.damaged('«file»'),
  damagedPages: STORE.damagedPages('«file»', TWO),
  unreadableRow: STORE.unreadableRow('«table»', '«key»'),
  removed: STORE.removed('«file»'),
  putInPlace: STORE.putInPlace('«file»'),
  busy: STORE.busy('«file»'),
  busyFor: STORE.busyFor(5000),
  strayRow: STORE.strayRow('«file»', '«said»'),
  unwritable: STORE.unwritable('«file»', '«said»'),
  diskFault: STORE.diskFault('«file»'),
  noStoreFor: STORE.noStoreFor('«scheme»'),
  waitsForRoom: STORE.waitsForRoom('«file»', '«said»'),
  waitsForLock: STORE.waitsForLock('«file»'),
  noBackup: STORE.noBackup,
  targetThere: STORE.targetThere('«file»'),
  closed: STORE.closed,
  changedMeanwhile: STORE.changedMeanwhile('«id»'),
  decisionFailed: STORE.decisionFailed('«said»'),
  undecided: STORE.undecided,
  noEvent: STORE.noEvent,
};

const codes: Readonly<Record<string, Bilingual>> = Object.fromEntries(Object.entries(ERRORS).map(([code, { says: en, saysZh: zh }]) => [code, { en, zh }]));

const TABLES: Readonly<Record<string, Readonly<Record<string, Bilingual>>>> = { codes, answers, claims, files, mail, members, moves, input, outcomes, queries, interrupted, stores };

/** What is copied and typed is the same in every language: facts, numbers, commands, options and names of fields. */
const factsIn = (text: string): readonly string[] => [...new Set(text.match(/«\w+»|`[^`]+`|--[a-z-]+|\{[^}]+\}|\b[a-z]+_[a-z_]+\b|\d+/g) ?? [])].sort();

/** Fields and words of ours that stand bare in a sentence. */
const BARE = ['title', 'content', 'skills', 'input', 'criteria', 'feedback', 'action', 'lock', 'claimable', 'worker', 'force', 'unattended', 'kind', 'human', 'person', 'style', 'team', 'tools', 'effects', 'output', 'declined', 'reason', 'substr', 'resume', 'retry', 'note', 'tasks', 'edits', 'to', 'name', 'databases', 'shop', 'async', 'user', 'approved', 'true', 'false', 'comment', 'fixes', 'scores', 'params', 'js'];

describe.each(Object.entries(TABLES))('%s', (_table, said) => {
  test.each(Object.entries(said))('%s', (_name, { en, zh }) => {
    verifies('language.both');
    expect(zh).toMatch(/\p{Script=Han}.*。$/u);
    expect(en).not.toMatch(/\p{Script=Han}/u);
    expect(en).toMatch(/\.$/);
    expect(factsIn(zh)).toEqual(factsIn(en));
    expect(englishIn(zh, BARE)).toEqual([]);
  });
});
