import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '@palabre/common/rules/reading/push.ts';
import { decodeJwt, importJWK, jwtVerify } from 'jose';

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer => {
  const key = createHmac('sha256', salt).update(secret).digest();
  return createHmac('sha256', key)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length);
};

/** Decrypts a push as a browser does (RFC 8291, one record of RFC 8188). */
export function decryptPush(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = hkdf(auth, browser.computeSecret(sender), info, 32);
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The text ends with a delimiter, and zeros after it.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Push that arrived at the service, as its browser reads it. */
export interface Arrived {
  payload: PushPayload;
  bytes: number;
  ttl: string | undefined;
  topic: string | undefined;
  urgency: string | undefined;
  /** Whom the sender names for complaints. */
  contact: string | undefined;
}

/** Subscription of a browser at the service. */
export class Browser {
  readonly arrived: Arrived[] = [];
  readonly auth = randomBytes(16);
  private readonly keys = createECDH('prime256v1');
  /** Status answered to the next pushes, in turn; 0 cuts the connection without an answer. Then 201. */
  answers: number[] = [];
  /** Called before a push is answered. */
  before: () => Promise<unknown> = async () => {};

  constructor(
    private readonly origin: string,
    readonly path: string,
    /** Key of the only server that may push to it. */
    private readonly senderKey: string,
  ) {
    this.keys.generateKeys();
  }

  get subscription() {
    return {
      endpoint: this.origin + this.path,
      p256dh: this.keys.getPublicKey('base64url'),
      auth: this.auth.toString('base64url'),
    };
  }

  get texts(): [string, string][] {
    return this.arrived.map(({ payload: { title, body } }) => [title, body]);
  }

  /** Takes a push; returns the status to answer. */
  async take({ headers }: IncomingMessage, body: Buffer): Promise<number> {
    await this.before();
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    if (key !== this.senderKey) return 403;
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: this.origin });
    const status = this.answers.shift() ?? 201;
    if (status !== 201) return status;
    const { ttl, topic, urgency } = headers as Record<string, string | undefined>;
    const text = decryptPush(body, this.keys, this.auth);
    this.arrived.push({
      ...{ ttl, topic, urgency, bytes: Buffer.byteLength(text), contact: decodeJwt(token).sub },
      payload: JSON.parse(text) as PushPayload,
    });
    return status;
  }
}

/** Push service on this machine, which decrypts the received pushes with the keys of its browsers. */
export class PushService {
  private readonly browsers = new Map<string, Browser>();
  private server: Server | undefined;
  url = '';

  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', part => parts.push(part));
      request.on('end', async () => {
        const browser = this.browsers.get(request.url ?? '');
        const status = browser ? await browser.take(request, Buffer.concat(parts)).catch(() => 400) : 410;
        if (status === 0) response.destroy();
        else response.writeHead(status).end();
      });
    });
    const { server } = this;
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Subscribes a browser, as its person's page does; a browser that subscribes again at its address has new keys. */
  browser(senderKey: string, path = `/push/${randomBytes(12).toString('hex')}`): Browser {
    const browser = new Browser(this.url, path, senderKey);
    this.browsers.set(browser.path, browser);
    return browser;
  }

  /** Ends a subscription: its service answers 410 from now on. */
  forget(browser: Browser): void {
    this.browsers.delete(browser.path);
  }

  close(): Promise<void> {
    this.server?.closeAllConnections();
    return new Promise(done => this.server?.close(() => done()) ?? done());
  }
}
