import { WebSocket } from 'undici';
import { bad, type Finding, good, look } from './finding.ts';
import { clock } from './machine.ts';

const withinMs = 8_000;

/**
 * Asks Palabre for itself at the address that people use, as their browsers do.
 * @param hstsSubdomains whether the answer is to speak of names below by HSTS, which a proxy may say in its own words
 */
export async function address(publicUrl: string, hstsSubdomains = false): Promise<Finding> {
  const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(withinMs) });
  if (answer.status >= 300 && answer.status < 400)
    return bad(
      `${publicUrl} renvoie vers ${answer.headers.get('location')}`,
      'donnez à PUBLIC_URL l’adresse qui répond sans renvoyer ailleurs',
    );
  const said = await answer.text();
  if (answer.status !== 200 || !said.includes('"ok"'))
    return bad(
      `${publicUrl} répond ${answer.status}, et ce n’est pas Palabre`,
      'voyez où le mandataire envoie (docs/operations.md, « Behind a proxy »)',
    );
  const at = Date.parse(answer.headers.get('date') ?? '');
  const seen = Number.isNaN(at) ? undefined : clock(publicUrl, new Date(at));
  if (seen && seen.state !== 'good') return seen;
  const { hostname, protocol } = new URL(publicUrl);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);
  if (protocol === 'http:' && !isLocal)
    return look(
      `${publicUrl} répond, sans https`,
      'sans https, ni copie de réponses sur l’appareil ni notifications du navigateur : mettez un certificat devant',
    );
  if (hstsSubdomains && !answer.headers.get('strict-transport-security')?.includes('includeSubDomains'))
    return look(
      `${publicUrl} répond, sans includeSubDomains`,
      'HSTS_SUBDOMAINS=on ne passe pas le mandataire : écrivez « ; includeSubDomains » dans son Strict-Transport-Security',
    );
  return good(`${publicUrl} répond`);
}

/** Opens a WebSocket at the public address, as the page does. */
export async function sockets(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url, { headers: { origin: publicUrl } });
  try {
    const first = await new Promise<string>((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
      socket.addEventListener('error', () => reject(new Error('connexion refusée')), { once: true });
      socket.addEventListener('close', ({ code }) => reject(new Error(`fermé (${code})`)), { once: true });
      setTimeout(() => reject(new Error(`sans réponse en ${withinMs / 1000} s`)), withinMs).unref();
    });
    return first.startsWith('0')
      ? good('la page reçoit les nouveautés dès qu’elles arrivent')
      : bad('ce qui répond n’est pas Palabre', 'voyez où le mandataire envoie /socket.io/');
  } finally {
    socket.close();
  }
}
