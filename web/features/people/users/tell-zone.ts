import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery, patchQuery } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { useSession } from '../../../platform/session/session.ts';

/**
 * Users whose time zone this page has sent: once each, or two devices in two zones would overwrite each other for ever.
 */
const told = new Set<string>();

/** Sends the device's time zone to the server, which writes the times of mails in it. Called once, by the shell. */
export function useTellZone(): void {
  const loggedIn = useSession(state => state.token !== null);
  const { data } = useQuery({ ...endpointQuery(api.users.me), enabled: loggedIn, select: answer => answer.user });
  const { _id: id, timeZone } = data ?? {};
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!id || told.has(id) || !here || here === timeZone) return;
    told.add(id);
    call(api.accounts.update, { params: { id }, body: { timeZone: here } }).then(
      // The rest of the server's answer, such as presence, may be older than an event that arrived before it.
      () =>
        patchQuery(queryClient, api.users.me, {}, old =>
          old.user._id === id ? { user: { ...old.user, timeZone: here } } : old,
        ),
      // The next page load sends it again.
      () => {},
    );
  }, [id, timeZone]);
}
