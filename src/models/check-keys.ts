// Which keys of the environment work: each provider that has one is asked for its free list of models. For `muster doctor`, so
// that one sees what could be used before naming it. Never throws, never calls a model, never shows a key.
import type { Bilingual } from '../core/json.ts';
import { findPlace, PROVIDERS, type Environment, type ModelPlace } from './catalog.ts';
import { getFree, judgeFree, statusIn, type CheckOptions } from './check-model.ts';

export interface KeyCheck {
  readonly ok: boolean;
  readonly provider: string;
  readonly says: Bilingual;
}

/** In the order of the table. Two names of one provider that share key and address are asked about once. */
export async function checkKeys(env: Environment, options: CheckOptions = {}): Promise<readonly KeyCheck[]> {
  const places = new Map<string, ModelPlace>();
  for (const [provider, row] of Object.entries(PROVIDERS)) {
    if (![...row.keyVariables, row.endpointVariable].some((variable) => (env[variable] ?? '').trim() !== '')) continue;
    const found = findPlace(`${provider}/any`, env, options.settings);
    if (!found.ok) continue;
    const where = `${found.place.endpoint} ${found.place.keyVariable}`;
    if (!places.has(where)) places.set(where, { ...found.place, name: provider });
  }
  return Promise.all([...places.values()].map((place) => checkKey(place, env, options)));
}

async function checkKey(place: ModelPlace, env: Environment, options: CheckOptions): Promise<KeyCheck> {
  const { provider, keyVariable, key, keyPath } = place;
  const by: Bilingual = key === undefined
    ? { en: `${provider} at ${place.endpoint}`, zh: `${provider}（${place.endpoint}）` }
    : { en: `${keyVariable} (${provider})`, zh: `${keyVariable}（${provider}）` };
  try {
    if (keyPath !== undefined) await getFree(place, keyPath, options);
    const ids = idsIn(await getFree(place, 'models', options));
    return { ok: true, provider, says: works(by, ids.map((id) => `${provider}/${id}`)) };
  } catch (thrown) {
    // A server without a list of models is still a server that answers.
    if (place.protocol === 'compatible' && statusIn(thrown) === 404) return { ok: true, provider, says: works(by, []) };
    return { ok: false, provider, says: judgeFree(place, thrown, env).says };
  }
}

const MOST_NAMED = 3;

const works = (by: Bilingual, names: readonly string[]): Bilingual => {
  const some = names.slice(0, MOST_NAMED);
  if (some.length === 0) return { en: `${by.en} answers; it lists no models.`, zh: `${by.zh} 可用，但没有列出模型。` };
  return { en: `${by.en} works; ${names.length} models, such as ${some.join(', ')}.`, zh: `${by.zh} 可用；共 ${names.length} 个模型，例如 ${some.join('、')}。` };
};

/** `data: [{ id }]` of most, `models: [{ name: "models/…" }]` of Google. */
function idsIn(reply: unknown): readonly string[] {
  const list: unknown = typeof reply !== 'object' || reply === null ? undefined : 'data' in reply ? reply.data : 'models' in reply ? reply.models : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const id = 'id' in entry ? entry.id : 'name' in entry ? entry.name : undefined;
    return typeof id === 'string' ? [id.replace(/^models\//u, '')] : [];
  });
}
