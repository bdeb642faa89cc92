import { createContext } from 'react';

/** What the text of messages needs of the place they are in. */
export interface TextWorld {
  /** Pictures of the workspace's own emoji, by name. */
  emoji: ReadonlyMap<string, string>;
  /** The address of a channel that is mentioned; null where there are none. */
  channelPath: (channelId: string) => string | null;
  /** Goes to an address of this page, without leaving it; absent: links are the browser's. */
  open?: (path: string) => void;
}

export const TextWorldContext = createContext<TextWorld>({ emoji: new Map(), channelPath: () => null });
