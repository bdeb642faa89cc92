import type { Gif } from '@palabre/common/contract/messages/gifs.ts';
import { useState } from 'react';
import { gifPicker as en } from '../../../locales/en/gif-picker.ts';
import { gifPicker as fr } from '../../../locales/fr/gif-picker.ts';
import { useSession } from '../../../platform/session/session.ts';
import { textsOf } from '../../../platform/words/lazy-texts.ts';
import { useRoving } from '../../../ui/lists/roving.ts';
import s from './GifPicker.module.css';
import { recentGifs } from './recent-gifs.ts';

interface RecentGifsProps {
  /** Called with the name of the GIF that the pointer or the focus is on. */
  onPoint: (name: string | null) => void;
  onChoose: (gif: Gif) => void;
}

/** Shows the user's recent GIFs under the picker's search; renders nothing without any. */
export function RecentGifs({ onPoint, onChoose }: RecentGifsProps) {
  const { recent, unnamed } = textsOf({ fr, en });
  const [gifs] = useState(() => recentGifs(useSession.getState().user?._id ?? ''));
  const { list, item } = useRoving(
    gifs.map(({ media_formats: { gif } }) => gif.url),
    undefined,
    true,
  );
  if (gifs.length === 0) return null;
  return (
    <div className={s.recent} role="toolbar" aria-label={recent} {...list}>
      {gifs.map(gif => {
        const name = gif.content_description || unnamed;
        const { gif: whole, tinygif } = gif.media_formats;
        return (
          <button
            key={whole.url}
            type="button"
            className={s.gif}
            aria-label={name}
            onPointerEnter={() => onPoint(name)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(name)}
            onClick={() => onChoose(gif)}
            {...item(whole.url)}
          >
            <img src={tinygif.url} alt="" />
          </button>
        );
      })}
    </div>
  );
}
