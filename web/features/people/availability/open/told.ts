import { create } from 'zustand';
import { onSessionEnd } from '../../../../platform/session/session.ts';

/** Remembers which rests the user was told of above the field: each is told once in a place. */
export const useTold = create<{ keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

const shown = new Map<string, string>();

onSessionEnd(() => {
  shown.clear();
  useTold.setState({ keys: new Set() });
});

/** Notes which rest the line of a place tells of now. */
export function noteShown(placeId: string, key: string): void {
  shown.set(placeId, key);
}

/** Takes what the line of a place tells as told: a message was sent, or the line closed. */
export function markTold(placeId: string): void {
  const key = shown.get(placeId);
  if (key === undefined) return;
  shown.delete(placeId);
  useTold.setState(({ keys }) => ({ keys: new Set(keys).add(key) }));
}
