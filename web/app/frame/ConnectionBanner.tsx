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

/** How long one is away before it is worth a word, in milliseconds. */
const patience = 1_000;

const away: ReadonlySet<ConnectionState> = new Set(['connecting', 'catching-up', 'offline', 'unreachable', 'aside']);

/** What someone has asked for and that waits for the connection: a page they are on the way to, or a part of this one. */
function useWhat(): AwaitedName | 'settings' | 'discover' | 'page' | undefined {
  const pathname = useNavigation().location?.pathname;
  const last = useAwaited(({ names }) => names.at(-1));
  if (pathname === undefined) return last;
  const { section, personal } = addressParts(pathname);
  if (section || personal) return 'settings';
  return pathname === paths.workspaces ? 'discover' : 'page';
}

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
