import type { CustomEmoji as OwnEmoji } from '@palabre/common/contract/workspaces/emoji.ts';
import { isShortcode } from '@palabre/common/rules/messages/emoji.ts';
import type Database from 'emoji-picker-element/database';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { useRoving } from '../../../ui/lists/roving.ts';
import type { Pointed } from '../../../ui/overlays/PickerFrame.tsx';
import s from './EmojiPicker.module.css';
import { pickerTexts } from './emoji-data.ts';
import { recentEmoji } from './open/recent.ts';
import { namesOf } from './pointed-emoji.ts';

/** Number of recent emoji: one line of the picker. */
const shown = 8;

interface RecentEmojiProps {
  /** The picker's own, so that its data is read once. */
  database: Database;
  own: readonly OwnEmoji[];
  onPoint: (pointed: Pointed | null) => void;
  onChoose: (emoji: string) => void;
}

/** Shows the user's recent emoji under the picker's search; defaults until there are some. */
export function RecentEmoji({ database, own, onPoint, onChoose }: RecentEmojiProps) {
  const pictures = new Map(own.map(({ name, url }) => [`:${name}:`, url]));
  // The order is frozen while the picker is open; the workspace's own emoji may come later.
  const [kept] = useState(() => {
    const all = { has: () => true };
    return recentEmoji(useSession.getState().user?._id ?? '', Number.POSITIVE_INFINITY, all);
  });
  const emoji = useMemo(() => {
    const names = new Set(own.map(({ name }) => name));
    return kept.filter(one => !isShortcode(one) || names.has(one.slice(1, -1))).slice(0, shown);
  }, [kept, own]);
  const { list, item } = useRoving(emoji, undefined, true);
  const { recent } = pickerTexts();
  const [called, setCalled] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let gone = false;
    // Without the data, which the picker reports missing, the emoji stand without names.
    namesOf(database, emoji)
      .then(found => gone || setCalled(found))
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [database, emoji]);
  const signOf = (one: string) => (pictures.has(one) ? <img src={pictures.get(one)} alt="" /> : one);
  const point = (one: string) => onPoint({ name: called.get(one) ?? one, sign: signOf(one) });
  return (
    <div className={s.recent} role="toolbar" aria-label={recent} {...list}>
      {emoji.map(one => (
        <button
          key={one}
          type="button"
          className={s.sign}
          aria-label={one}
          onPointerEnter={() => point(one)}
          onPointerLeave={() => onPoint(null)}
          onFocus={() => point(one)}
          onClick={() => onChoose(one)}
          {...item(one)}
        >
          {signOf(one)}
        </button>
      ))}
    </div>
  );
}
