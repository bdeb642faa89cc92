import type { Gif } from '@palabre/common/contract/messages/gifs.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Search from 'lucide-react/icons/search';
import { type RefObject, useRef, useState } from 'react';
import { gifPicker as en } from '../../../locales/en/gif-picker.ts';
import { gifPicker as fr } from '../../../locales/fr/gif-picker.ts';
import { textsOf } from '../../../platform/words/texts.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { showBeside } from '../../../ui/overlays/show-beside.tsx';
import s from './GifPicker.module.css';
import { Categories, Results } from './GifResults.tsx';

/** The content of a message that shows a GIF: a picture of this server's, with its size, so that it keeps its place. */
export function contentOf({ content_description, media_formats: { gif, tinygif } }: Gif): string {
  const words = content_description
    .replace(/[[\]\\\s]+/g, ' ')
    .trim()
    .slice(0, 200);
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
  /** A category says by itself what is searched. */
  const [category, setCategory] = useState<string | null>(null);
  const settled = useDebounced(typed.trim(), 300);
  const words = category ?? (typed.trim() === '' ? '' : settled);
  const field = useRef<HTMLInputElement>(null);
  /** What was pressed goes. A finger would get a keyboard over what it asked for. */
  const toField = () => {
    if (window.matchMedia?.('(hover: hover)').matches) field.current?.focus();
  };
  return (
    <Popover
      label={texts.label}
      beside={beside}
      side="top"
      align="start"
      width={300}
      flush
      open
      onOpenChange={open => !open && onDone(null)}
    >
      <div className={s.picker}>
        <div className={s.head}>
          {words !== '' && (
            <IconButton
              label={texts.back}
              size="sm"
              onClick={() => {
                setTyped('');
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
              setCategory(searchterm);
              toField();
            }}
          />
        ) : (
          <Results key={words} words={words} onChoose={gif => onDone(contentOf(gif))} />
        )}
      </div>
    </Popover>
  );
}

/** Shows the picker beside what was pressed; see `openGifPicker`. */
export const pickGif = (anchor: Element, place: DOMRect): Promise<string | null> =>
  showBeside<string>(anchor, place, (beside, done) => <GifPicker beside={beside} onDone={done} />);
