import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type Certificate, certificate } from '../../server/test/outside/certificate.ts';
import { type Guard, Mailbox } from '../../server/test/outside/mailbox.ts';
import { dataFolder, run, start, until, usedDataFolder } from './palabre.ts';

/** Loopback too, but spoken to by https, unlike 127.0.0.1. */
const host = '127.0.0.2';

interface Heard {
  port: number;
  connections: number;
  /** Text received after a handshake, in clear. */
  words: string;
}

/**
 * Listens with a certificate, keeps the text that it receives and hangs up.
 * @param agreed whether TLS begins after a request for it, as with PostgreSQL
 */
async function listen({ key, cert }: Certificate, agreed = false): Promise<Heard> {
  const heard: Heard = { port: 0, connections: 0, words: '' };
  const server = createServer(raw => {
    heard.connections += 1;
    raw.on('error', () => {});
    const shakeHands = () => {
      const safe = new TLSSocket(raw, { isServer: true, key, cert });
      safe.on('error', () => {});
      safe.on('data', words => {
        heard.words += words.toString('latin1');
        safe.destroy();
      });
    };
    if (!agreed) return shakeHands();
    raw.once('data', () => {
      raw.write('S');
      shakeHands();
    });
  });
  await new Promise<void>(done => server.listen(0, host, done));
  onTestFinished(() => void server.close());
  heard.port = (server.address() as AddressInfo).port;
  return heard;
}

/** Starts a mail server with an account; returns its URL. */
async function mailServer(shown: Certificate, tls: Guard['tls']): Promise<string> {
  const mailbox = await new Mailbox({ ...shown, tls, account: 'palabre@exemple.fr', password: 'secret' }).open();
  onTestFinished(() => mailbox.close());
  return mailbox.url;
}

test.for([true, false])(
  'PostgreSQL, Redis, a bucket, mail servers and a provider are told nothing when their certificate is false (trusted beforehand: %s)',
  async (isTrusted, { skip }) => {
    const shown = certificate(dataFolder(), { names: `IP:127.0.0.1,IP:${host}` });
    if (!shown) return skip('there is no openssl');
    const trust: Record<string, string> = isTrusted ? { NODE_EXTRA_CA_CERTS: shown.path } : {};
    const [postgres, redis, bucket, provider] = await Promise.all([
      ...[listen(shown, true), listen(shown), listen(shown), listen(shown)],
    ] as const);
    const at = ({ port }: Heard) => `${host}:${port}`;

    // Each server reads the first words of Palabre, then hangs up: such a start is refused either way.
    const refused = {
      DATABASE_URL: `postgres://palabre:secret@${at(postgres)}/palabre?sslmode=verify-full${isTrusted ? `&sslrootcert=${shown.path}` : ''}`,
      REDIS_URL: `rediss://:secret@${at(redis)}`,
      S3_URL: `s3://cle:secret@${at(bucket)}/palabre`,
    };
    const starts = Object.entries(refused).map(async ([name, url]) => {
      // PostgreSQL is told by its address whom to trust.
      const one =
        name === 'DATABASE_URL'
          ? start(dataFolder(), { [name]: url })
          : start(usedDataFolder(), { ...trust, [name]: url });
      expect(await one.end()).toBe(1);
      expect(one.errors).toMatch(new RegExp(`^${name} : .*${isTrusted ? '' : 'self.signed.cert'}`, 'im'));
    });
    const openId = { OIDC_CLIENT_ID: 'palabre', OIDC_CLIENT_SECRET: 'secret', OIDC_ISSUER: `https://${at(provider)}` };
    const login = async () => {
      const SMTP_URL = await mailServer(shown, 'at once');
      const one = await start(usedDataFolder(), { ...trust, ...openId, SMTP_URL }).ready();
      const { headers } = await fetch(`${one.url}/auth/oidc`, { redirect: 'manual' });
      expect(headers.get('location')).toMatch(/^\/login\?/);
      if (!isTrusted) await until('a line about mails', () => /e-mails : self-signed certificate/.test(one.output));
    };
    /** Mail servers that are trusted: `drivers.test.ts`. */
    const mailsAgreed = async () => {
      const variables = { DATA_DIR: usedDataFolder(), SMTP_URL: await mailServer(shown, 'agreed') };
      const { stdout } = await run(variables, 'doctor').catch((ended: { stdout: string }) => ended);
      expect(stdout).toMatch(/^✗ e-mails .*self-signed certificate/m);
    };
    await Promise.all([...starts, login(), ...(isTrusted ? [] : [mailsAgreed()])]);

    const told = [postgres, redis, bucket, provider];
    expect(told.filter(({ connections }) => connections === 0)).toEqual([]);
    const words = told.map(one => one.words);
    expect(words).toEqual(
      isTrusted
        ? [/user\0palabre\0/, /secret/, /^\w+ \/palabre/, /^GET \/\.well-known/].map(first =>
            expect.stringMatching(first),
          )
        : ['', '', '', ''],
    );
  },
);
