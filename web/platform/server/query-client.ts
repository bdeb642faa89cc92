import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { alerts } from '../../ui/alerts/alerts.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { onSessionEnd, wasEndedElsewhere } from '../session/session.ts';
import { i18n } from '../words/i18n.ts';
import { ApiError } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: the screen says itself what failed, no alert is shown. */
    mutationMeta: { silent?: boolean };
    queryMeta: { silent?: boolean };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // After a loss everything is fetched again once it is known what one may still see (`realtime.ts`).
    queries: { staleTime: 30_000, gcTime: 30 * 60_000, refetchOnReconnect: false },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({
    onError(cause, query) {
      // A lost connection has its banner; an alert for each query would say nothing more.
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

onSessionEnd(reason => {
  queryClient.clear();
  // The page that one then sees says it itself where something else has ended it.
  if (reason === 'expired' && !wasEndedElsewhere()) alerts.error(i18n.t('sessionExpired'));
});
