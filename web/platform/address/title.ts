import { useEffect } from 'react';
import { usePlace } from '../place-settings.ts';
import { formatNumber } from '../words/format.ts';
import { i18n } from '../words/i18n.ts';

let name = '';
let waiting = 0;

function write(): void {
  document.title = waiting > 0 ? `(${formatNumber(waiting)}) ${name}` : name;
}

/** Sets the document's title, from the most precise part to the name of the place; parts not yet known are left out. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const place = usePlace(({ settings }) => settings?.name);
  const title = [...parts.filter(Boolean), place ?? i18n.t('appName')].join(' · ');
  useEffect(() => {
    name = title;
    write();
  }, [title]);
}

/** Prefixes the document's title with the unread count: « (2) #général · Atelier Tilleul · Palabre ». */
export function useTitleCount(count: number): void {
  useEffect(() => {
    waiting = count;
    write();
    return () => {
      waiting = 0;
      write();
    };
  }, [count]);
}
