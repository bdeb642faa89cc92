import { createContext } from 'react';
import type { LinkedMessages } from './permalinks.ts';
import { type Sender, signature } from './sender.ts';

/** What the text of messages needs of the place they are in. */
export interface TextWorld {
  /** Pictures of the workspace's own emoji, by name. */
  emoji: ReadonlyMap<string, string>;
  /** The address of a channel that is mentioned; null where there are none. */
  channelPath: (channelId: string) => string | null;
  /** What is known of the messages to which texts link. */
  linked?: LinkedMessages;
  /** How who wrote a message signs beside all others who are shown. */
  sign: (sender: Sender) => string;
  /** Goes to an address of this page, without leaving it; absent: links are the browser's. */
  open?: (path: string) => void;
}

export const TextWorldContext = createContext<TextWorld>({
  emoji: new Map(),
  channelPath: () => null,
  sign: signature,
});
