import { useEffect } from 'react';
import { create } from 'zustand';

/** Names, in the connection's banner, of parts whose code the person may have to wait for. */
export type AwaitedName =
  | 'invitation'
  | 'workspaceForm'
  | 'channelForm'
  | 'reportForm'
  | 'inbox'
  | 'search'
  /** A menu, a card or a dialog, without a specific name. */
  | 'asked';

/** Store of the parts that are waited for, the latest last. */
export const useAwaited = create<{ names: readonly AwaitedName[] }>(() => ({ names: [] }));

/** Adds a part to the store; returns the function that removes it. */
export function awaiting(name: AwaitedName): () => void {
  useAwaited.setState(({ names }) => ({ names: [...names, name] }));
  return () => useAwaited.setState(({ names }) => ({ names: names.toSpliced(names.lastIndexOf(name), 1) }));
}

/** Suspense fallback that adds a part to the store while it is mounted. */
export function Awaited({ name }: { name: AwaitedName }): null {
  useEffect(() => awaiting(name), [name]);
  return null;
}
