import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Key and certificate, in PEM, with their paths. */
export interface Certificate {
  key: string;
  cert: string;
  keyPath: string;
  path: string;
}

const kinds = { ec: 'ec -pkeyopt ec_paramgen_curve:prime256v1', rsa: 'rsa:2048' };

/**
 * Creates a key and a certificate in a folder; undefined without openssl. No authority signs it, unless one is given.
 * @param names subjects of the certificate, as in `subjectAltName`: this machine unless said
 * @param days how long it is good for
 * @param subject distinguished name of the holder, as openssl writes it
 * @param by authority that signs the certificate, in another folder
 */
export function certificate(
  folder: string,
  {
    kind = 'ec',
    names = 'IP:127.0.0.1,DNS:localhost',
    days = 2,
    subject = '/CN=palabre',
    by,
  }: { kind?: keyof typeof kinds; names?: string; days?: number; subject?: string; by?: Certificate } = {},
): Certificate | undefined {
  const [keyPath, path] = [join(folder, `${kind}-key.pem`), join(folder, `${kind}-cert.pem`)];
  const words = `-x509 -newkey ${kinds[kind]} -nodes -days ${days} -addext subjectAltName=${names}`;
  const signer = by ? ['-CA', by.path, '-CAkey', by.keyPath] : [];
  const made = ['-subj', subject, '-keyout', keyPath, '-out', path];
  if (spawnSync('openssl', ['req', ...words.split(' '), ...signer, ...made]).status !== 0) return undefined;
  return { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(path, 'utf8'), keyPath, path };
}
