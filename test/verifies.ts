// A test says which promise it shows: verifies('store.group_commit'). The ids are those of test/requirements.ts.
import { REQUIREMENTS, type RequirementId } from './requirements.ts';

/** Contract: an unknown id does not compile, and throws where nothing compiled it; otherwise it does nothing. */
export function verifies(id: RequirementId, ...ids: readonly RequirementId[]): void {
  const unknown = [id, ...ids].filter((each) => !(each in REQUIREMENTS));
  if (unknown.length > 0) throw new Error(`No promise has the id ${unknown.join(', ')}. Take one from test/requirements.ts, or add a row there.`);
}
