import { use } from 'react';
import { TextWorldContext } from '../../text/open/text-world.ts';
import s from './Reactions.module.css';

/** Shows the emoji of a reaction; the workspace's own emoji as its picture while it exists. */
export function EmojiSign({ emoji }: { emoji: string }) {
  const address = use(TextWorldContext).emoji.get(emoji.slice(1, -1));
  return <span className={s.emoji}>{address ? <img src={address} alt={emoji} /> : emoji}</span>;
}
