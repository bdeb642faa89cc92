import { useEffect } from 'react';
import { create } from 'zustand';

/** What someone opens whose code may have to be waited for, as the connection's banner calls it. */
export type AwaitedName =
  | 'invitation'
  | 'workspaceForm'
  | 'channelForm'
  | 'reportForm'
  | 'inbox'
  | 'search'
  /** A menu, a card, a dialog: what was just asked for. */
  | 'asked';

/** What is waited for now, the last asked for last. */
export const useAwaited = create<{ names: readonly AwaitedName[] }>(() => ({ names: [] }));

/** Says that this is waited for, until what it gives back is called. */
export function awaiting(name: AwaitedName): () => void {
  useAwaited.setState(({ names }) => ({ names: [...names, name] }));
  return () => useAwaited.setState(({ names }) => ({ names: names.toSpliced(names.lastIndexOf(name), 1) }));
}

/** In place of what is waited for. */
export function Awaited({ name }: { name: AwaitedName }): null {
  useEffect(() => awaiting(name), [name]);
  return null;
}
