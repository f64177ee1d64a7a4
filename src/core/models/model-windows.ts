// How many tokens a model can read and write in one call. Where the table does not know a model, the usual size is taken: a
// provider that reads less says so, and then the material of the prompt is shortened once more.

/** Prompt and answer together. */
const USUAL_WINDOW = 128_000;

export function windowOf(model: string): number {
  return WINDOWS.find(({ names }) => names.test(model))?.tokens ?? USUAL_WINDOW;
}

/** The first row that fits counts. Compared with the model pages of the providers together with the prices. */
const WINDOWS: readonly { readonly names: RegExp; readonly tokens: number }[] = [
  // It reads nothing, so nothing is too long for it.
  { names: /^rehearsal$/u, tokens: Infinity },
  { names: /^anthropic\/claude-(?:fable|opus|sonnet|haiku)-5/u, tokens: 1_000_000 },
  { names: /^anthropic\//u, tokens: 200_000 },
  { names: /^openai(?:-chat)?\/gpt-(?:6|4\.1)/u, tokens: 1_000_000 },
  { names: /^openai(?:-chat)?\/gpt-5/u, tokens: 272_000 },
  { names: /^google\/gemini-[23]/u, tokens: 1_000_000 },
];
