// What secrets look like where their value is not known: the shapes of providers' keys, and values behind telling names.
// Each row is bounded so that no text can make it slow, and each has a look at the value, because "the token: see below"
// and "sk-learn-compatible" are innocent.

export const HIDDEN = '***';

/** True for the name of a variable or field whose value is a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** The value under a key of that name, hidden when the name says that it is a secret. */
export function maskNamed(name: string, value: string): string {
  return value !== '' && !isPlaceholder(value) && tells(name, value) ? HIDDEN : value;
}

/** A strong name tells alone; a weak one, such as `key`, when the value looks like a key too. */
const tells = (name: string, value: string): boolean => STRONG_NAME.test(name) || (WEAK_NAME.test(name) && isKeyLike(value) && !INNOCENT_KEY.test(name));

export const maskShapes = (text: string): string => SHAPES.reduce((masked, shape) => (shape.needs.test(masked) ? shape.mask(masked) : masked), text);

const STRONG = '(?:password|passwd|passphrase|passcode|secret|client[-_]?secret|secret[-_]?key|private[-_]?key|api[-_]?key|access[-_]?key|access[-_]?token|auth[-_]?token|refresh[-_]?token|id[-_]?token|session[-_]?token|bot[-_]?token|credentials?|密码|口令|密钥|令牌)';
const WEAK = '(?:key|token|sig|signature|auth|pwd|pass)';
const PREFIX = '(?:[\\w-]{0,40}[-_])?';
const NAME = `${PREFIX}(?:${STRONG}|${WEAK})`;
const STRONG_NAME = new RegExp(`^${PREFIX}${STRONG}$`, 'i');
const WEAK_NAME = new RegExp(`^${PREFIX}${WEAK}$`, 'i');
/** Keys of tables and stores, which name a thing and open nothing. */
const INNOCENT_KEY = /(?:primary|foreign|sort|cache|partition|public|object|row|group|idempotency)[-_]?key/i;
// `AUTHOR`, `KEYBOARD` and `MAX_TOKENS` are no secrets; `PWD` is the folder of a shell; `…_FILE` says where one lies.
const SECRET_NAME = /(?:key|token|auth|secrets?|passw(?:or)?ds?|passphrase|credentials?)(?:$|[-_\d])(?!(?:.*[-_])?(?:dir|path|file|sock|home)$)/i;

interface Shape {
  /** A cheap look: without this the text holds no such secret. */
  readonly needs: RegExp;
  mask(text: string): string;
}

const shape = (needs: RegExp, pattern: RegExp, mask: (groups: readonly string[]) => string): Shape => ({
  needs,
  mask: (text) => text.replace(pattern, (...groups: readonly unknown[]) => mask(groups.map((group) => (typeof group === 'string' ? group : '')))),
});

// Every run has a length: one without a bound exhausts the stack of the matcher on texts of megabytes.
const SHAPES: readonly Shape[] = [
  { needs: /PRIVATE KEY-----/, mask: maskPrivateKeys },
  // Addresses with a password, or with a token in front of the host; `ssh://git@host` is innocent.
  shape(/:\/\//, /:\/\/([^\s/?#"'<>@]{1,500}(?:@[^\s/?#"'<>@]{1,200}){0,4})@/g, ([all = '', user = '']) => (user.includes(':') || isKeyLike(user) ? `://${HIDDEN}@` : all)),
  shape(/[?&#]/, new RegExp(`([?&#])(${NAME})=([^&\\s"'<>]{1,16384})`, 'gi'), ([all = '', mark = '', name = '', value = '']) => (tells(name, value) ? `${mark}${name}=${HIDDEN}` : all)),
  // Headers and whatever else gives a scheme before the value.
  shape(/authorization|x-api-key|x-goog-api-key/i, /((?:proxy-)?authorization|x-api-key|x-goog-api-key)(["']?\s{0,4}[:=]\s{0,4}["']?)(?:(?:bearer|basic|token)\s{1,4})?([^\s"',;}<>]{1,16384})/gi,
    ([all = '', name = '', between = '', value = '']) => (isProse(value) ? all : `${name}${between}${HIDDEN}`)),
  shape(/bearer|basic/i, /(?<![\w-])(bearer|basic)(\s{1,4})([\w.~+/=-]{8,16384})/gi, ([all = '', scheme = '', between = '', value = '']) => (isKeyLike(value) ? `${scheme}${between}${HIDDEN}` : all)),
  // JSON Web Tokens: both parts begin with `{"`.
  shape(/eyJ/, /(?<![\w-])eyJ[\w-]{6,16384}\.eyJ[\w-]{6,16384}(?:\.[\w-]{0,16384})?/g, () => HIDDEN),
  // AWS: the id, and the secret when it stands right behind.
  shape(/A[KS]IA/, /(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])(?:["'\s,:;|]{1,4}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=]))?/g, () => HIDDEN),
  shape(/gh[opsur]_|github_pat_|glpat-|xox[a-z]-|xapp-|AIza|ya29\.|npm_|dop_v1_|whsec_|SG\./,
    /(?<![\w-])(?:gh[opsur]_\w{20,16384}|github_pat_\w{20,16384}|glpat-[\w-]{16,16384}|xox[a-z]-[\w-]{10,16384}|xapp-[\w-]{10,16384}|AIza[\w-]{16,16384}|ya29\.[\w-]{16,16384}|npm_\w{30,16384}|dop_v1_\w{30,16384}|whsec_\w{20,16384}|SG\.[\w-]{16,16384}\.[\w-]{16,16384})/g, () => HIDDEN),
  shape(/(?:sk|pk|rk|gsk|xai|hf|r8|tvly|pplx)[-_]/, /(?<![\w-])(?:sk|pk|rk|gsk|xai|hf|r8|tvly|pplx)[-_]([\w-]{16,16384})/g, ([all = '', body = '']) => (isKeyLike(body) ? HIDDEN : all)),
  // `password=…`, `"api_key": "…"`, `ACME_TOKEN=…`; a sentence such as `password: must be long` stays.
  shape(/pass|pwd|secret|key|token|sig|credential|auth|密|口令|令牌/i, new RegExp(`(?<![\\w-])(${NAME})(["']?\\s{0,4}(?::=|[:=：])\\s{0,4})(?:(["'])([^"'\\n]{1,500})\\3|([^\\s"',;&}<>)\\]]{1,16384}))`, 'gi'),
    ([all = '', name = '', between = '', quote = '', quoted = '', bare = '']) => {
      const value = quote === '' ? bare : quoted;
      const isSentence = quote === '' && isProse(value) && /\s$|[:：]/.test(between);
      return isSentence || isPlaceholder(value) || !tells(name, value) ? all : `${name}${between}${quote}${HIDDEN}${quote}`;
    }),
];

/** Long, and no word of a language: letters with digits, or capitals inside. */
const isKeyLike = (value: string): boolean =>
  value.length >= 8 && value.split(/[-_.~]/).some((part) => part.length >= 7 && (/\d/.test(part) && /[A-Za-z]/.test(part) || part.length >= 16 && /[a-z][A-Z]/.test(part) && /[A-Z][a-z]*[A-Z]/.test(part)));

/** A plain word, as in a sentence. */
const isProse = (value: string): boolean => /^[A-Za-z]{1,15}[.!?]?$/.test(value) || /^[^\x20-\x7e]/.test(value);

/** What stands for a value: a variable, a type, an example in brackets, nothing. */
const isPlaceholder = (value: string): boolean => value.startsWith('$') || PLACEHOLDER.test(value);
const PLACEHOLDER = /^(?:\*+|\.{3,}|…|x{3,}|<.*|\{\{.*|process\.env\b.*|os\.(?:environ|getenv)\b.*|env[.[(].*|null|none|undefined|true|false|string|str|text|required|optional|hidden|masked|redacted|\[.*)$/i;

/** From each BEGIN to the END behind it; a key that was cut off ends where its letters end. */
function maskPrivateKeys(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  const last = text.lastIndexOf('-----END ');
  for (const begin of text.matchAll(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g)) {
    if (begin.index < kept) continue;
    const body = begin.index + begin[0].length;
    const end = body > last ? -1 : text.indexOf('-----END ', body);
    const next = end < 0 || end - body > LONGEST_KEY ? -1 : text.slice(end + 9, end + 60).indexOf('-----');
    parts.push(text.slice(kept, begin.index), HIDDEN);
    kept = next < 0 ? endOfLetters(text, body) : end + 9 + next + 5;
  }
  return [...parts, text.slice(kept)].join('');
}

const LONGEST_KEY = 20_000;

function endOfLetters(text: string, from: number): number {
  const letters = /[A-Za-z0-9+/=\s\\]*/y;
  letters.lastIndex = from;
  return from + (letters.exec(text)?.[0].length ?? 0);
}
