import type { Gif, GifTag } from '@palabre/common/contract/messages/gifs.ts';
import type { ReactNode } from 'react';
import { gifPicker as en } from '../../../locales/en/gif-picker.ts';
import { gifPicker as fr } from '../../../locales/fr/gif-picker.ts';
import { textsOf } from '../../../platform/words/lazy-texts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { useRoving } from '../../../ui/lists/roving.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import s from './GifPicker.module.css';
import { useGifCategories, useGifs } from './gifs.queries.ts';

/** Loading status. */
type Status = 'Loading' | 'Error' | 'Loaded';

const statusOf = ({ data, isError }: { data: unknown; isError: boolean }): Status =>
  data ? 'Loaded' : isError ? 'Error' : 'Loading';

const texts = () => textsOf({ fr, en });

/** Shows the loading state or the error. */
function Waiting({ status, onRetry }: { status: Exclude<Status, 'Loaded'>; onRetry: () => void }) {
  const { failed, retry, loading } = texts();
  if (status === 'Error') {
    return (
      <div className={s.failure} role="alert">
        <p>{failed}</p>
        <Button size="sm" variant="secondary" onClick={onRetry}>
          {retry}
        </Button>
      </div>
    );
  }
  return (
    <div role="status" aria-label={loading}>
      <SkeletonGroup className={s.columns}>
        {[96, 132, 84, 118, 104, 90].map(height => (
          <Skeleton key={height} height={height} radius={10} />
        ))}
      </SkeletonGroup>
    </div>
  );
}

interface CategoriesProps {
  onChoose: (category: { searchterm: string; label: string }) => void;
  /** Content above the categories. */
  children: ReactNode;
}

/** Shows the categories while no search is typed. */
export function Categories({ onChoose, children }: CategoriesProps) {
  const found = useGifCategories();
  const { categories, terms } = texts();
  const labelOf = ({ searchterm, name }: GifTag) =>
    (terms as Record<string, string>)[searchterm.toLowerCase()] ?? name.replace(/^#/, '');
  const tags = found.data ?? [];
  const roving = useRoving(
    tags.map(({ searchterm }) => searchterm),
    undefined,
    true,
  );
  const status = statusOf(found);
  return (
    <div className={s.body}>
      {children}
      {status === 'Loaded' ? (
        <ul className={s.columns} aria-label={categories} {...roving.list}>
          {tags.map(tag => (
            <li key={tag.searchterm}>
              <button
                type="button"
                className={s.category}
                onClick={() => onChoose({ searchterm: tag.searchterm, label: labelOf(tag) })}
                {...roving.item(tag.searchterm)}
              >
                {tag.image && <img src={tag.image} alt="" loading="lazy" />}
                <span>{labelOf(tag)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Waiting status={status} onRetry={() => void found.refetch()} />
      )}
    </div>
  );
}

/** Distributes the GIFs over two columns, each to the shorter one. */
function inColumns(gifs: readonly Gif[]): { gif: Gif; id: string }[][] {
  const columns: { gif: Gif; id: string }[][] = [[], []];
  const heights = [0, 0];
  gifs.forEach((gif, index) => {
    const [width = 4, height = 3] = gif.media_formats.tinygif.dims;
    const shorter = (heights[0] ?? 0) <= (heights[1] ?? 0) ? 0 : 1;
    columns[shorter]?.push({ gif, id: String(index) });
    heights[shorter] = (heights[shorter] ?? 0) + height / (width || 1);
  });
  return columns;
}

interface ResultsProps {
  words: string;
  /** Called with the name of the GIF that the pointer or the focus is on. */
  onPoint: (name: string | null) => void;
  onChoose: (gif: Gif) => void;
}

/** Shows the GIFs that a search finds. */
export function Results({ words, onPoint, onChoose }: ResultsProps) {
  const found = useGifs(words);
  const { results, none, unnamed } = texts();
  const columns = inColumns(found.data ?? []);
  const roving = useRoving(columns.flatMap(column => column.map(({ id }) => id)));
  const status = statusOf(found);
  let content: ReactNode;
  if (status !== 'Loaded') content = <Waiting status={status} onRetry={() => void found.refetch()} />;
  else if (found.data?.length === 0) content = <p className={s.failure}>{none}</p>;
  else {
    content = (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
      <div className={s.results} role="group" aria-label={results} {...roving.list}>
        {columns.map((column, side) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column's only identity is its index.
          <div key={side} className={s.column}>
            {column.map(({ gif, id }) => {
              const { url, dims } = gif.media_formats.tinygif;
              const [width = 4, height = 3] = dims;
              return (
                <button
                  key={id}
                  type="button"
                  className={s.gif}
                  style={{ aspectRatio: `${width} / ${height}` }}
                  onPointerEnter={() => onPoint(gif.content_description || unnamed)}
                  onPointerLeave={() => onPoint(null)}
                  onFocus={() => onPoint(gif.content_description || unnamed)}
                  onClick={() => onChoose(gif)}
                  {...roving.item(id)}
                >
                  <img src={url} alt={gif.content_description || unnamed} loading="lazy" />
                </button>
              );
            })}
          </div>
        ))}
      </div>
    );
  }
  return <div className={s.body}>{content}</div>;
}
