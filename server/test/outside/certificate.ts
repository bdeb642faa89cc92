import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Key and certificate that no authority has signed, in PEM, with their paths. */
export interface Certificate {
  key: string;
  cert: string;
  keyPath: string;
  path: string;
}

const kinds = { ec: 'ec -pkeyopt ec_paramgen_curve:prime256v1', rsa: 'rsa:2048' };

/**
 * Creates a key and a certificate in a folder; undefined without openssl.
 * @param names subjects of the certificate, as in `subjectAltName`: this machine unless said
 * @param days how long it is good for
 */
export function certificate(
  folder: string,
  {
    kind = 'ec',
    names = 'IP:127.0.0.1,DNS:localhost',
    days = 2,
  }: { kind?: keyof typeof kinds; names?: string; days?: number } = {},
): Certificate | undefined {
  const [keyPath, path] = [join(folder, `${kind}-key.pem`), join(folder, `${kind}-cert.pem`)];
  const words = `-x509 -newkey ${kinds[kind]} -nodes -days ${days} -subj /CN=palabre -addext subjectAltName=${names}`;
  if (spawnSync('openssl', ['req', ...words.split(' '), '-keyout', keyPath, '-out', path]).status !== 0)
    return undefined;
  return { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(path, 'utf8'), keyPath, path };
}
