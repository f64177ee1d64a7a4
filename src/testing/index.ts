// muster/testing: what a test of a team or of a store needs. Shipped, and used by our own tests.
export { fixedClock, type FixedClock } from './fixed-clock.ts';
export { scriptedModel, type Script, type ScriptedAnswer, type ScriptedAnswers, type ScriptedModel } from './scripted-model.ts';
export { calling, ScriptedCalls, type ScriptedCall } from './scripted-calls.ts';
export { approved, declined, done, planned, rejected } from './answers.ts';
export { lossyQueue, recordingQueue, type Losses, type RecordingQueue } from './queues.ts';
export { faultyStore, type FaultyStore, type StoreFault } from './faulty-store.ts';
export { eventLine, eventLog, type LogOptions } from './event-log.ts';
export { briefOf, openingOf, policyOf, register, registrationOf, taskOf } from './builders.ts';
export { storeContract, type StoreCapabilities } from './store-contract.ts';
export type { MakeStore, OpenedStore, StoreOptions } from './store-contract/world.ts';
