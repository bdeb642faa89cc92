import type { UnmatchedFilter } from '@palabre/common/rules/reading/search.ts';
import { Fragment } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Kbd } from '../../../ui/marks/Kbd.tsx';
import s from './SearchDialog.module.css';

interface SearchStateProps {
  query: string;
  /** Number of results shown. */
  found: number;
  loading: boolean;
  failed: boolean;
  isAway: boolean;
  /** Filters of the query that match nothing. */
  unmatched: readonly UnmatchedFilter[];
  onRetry: () => void;
  /** Called to insert a filter into the field. */
  onNarrow: (filter: string) => void;
}

const filters = ['from', 'in', 'after', 'before', 'file'] as const;

/** Shows the state under the results: empty, failed or disconnected, the available filters and keys. */
export function SearchState(props: SearchStateProps) {
  const { query, found, loading, failed, isAway, unmatched, onRetry, onNarrow } = props;
  const { t } = useTranslation('search');
  const isEmpty = found === 0 && !loading && !failed;
  const reasons = unmatched.map(({ filter, value }) => (
    <p key={filter + value} dir="auto" className={s.advice}>
      {t(`unmatched.${filter}`, { value })}
    </p>
  ));
  const isUnmatched = unmatched.length > 0 && !loading && !failed && !isAway;
  return (
    <>
      {isUnmatched && !isEmpty && (
        <div className={s.unmatched} role="status">
          {reasons}
        </div>
      )}
      {loading && (
        <SkeletonGroup className={s.skeletons}>
          {['70%', '45%', '60%'].map(width => (
            <Fragment key={width}>
              <Skeleton width="30%" height={11} />
              <Skeleton width={width} height={14} />
            </Fragment>
          ))}
        </SkeletonGroup>
      )}
      {failed && (
        <div className={s.empty} role="alert">
          <p>{t('failure')}</p>
          <Button size="sm" variant="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
      {isEmpty && (
        <div className={s.empty} role="status">
          <p>{query === '' ? t('begin') : isAway ? t('offline') : t('nothing', { query })}</p>
          {isUnmatched && reasons}
          {query !== '' && !isAway && !isUnmatched && <p className={s.advice}>{t('advice')}</p>}
        </div>
      )}
      <footer className={s.foot}>
        {isAway && !isEmpty ? (
          <span>{t('offline')}</span>
        ) : (
          <>
            <span className={s.filters}>
              {t('narrow')}
              {filters.map(filter => (
                <button key={filter} type="button" onClick={() => onNarrow(t(`filters.${filter}`))}>
                  {t(`filters.${filter}`)}
                </button>
              ))}
            </span>
            <span className={s.keys} aria-hidden="true">
              <Kbd keys="↑ ↓" /> {t('choose')} <Kbd keys={t('keys.Enter')} /> {t('open')}
            </span>
          </>
        )}
      </footer>
    </>
  );
}
