import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../fields/Button.tsx';
import { EmptyState } from '../pages/EmptyState.tsx';
import { LostIllustration } from '../pages/illustrations.tsx';
import { Card } from '../pages/Section.tsx';
import s from './Listed.module.css';
import { rowLine } from './Row.tsx';
import { LineSkeleton, Skeleton, SkeletonGroup } from './Skeleton.tsx';

interface ListedProps {
  /** Search and filter, above the list. */
  tools?: ReactNode;
  /** Number of items in words: « 1 204 membres »; an empty text while unknown keeps its place. */
  said?: string | undefined;
  /** Number of items; undefined while unknown. */
  count: number | undefined;
  /** For a fetched list: its failure, and how to try again. */
  failed?: { title: string; isError: boolean; error?: Error | null; retry: () => unknown };
  /** Text in place of an empty list, or a whole empty state. */
  empty: ReactNode;
  /** Whether the answer to the last search or filter is pending: an earlier empty answer then says nothing about it. */
  isLate?: boolean;
  /** Number of placeholder rows shown while the list is fetched. */
  ghosts?: number;
  /** List of the items. */
  children: ReactNode;
}

const ghostWidths = [46, 58, 40, 52, 34, 48];

/**
 * Shows a fetched list in a card, under its search, its filter and its count: placeholder rows, a failure with a retry,
 * an empty text, or the list.
 */
export function Listed({ tools, ...body }: ListedProps) {
  return (
    <div className={s.listed}>
      {tools && <div className={s.tools}>{tools}</div>}
      <Said {...body} />
      <Card>
        <ListBody {...body} />
      </Card>
    </div>
  );
}

/**
 * Shows a fetched list within a card that holds other content: its count and tools stand below that content, the rows
 * from edge to edge.
 */
export function ListedWithin({ tools, ...body }: ListedProps) {
  return (
    <div className={s.within}>
      <Said {...body} />
      {tools && <div className={s.tools}>{tools}</div>}
      <div className={s.rows}>
        <ListBody {...body} />
      </div>
    </div>
  );
}

/** Number of items in words; stays empty while zero is only the count of an earlier search. */
const Said = ({ said, count, isLate }: ListedProps) =>
  said !== undefined && (
    <p className={s.said} role="status">
      {count === 0 && isLate ? '' : said}
    </p>
  );

/** Shows a list alone, or its placeholder, failure or empty text. */
export function ListBody({ count, failed, empty, isLate, ghosts, children }: Omit<ListedProps, 'tools' | 'said'>) {
  const { t } = useTranslation('common');
  if (count === undefined && failed?.isError) {
    return (
      <EmptyState
        compact
        illustration={<LostIllustration />}
        title={failed.title}
        text={failed.error?.message}
        action={<Button onClick={() => failed.retry()}>{t('retry')}</Button>}
      />
    );
  }
  if (count === 0 && isLate) {
    return (
      <div className={s.nothing}>
        <LineSkeleton />
      </div>
    );
  }
  if (count === undefined) {
    return (
      <SkeletonGroup>
        {ghostWidths.slice(0, ghosts).map(width => (
          <RowGhost key={width} width={width} />
        ))}
      </SkeletonGroup>
    );
  }
  if (count > 0) return children;
  return typeof empty === 'string' ? (
    <p className={s.nothing} role="status">
      {empty}
    </p>
  ) : (
    empty
  );
}

/** Placeholder of a row to come. */
export const RowGhost = ({ width }: { width: number }) => (
  <div className={rowLine}>
    <RowGhostContent width={width} />
  </div>
);

/** Inside of a {@link RowGhost}, for a row that is rendered before its content is known. */
export const RowGhostContent = ({ width }: { width: number }) => (
  <>
    <Skeleton width={36} height={36} radius={10} />
    <span className={s.ghost}>
      <Skeleton width={`${width / 2}%`} height={14} />
      <Skeleton width={`${width}%`} height={12} />
    </span>
  </>
);
