import { createContext } from 'react';
import type { LinkedMessages } from './permalinks.ts';
import { type Sender, signature } from './sender.ts';

/** Context of message texts: the data that they need of their place. */
export interface TextWorld {
  /** Addresses of the workspace's own emoji, by name. */
  emoji: ReadonlyMap<string, string>;
  /** Returns the path of a mentioned channel; null in a conversation. */
  channelPath: (channelId: string) => string | null;
  /** Messages that the texts link to. */
  linked?: LinkedMessages;
  /** Returns an author's name, told apart from the other names on screen. */
  sign: (sender: Sender) => string;
  /** Navigates to a path of this page; absent, the browser follows links. */
  open?: (path: string) => void;
}

/** Context of message texts; empty by default. */
export const TextWorldContext = createContext<TextWorld>({
  emoji: new Map(),
  channelPath: () => null,
  sign: signature,
});
