import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { takePlace } from '../../../../platform/place-settings.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { followLanguage } from '../../../../platform/words/i18n.ts';
import { useIdle } from '../../../../ui/motion/useIdle.ts';

/**
 * Reads the settings of the place and passes them to the page (`usePlace`): at once before sign-in, whose pages show
 * them, and once the page is idle in a session. Events keep them current (settings.live.ts).
 */
export function PlaceSource() {
  const isGuest = useSession(({ token }) => token === null);
  const idle = useIdle();
  const { data } = useQuery({
    ...endpointQuery(api.settings.shown),
    enabled: isGuest || idle,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  useEffect(() => {
    if (!data) return;
    takePlace(data.settings);
    followLanguage().catch(() => undefined);
  }, [data]);
  return null;
}
