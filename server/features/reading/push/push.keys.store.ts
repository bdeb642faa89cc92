import webPush from 'web-push';
import type { Db } from '../../../platform/postgres/db.ts';

/** Keys of this server towards push services (VAPID, RFC 8292). */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Reads the keys of this server, made at its first start; processes that start together agree on the same keys. */
export async function readPushKeys(db: Db): Promise<PushKeys> {
  const read = () =>
    db.selectFrom('push_keys').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst();
  const known = await read();
  if (known) return known;
  const made = webPush.generateVAPIDKeys();
  await db
    .insertInto('push_keys')
    .values({ public_key: made.publicKey, private_key: made.privateKey })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return (await read()) ?? made;
}
