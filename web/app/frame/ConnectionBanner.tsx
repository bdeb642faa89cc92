import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ServerOff from 'lucide-react/icons/server-off';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { addressParts, paths } from '../../platform/address/paths.ts';
import { type ConnectionState, useConnection } from '../../platform/server/connection.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { type AwaitedName, useAwaited } from '../../ui/motion/awaited.ts';
import { Banner } from '../../ui/pages/Banner.tsx';

/** Delay of the banner, since most losses are shorter. */
const showDelayMs = 1_000;

const away: ReadonlySet<ConnectionState> = new Set(['connecting', 'catching-up', 'offline', 'unreachable', 'aside']);

/** Returns the page or the part of this page that the person waits for until the connection is back. */
function useWhat(): AwaitedName | 'settings' | 'discover' | 'page' | undefined {
  const pathname = useNavigation().location?.pathname;
  const last = useAwaited(({ names }) => names.at(-1));
  if (pathname === undefined) return last;
  const { section, personal } = addressParts(pathname);
  if (section || personal) return 'settings';
  return pathname === paths.workspaces ? 'discover' : 'page';
}

/**
 * Banner shown while the connection is lost: says what happens, and that nothing typed is lost. The first connection shows
 * none.
 */
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
    const timer = setTimeout(() => setLong(true), showDelayMs);
    return () => clearTimeout(timer);
  }, [isAway]);
  const what = useWhat();
  if (!isAway || !(long || what || state === 'aside')) return null;
  if (state === 'offline' || state === 'unreachable' || state === 'aside') {
    return (
      <Banner tone="warning" icon={state === 'unreachable' ? <ServerOff /> : <CloudOff />}>
        {what && state !== 'aside' ? t(`awaited.${state}`, { what: t(`what.${what}`) }) : t(state)}
      </Banner>
    );
  }
  return (
    <Banner tone="info" icon={<RefreshCw />}>
      {state === 'catching-up'
        ? t('catchingUp')
        : what
          ? t('awaited.connecting', { what: t(`what.${what}`) })
          : t('connecting')}
    </Banner>
  );
}
