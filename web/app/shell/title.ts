import { useEffect } from 'react';
import { formatNumber } from '../../platform/format.ts';
import { i18n } from '../../platform/i18n.ts';

/** The document's title, from the most precise part to « Palabre »; parts not known yet are left out. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  useTitleWithCount(0, ...parts);
}

/** The same, after how many things wait to be read: « (2) #général · Atelier Tilleul · Palabre ». */
export function useTitleWithCount(count: number, ...parts: (string | null | undefined)[]): void {
  const name = [...parts.filter(Boolean), i18n.t('appName')].join(' · ');
  const title = count > 0 ? `(${formatNumber(count)}) ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
