import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../fields/Button.tsx';
import { EmptyState } from '../pages/EmptyState.tsx';
import { Card } from '../pages/Section.tsx';
import s from './Listed.module.css';
import { Skeleton, SkeletonGroup } from './Skeleton.tsx';

const ghosts = ['a', 'b', 'c', 'd', 'e', 'f'];

interface ListedProps {
  label: string;
  /** Number of items; undefined while unknown. */
  count: number | undefined;
  failed: { title: string; isError: boolean; error: Error | null; retry: () => unknown };
  empty: string;
  children: ReactNode;
}

/** Card with a fetched list: shows a skeleton, a failure with a retry, an empty text, or the items. */
export function Listed({ label, count, failed, empty, children }: ListedProps) {
  const { t } = useTranslation('common');
  return (
    <Card>
      {count === undefined && !failed.isError && (
        <SkeletonGroup>
          {ghosts.map(name => (
            <div key={name} className={s.ghost}>
              <Skeleton width={32} height={32} radius="50%" />
              <Skeleton width="45%" />
            </div>
          ))}
        </SkeletonGroup>
      )}
      {count === undefined && failed.isError && (
        <EmptyState
          compact
          title={failed.title}
          text={failed.error?.message}
          action={<Button onClick={() => failed.retry()}>{t('retry')}</Button>}
        />
      )}
      {count === 0 && <p className={s.nothing}>{empty}</p>}
      {count !== undefined && count > 0 && <ul aria-label={label}>{children}</ul>}
    </Card>
  );
}
