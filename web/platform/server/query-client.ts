import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { alerts } from '../../ui/alerts/alerts.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { onSessionEnd, whatEnded } from '../session/session.ts';
import { i18n } from '../words/i18n.ts';
import { ApiError } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: no alert is shown, because the screen shows the failure itself. */
    mutationMeta: { silent?: boolean };
    queryMeta: { silent?: boolean };
  }
}

/** Returns caches that show failures by an alert, unless the screen shows them itself. */
export const tellingCaches = () => ({
  queryCache: new QueryCache({
    onError(cause, query) {
      // The banner reports a lost connection; an alert for each query would add nothing.
      const lost = cause instanceof ApiError && cause.code === 'network' && query.state.data !== undefined;
      if (!query.meta?.silent && !lost) tellFailure(cause);
    },
  }),
  mutationCache: new MutationCache({
    onError(cause, _variables, _onMutate, mutation) {
      if (!mutation.meta?.silent) tellFailure(cause);
    },
  }),
});

/** Cache of the server's responses. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `realtime.ts` refetches after a loss, once it knows which places the person may still see.
    queries: { staleTime: 30_000, gcTime: 30 * 60_000, refetchOnReconnect: false },
    mutations: { networkMode: 'always', retry: false },
  },
  ...tellingCaches(),
});

onSessionEnd(reason => {
  queryClient.clear();
  // The login page itself explains a session that was ended elsewhere, or by a suspension.
  if (reason === 'expired' && !whatEnded()) alerts.error(i18n.t('sessionExpired'));
});
