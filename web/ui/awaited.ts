import { useEffect } from 'react';
import { create } from 'zustand';

/** What someone opens whose code may have to be waited for, as the connection's banner calls it. */
export type AwaitedName = 'invitation' | 'workspaceForm' | 'channelForm' | 'inbox';

/** What is waited for now, the last asked for last. */
export const useAwaited = create<{ names: readonly AwaitedName[] }>(() => ({ names: [] }));

/** In place of what is waited for. */
export function Awaited({ name }: { name: AwaitedName }): null {
  useEffect(() => {
    useAwaited.setState(({ names }) => ({ names: [...names, name] }));
    return () => {
      useAwaited.setState(({ names }) => ({ names: names.toSpliced(names.lastIndexOf(name), 1) }));
    };
  }, [name]);
  return null;
}
