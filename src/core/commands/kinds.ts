// All decisions that one process may ask another for, by their names.
import type { JsonObject } from '../json.ts';
import { CLAIM_NEXT } from './claim-next.ts';
import type { CommandKind } from './command.ts';

export const COMMAND_KINDS: ReadonlyMap<string, CommandKind<JsonObject, unknown>> = new Map([[CLAIM_NEXT.name, CLAIM_NEXT]]);
