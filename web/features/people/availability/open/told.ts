import { create } from 'zustand';
import { onSessionEnd } from '../../../../platform/session/session.ts';

/** Holds the rests already shown to the user above the field: each shows once in a place. */
export const useTold = create<{ keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

const shown = new Map<string, string>();

onSessionEnd(() => {
  shown.clear();
  useTold.setState({ keys: new Set() });
});

/** Notes the rest that a place's line shows now. */
export function noteShown(placeId: string, key: string): void {
  shown.set(placeId, key);
}

/** Marks the rest in a place's line as told: a message was sent, or the line closed. */
export function markTold(placeId: string): void {
  const key = shown.get(placeId);
  if (key === undefined) return;
  shown.delete(placeId);
  useTold.setState(({ keys }) => ({ keys: new Set(keys).add(key) }));
}
