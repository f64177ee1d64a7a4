// Text as it is written, told to whoever listens, with whose turn it is. Nothing depends on it and nothing of it is kept.
import type { TurnPlace } from '../ports/feed.ts';
import type { Engine } from './engine.ts';

export const liveText = ({ feed }: Engine, place: TurnPlace): { readonly onText: (delta: string) => void; readonly onRestart: () => void } => ({
  onText: (delta) => feed.publish({ kind: 'turn.text', ...place, delta }),
  onRestart: () => feed.publish({ kind: 'turn.restarted', ...place }),
});
