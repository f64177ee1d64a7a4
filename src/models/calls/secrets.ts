// Takes secrets out of text before it reaches an error, a log or a screen.
// By known values first (every variable whose name sounds like a secret), then by the shapes that secrets are written in.
import type { Environment } from '../catalog.ts';

export type Mask = (text: string) => string;

/** Builds the mask for one environment; `also` are further secret values, for example from an address. */
export function maskFor(env: Environment, also: readonly string[] = []): Mask {
  const values = Object.entries(env)
    .filter(([name]) => /key|token|secret|passw|credential|auth/i.test(name))
    .flatMap(([, value]) => (value === undefined ? [] : [value.trim()]));
  const secrets = [...new Set([...values, ...also])].filter((value) => value.length >= SHORTEST);
  // Longest first, or a secret that contains another would leave its tail behind.
  const written = secrets.flatMap((value) => [value, encodeURIComponent(value)]).sort((a, b) => b.length - a.length);
  return (text) => {
    const known = written.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), text);
    return SHAPES.reduce((masked, [shape, hidden]) => masked.replace(shape, hidden), known);
  };
}

const HIDDEN = '***';
// Shorter values ("1", "true") are settings, and masking them would tear holes into every sentence.
const SHORTEST = 6;

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/(\/\/)[^/\s@"']+@/g, `$1${HIDDEN}@`],
  [/([?&#](?:[\w-]*(?:key|token|secret|sig|signature|password|auth)[\w-]*)=)[^&\s"'<>]+/gi, `$1${HIDDEN}`],
  [/((?:proxy-)?authorization|x-api-key|x-goog-api-key|api[-_ ]?key)(["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}<>]+/gi, `$1$2${HIDDEN}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/\b(?:sk|pk|rk|gsk|xai|AIza|hf|r8)[-_]?[\w-]{16,}/g, HIDDEN],
];
