import { CloudOff, RefreshCw, ServerOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConnectionState, useConnection } from '../platform/connection.ts';
import { Banner } from '../ui/Banner.tsx';

/** How long one is away before it is worth a word, in milliseconds. */
const patience = 1_000;

const away: ReadonlySet<ConnectionState> = new Set(['connecting', 'catching-up', 'offline', 'unreachable', 'aside']);

/** A thin line while the page is no longer live: what happens, and that nothing typed is lost. A first load has none. */
export function ConnectionBanner() {
  const { t } = useTranslation('connection');
  const state = useConnection(store => store.state);
  const returning = useConnection(store => store.returning);
  const isAway = returning && away.has(state);
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!isAway) {
      setLong(false);
      return;
    }
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, [isAway]);
  if (!isAway || !long) return null;
  if (state === 'offline' || state === 'unreachable' || state === 'aside') {
    return (
      <Banner tone="warning" icon={state === 'unreachable' ? <ServerOff /> : <CloudOff />}>
        {t(state)}
      </Banner>
    );
  }
  return (
    <Banner tone="info" icon={<RefreshCw />}>
      {t(state === 'catching-up' ? 'catchingUp' : 'connecting')}
    </Banner>
  );
}
