import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate, rootCertificates, type TLSSocket } from 'node:tls';
import { bad, type Finding, good, look } from './finding.ts';

const withinMs = 8_000;
const dayMs = 86_400_000;
/** Days before expiry from which a renewal is late; for a short-lived certificate, a third of its lifetime. */
const lateDays = 21;

const day = new Intl.DateTimeFormat('fr', { dateStyle: 'long' });
const counted = (days: number) => (days < 1 ? 'moins d’un jour' : `${days} jour${days > 1 ? 's' : ''}`);

const renew = 'renouvelez-le, ou voyez pourquoi certbot ou Caddy ne le fait plus';

/**
 * Reads the certificate of an https address, and reports its issuer, whether browsers trust that issuer, and its
 * expiry. Authorities of `NODE_EXTRA_CA_CERTS` do not count as trusted: people’s devices may not know them.
 * @param roots certificates of the trusted authorities, in PEM
 * @param now current time, in milliseconds
 */
export async function certificate(
  publicUrl: string,
  { roots = rootCertificates, now = Date.now() }: { roots?: readonly string[]; now?: number } = {},
): Promise<Finding> {
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const { shown, refusal } = await presented(host, Number(port || 443), roots);
  const [from, until] = [Date.parse(shown.valid_from), Date.parse(shown.valid_to)];
  const says = `signé par ${signerOf(shown)}`;
  if (now > until) return bad(`${says}, terminé depuis le ${day.format(until)}`, renew);
  if (now < from)
    return bad(`${says}, valable à partir du ${day.format(from)} seulement`, 'voyez l’horloge, ou attendez');
  if (refusal === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return bad(`${says}, pour un autre nom que ${host}`, `demandez-en un pour ${host}, ou voyez PUBLIC_URL`);
  const left = counted(Math.floor((until - now) / dayMs));
  if (refusal)
    return look(
      `${says}, qu’aucune autorité publique ne garantit (${refusal}), encore ${left}`,
      'demandez-en un à une autorité publique (Let’s Encrypt), avec ses intermédiaires (fullchain.pem), ou donnez cette autorité à chaque appareil',
    );
  const isLate = until - now < Math.min(lateDays * dayMs, (until - from) / 3);
  return isLate
    ? look(`${says}, encore ${left} seulement`, renew)
    : good(`${says}, une autorité publique, encore ${left}`);
}

/** Performs a TLS handshake; returns the certificate, and why it is not trusted, if so. */
async function presented(
  host: string,
  port: number,
  roots: readonly string[],
): Promise<{ shown: DetailedPeerCertificate; refusal: string | undefined }> {
  // Accepts any certificate, so that a rejected one can be reported; no data is sent.
  const options = { host, port, ca: [...roots], rejectUnauthorized: false };
  const socket: TLSSocket = connect({ ...options, ...(isIP(host) === 0 && { servername: host }) });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(withinMs) });
    const refusal = socket.authorized ? undefined : `${socket.authorizationError}`;
    return { shown: socket.getPeerCertificate(true), refusal };
  } finally {
    socket.destroy();
  }
}

function signerOf({ issuer, subject }: DetailedPeerCertificate): string {
  const isOwn = JSON.stringify(issuer) === JSON.stringify(subject);
  const [name] = [issuer.O ?? issuer.CN].flat();
  return isOwn ? 'lui-même' : (name ?? 'une autorité sans nom');
}
