import { api } from '@palabre/common/contract/index.ts';
import type { Client } from '../../server/test/client.ts';
import { codeSentTo } from '../../server/test/outbox.ts';

/** Proves a user's address: reads the code from the server's outbox, as from a mailbox. */
export async function proveAddress({ client, user, email }: { client: Client; user: { _id: string }; email: string }) {
  await client.ok(api.otp.sent, { body: { p_id: user._id, p_email: email } });
  const p_otp = await codeSentTo({ dataDir: process.env.E2E_DATA_DIR ?? '' }, email);
  await client.ok(api.otp.check, { body: { p_id: user._id, p_otp, p_option: 'email' } });
}
