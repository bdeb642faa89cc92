import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../fields/Button.tsx';
import s from './Pager.module.css';
import type { usePages } from './usePages.ts';

interface PagerProps {
  pages: ReturnType<typeof usePages>;
  next: string | null | undefined;
  /** Whether the next page is being fetched. */
  waiting: boolean;
  /** Number of items on this page. */
  count: number | undefined;
}

/** Navigation through the pages of a list; hidden while there is a single page. An emptied page goes back by itself. */
export function Pager({ pages, next, waiting, count }: PagerProps) {
  const { t } = useTranslation('ui');
  const { previous } = pages;
  const nav = useRef<HTMLElement>(null);
  /** Changes the page and scrolls to its start. */
  const turn = (to: () => void) => {
    to();
    nav.current?.parentElement?.scrollIntoView({ block: 'start' });
  };
  const emptied = count === 0 && !waiting && previous !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each page found empty.
  useEffect(() => {
    if (emptied) previous?.();
  }, [emptied, pages.page]);
  if (!previous && !next) return null;
  return (
    <nav ref={nav} className={s.pager} aria-label={t('pager.label')}>
      <Button
        size="sm"
        variant="secondary"
        icon={<ChevronLeft />}
        disabled={!previous}
        onClick={() => previous && turn(previous)}
      >
        {t('pager.previous')}
      </Button>
      <span aria-live="polite">{t('pager.page', { page: pages.page })}</span>
      <Button
        size="sm"
        variant="secondary"
        iconEnd={<ChevronRight />}
        disabled={!next}
        loading={waiting}
        onClick={() => next && turn(() => pages.go(next))}
      >
        {t('pager.next')}
      </Button>
    </nav>
  );
}
