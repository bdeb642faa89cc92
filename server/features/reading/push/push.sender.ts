import { ECDH } from 'node:crypto';
import type { PushDetail, pushOutcomes } from '@palabre/common/contract/reading/push.ts';
import webPush from 'web-push';
import { type Env, isSafeAddress } from '../../../env.ts';
import type { Language } from '../../../platform/http/errors.ts';
import { createOutgoing, OutgoingError } from '../../../platform/http/outgoing/outgoing.ts';
import type { Services } from '../../../platform/services.ts';
import { readPushKeys } from './push.keys.store.ts';

/** Hosts of the browser vendors' push services; a leading dot stands for all subdomains. */
const vendors = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** Subscription of a browser, which only its push service and this server know. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Subscription of a device, with its person's choice of detail. */
export interface Target extends Subscription {
  language: Language;
  detail: PushDetail;
}

/** Push, ready to be sent. */
export interface Push {
  /** Content shown by the service worker, as JSON. */
  payload: string;
  /** Id of the place: a later push about the place replaces this one, at the push service and on the device. */
  placeId: string;
  urgent: boolean;
}

/** Outcome of a push. */
export interface Sent {
  outcome: (typeof pushOutcomes)[number];
  status: number | null;
}

export interface PushSender {
  /** Public key of this server; null when browsers could not use it, since its address is not https. */
  readonly key: string | null;
  readonly counts: { sent: number; refused: number };
  /** Says whether a subscription names an allowed push service, with keys that can encrypt. */
  accepts(subscription: Subscription): boolean;
  send(subscription: Subscription, push: Push): Promise<Sent>;
  close(): Promise<void>;
}

const daySeconds = 86_400;
const answerLimits = { bytes: 2_000, ms: 10_000 };
const encoding = 'aes128gcm';

/** Returns a place's topic (RFC 8030), 32 characters at most. */
const topicOf = (placeId: string): string => Buffer.from(placeId.replaceAll('-', ''), 'hex').toString('base64url');

/** Returns the contact address for push services. */
const contactOf = ({ supportEmail, publicUrl }: Env): string => {
  if (supportEmail) return `mailto:${supportEmail}`;
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:palabre@localhost';
};

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Maps a push service's status to an outcome: 2xx, gone for good, to be retried, or refused. */
function outcomeOf(status: number): Sent['outcome'] {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'busy' : 'refused';
}

/** Creates the sender of pushes. Endpoints come from people, so each is reached only through the outgoing guard. */
export async function createPushSender({ env, database }: Pick<Services, 'env' | 'database'>): Promise<PushSender> {
  const { pushServices } = env;
  const { publicKey, privateKey } = await readPushKeys(database.kysely);
  const outgoing = createOutgoing(pushServices);
  const contact = contactOf(env);
  const counts = { sent: 0, refused: 0 };

  const isAllowed = (endpoint: string): boolean => {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, host, origin, username, password } = new URL(endpoint);
    if (username || password) return false;
    const isVendors = vendors.some(vendor => (vendor.startsWith('.') ? host.endsWith(vendor) : host === vendor));
    return pushServices.includes(origin) || (protocol === 'https:' && isVendors);
  };

  const post = async ({ endpoint, p256dh, auth }: Subscription, { payload, placeId, urgent }: Push): Promise<Sent> => {
    // An administrator may have removed the push service from the list since.
    if (!isAllowed(endpoint)) return { outcome: 'refused', status: null };
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      TTL: daySeconds,
      topic: topicOf(placeId),
      urgency: urgent ? 'high' : 'normal',
      contentEncoding: encoding,
      // Signed below, because the library's way of parsing the endpoint makes Node warn.
      vapidDetails: null as never,
    });
    const { Authorization } = webPush.getVapidHeaders(
      new URL(endpoint).origin,
      contact,
      publicKey,
      privateKey,
      encoding,
    );
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    try {
      const { status } = await outgoing.post(
        endpoint,
        { headers: { ...sent, Authorization }, body: body as Buffer },
        answerLimits,
      );
      return { outcome: outcomeOf(status), status };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return { outcome: 'unreachable', status: null };
    }
  };

  return {
    key: isSafeAddress(env.publicUrl) ? publicKey : null,
    counts,
    accepts: ({ endpoint, p256dh }) => isAllowed(endpoint) && isPoint(p256dh),
    async send(subscription, push) {
      const sent = await post(subscription, push);
      if (sent.outcome === 'accepted') counts.sent += 1;
      if (sent.outcome === 'refused' || sent.outcome === 'gone') counts.refused += 1;
      return sent;
    },
    close: () => outgoing.close(),
  };
}
