import type { CustomEmoji as OwnEmoji } from '@palabre/common/contract/workspaces/emoji.ts';
import { useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { useRoving } from '../../../ui/lists/roving.ts';
import s from './EmojiPicker.module.css';
import { pickerTexts } from './emoji-data.ts';
import { recentEmoji } from './open/recent.ts';

/** Number of recent emoji: two lines of the picker. */
const shown = 16;

interface RecentEmojiProps {
  own: readonly OwnEmoji[];
  onChoose: (emoji: string) => void;
}

/** Shows the user's recent emoji at the top of the picker; defaults until there are some. */
export function RecentEmoji({ own, onChoose }: RecentEmojiProps) {
  const pictures = new Map(own.map(({ name, url }) => [`:${name}:`, url]));
  const names = new Set(own.map(({ name }) => name));
  // The order is frozen while the picker is open.
  const [kept] = useState(() => recentEmoji(useSession.getState().user?._id ?? '', shown, { has: () => true }));
  const emoji = kept.filter(one => !one.startsWith(':') || names.has(one.slice(1, -1)));
  const { list, item } = useRoving(emoji, undefined, true);
  const { recent } = pickerTexts();
  return (
    <div className={s.recent}>
      <p className={s.heading} aria-hidden="true">
        {recent}
      </p>
      <div className={s.signs} role="toolbar" aria-label={recent} {...list}>
        {emoji.map(one => (
          <button
            key={one}
            type="button"
            className={s.sign}
            aria-label={one}
            onClick={() => onChoose(one)}
            {...item(one)}
          >
            {pictures.has(one) ? <img src={pictures.get(one)} alt="" /> : one}
          </button>
        ))}
      </div>
    </div>
  );
}
