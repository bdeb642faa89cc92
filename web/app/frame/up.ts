import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Addresses of the history's entries since the page was loaded, by the router's index. */
const trail: string[] = [];

/** Addresses that the person goes up from and to, until the next page is shown. */
let going: { from: string; to: string } | null = null;

const index = () => ((history.state ?? {}) as { idx?: number }).idx ?? 0;

/**
 * Records the address of each history entry; after going up, focuses the link that the person went down by. Only the
 * shell calls it, once.
 */
export function useTrail(): void {
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be another entry.
  useEffect(() => {
    trail[index()] = pathname;
    if (going?.to === pathname) {
      const page = document.getElementById('content');
      const link = page?.querySelector<HTMLElement>(`a[href="${going.from}"]`);
      (link ?? page)?.focus({ preventScroll: true });
    }
    going = null;
  }, [key, pathname]);
}

/**
 * Returns a function that navigates up to a page: back if that page is the previous entry, else by replacing the
 * current entry, so that the device's « back » never comes down again.
 */
export function useUp(): (to: string) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return to => {
    going = { from: pathname, to };
    const isBefore = trail[index() - 1] === to;
    void (isBefore ? navigate(-1) : navigate(to, { replace: true }));
  };
}
