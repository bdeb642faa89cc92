import type { Gif } from '@palabre/common/contract/messages/gifs.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Search from 'lucide-react/icons/search';
import { type RefObject, useRef, useState } from 'react';
import { gifPicker as en } from '../../../locales/en/gif-picker.ts';
import { gifPicker as fr } from '../../../locales/fr/gif-picker.ts';
import { useSession } from '../../../platform/session/session.ts';
import { textsOf } from '../../../platform/words/lazy-texts.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { PickerFrame, type Pointed } from '../../../ui/overlays/PickerFrame.tsx';
import { showBeside } from '../../../ui/overlays/show-beside.tsx';
import s from './GifPicker.module.css';
import { Categories, Results } from './GifResults.tsx';
import { RecentGifs } from './RecentGifs.tsx';
import { noteGif } from './recent-gifs.ts';

/**
 * Builds the content of a GIF message: an image served by this server, with its size, so that loading shifts nothing.
 */
export function contentOf({ content_description, media_formats: { gif, tinygif } }: Gif): string {
  const words = content_description
    .replace(/[[\]\\\s]+/g, ' ')
    .trim()
    .slice(0, 200)
    // Half an emoji at the end would have the server refuse the message.
    .replace(/[\ud800-\udbff]$/, '');
  const [width, height] = gif.dims.length === 2 ? gif.dims : tinygif.dims;
  const size = width && height ? `&width=${width}&height=${height}` : '';
  return `![${words}](${gif.url}${size})`;
}

interface GifPickerProps {
  beside: RefObject<HTMLElement>;
  onDone: (content: string | null) => void;
}

function GifPicker({ beside, onDone }: GifPickerProps) {
  const texts = textsOf({ fr, en });
  const [typed, setTyped] = useState('');
  /** Chosen category, searched instead of the typed words. */
  const [category, setCategory] = useState<string | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const settled = useDebounced(typed.trim(), 300);
  const words = category ?? (typed.trim() === '' ? '' : settled);
  const field = useRef<HTMLInputElement>(null);
  /**
   * Focuses the search, since the pressed button is unmounted; not on touch screens, where a keyboard would cover the
   * results.
   */
  const toField = () => {
    if (window.matchMedia?.('(hover: hover)').matches) field.current?.focus();
  };
  const point = (name: string | null) => setPointed(name === null ? null : { name });
  const choose = (gif: Gif) => {
    noteGif(useSession.getState().user?._id ?? '', gif);
    onDone(contentOf(gif));
  };
  return (
    <PickerFrame label={texts.label} beside={beside} pointed={pointed} onClose={() => onDone(null)}>
      <div className={s.picker} data-gifs>
        <div className={s.head}>
          {words !== '' && (
            <IconButton
              label={texts.back}
              size="sm"
              onClick={() => {
                setTyped('');
                setPointed(null);
                setCategory(null);
                toField();
              }}
            >
              <ArrowLeft />
            </IconButton>
          )}
          <label className={s.search}>
            <Search aria-hidden="true" />
            <input
              ref={field}
              type="search"
              autoComplete="off"
              maxLength={100}
              placeholder={texts.search}
              aria-label={texts.search}
              value={typed}
              onChange={event => {
                setTyped(event.target.value);
                setCategory(null);
              }}
            />
          </label>
        </div>
        {words === '' ? (
          <Categories
            onChoose={({ searchterm, label }) => {
              setTyped(label);
              setPointed(null);
              setCategory(searchterm);
              toField();
            }}
          >
            <RecentGifs onPoint={point} onChoose={choose} />
          </Categories>
        ) : (
          <Results key={words} words={words} onPoint={point} onChoose={choose} />
        )}
      </div>
    </PickerFrame>
  );
}

/** Shows the picker beside an element; see `openGifPicker`. */
export const pickGif = (anchor: Element, place: DOMRect): Promise<string | null> =>
  showBeside<string>(anchor, place, (beside, done) => <GifPicker beside={beside} onDone={done} />);
