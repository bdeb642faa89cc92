import { useEffect } from 'react';
import { i18n } from '../../platform/i18n.ts';

/** The document's title, from the most precise part to « Palabre »; parts not known yet are left out. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = [...parts.filter(Boolean), i18n.t('appName')].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
