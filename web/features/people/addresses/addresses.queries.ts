/**
 * Queries of address changes: the user's own (`open/OwnAddress.tsx`), and other people's, by administrators
 * (`open/AddressOf.tsx`).
 */

import { api } from '@palabre/common/contract/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { refetch } from '../../../platform/server/query.ts';
import { takeSelf } from '../users/open/take-self.ts';

/** Change of an address: its two steps. */
export interface AddressChange {
  ask: (email: string) => Promise<{ message: string }>;
  confirm: (code: string) => Promise<{ message: string }>;
}

/** Changes the user's own address; `giveUp` cancels the change. */
export function useOwnAddress(): AddressChange & { giveUp: () => Promise<{ message: string }> } {
  const client = useQueryClient();
  return {
    async ask(email) {
      const asked = await call(api.addresses.change, { body: { email } });
      refetch(client, api.users.me);
      return asked;
    },
    async confirm(code) {
      const { message, user } = await call(api.addresses.confirm, { body: { otp: code } });
      takeSelf(client, user);
      refetch(client, api.accounts.sessions);
      return { message };
    },
    async giveUp() {
      const given = await call(api.addresses.cancel);
      refetch(client, api.users.me);
      return given;
    },
  };
}

/** Changes somebody else's address; the `updateUser` event updates the lists. */
export const addressOf = (id: string): AddressChange => ({
  ask: email => call(api.addresses.changeOf, { params: { id }, body: { email } }),
  confirm: code => call(api.addresses.confirmOf, { params: { id }, body: { otp: code } }),
});
