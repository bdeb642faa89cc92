import fs, { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEnv, withPort } from './env.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'palabre-env-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

const read = (variables: Record<string, string> = {}) => readEnv({ DATA_DIR, ...variables });

test('variables all have defaults that work on one machine', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    redisUrl: undefined,
    s3: undefined,
    smtpUrl: undefined,
    social: {},
    gif: undefined,
    breachedPasswordsUrl: undefined,
    rateLimits: true,
  });
});

test('an empty variable counts as not set', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('several workers need Redis', () => {
  expect(read().workers).toBe(1);
  expect(read({ WORKERS: '4', REDIS_URL: 'redis://127.0.0.1:6379' }).workers).toBe(4);
  expect(() => read({ WORKERS: '2' })).toThrow(/^WORKERS : .*donnez aussi REDIS_URL/);
  expect(() => read({ WORKERS: '0' })).toThrow(/^WORKERS : valeur refusée, il faut un nombre entier de 1 à 64\.$/);
});

test('a variable may be given in a file, and not twice', () => {
  const path = join(DATA_DIR, 'secret');
  const secret = 'x'.repeat(40);
  writeFileSync(path, `${secret}\n`);
  expect(Buffer.from(read({ JWT_SECRET_FILE: path }).jwtSecret).toString()).toBe(secret);
  expect(() => read({ JWT_SECRET_FILE: path, JWT_SECRET: secret })).toThrow(/^JWT_SECRET et JWT_SECRET_FILE /);
  expect(() => read({ SMTP_URL_FILE: join(DATA_DIR, 'absent') })).toThrow(/^SMTP_URL_FILE : .*ENOENT/);
});

test('PUBLIC_URL defaults to the port that is listened on', () => {
  expect(withPort(read({ PORT: '0' }), 4567).publicUrl).toBe('http://127.0.0.1:4567');
  expect(withPort(read({ PORT: '0', HOST: '0.0.0.0' }), 4567).publicUrl).toBe('http://localhost:4567');
  expect(withPort(read({ PORT: '0', HOST: '::1' }), 4567).publicUrl).toBe('http://[::1]:4567');
  expect(withPort(read({ PORT: '0', PUBLIC_URL: 'https://chat.exemple.fr/' }), 4567).publicUrl).toBe(
    'https://chat.exemple.fr',
  );
});

test('the session secret is created once, readable by its account only, and overridden by JWT_SECRET', () => {
  const made = read().jwtSecret;
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(read().jwtSecret).toEqual(made);
  expect(statSync(join(DATA_DIR, 'jwt-secret')).mode & 0o777).toBe(0o600);
  expect(new TextDecoder().decode(read({ JWT_SECRET: 'x'.repeat(40) }).jwtSecret)).toBe('x'.repeat(40));
});

test('the session secret is one of two processes that start at once', () => {
  const path = join(DATA_DIR, 'jwt-secret');
  const [others, write] = ['x'.repeat(64), fs.writeFileSync];
  // The other process creates the secret once this process has found none.
  const writing = vi.spyOn(fs, 'writeFileSync').mockImplementation((file, ...more) => {
    if (String(file).startsWith(`${path}.`)) write(path, others);
    write(file, ...more);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    writing.mockRestore();
    syncBuiltinESMExports();
  });
  expect(new TextDecoder().decode(read().jwtSecret)).toBe(others);
  expect([readFileSync(path, 'utf8'), readdirSync(DATA_DIR)]).toEqual([others, ['jwt-secret']]);
});

test('an empty secret file stops the start', () => {
  writeFileSync(join(DATA_DIR, 'jwt-secret'), '');
  expect(() => read()).toThrow(/jwt-secret est abîmé : supprimez-le, ou donnez JWT_SECRET\.$/);
  expect(readFileSync(join(DATA_DIR, 'jwt-secret'), 'utf8')).toBe('');
});

test('the secret before today’s is given, or lies beside it; it is never the same, nor damaged', () => {
  const [today, older, others] = ['x'.repeat(40), 'y'.repeat(40), 'z'.repeat(40)];
  const previous = (variables: Record<string, string> = {}) => {
    const { jwtSecretPrevious } = read({ JWT_SECRET: today, ...variables });
    return jwtSecretPrevious && Buffer.from(jwtSecretPrevious).toString();
  };
  expect(previous()).toBeUndefined();
  expect(previous({ JWT_SECRET_PREVIOUS: older })).toBe(older);
  expect(() => previous({ JWT_SECRET_PREVIOUS: today })).toThrow(/^JWT_SECRET_PREVIOUS : .+aujourd’hui/);
  // As an operator replaces the secret of the data folder: the next start makes another.
  const path = join(DATA_DIR, 'jwt-secret.previous');
  writeFileSync(path, `${older}\n`);
  expect(previous()).toBe(older);
  expect(previous({ JWT_SECRET_PREVIOUS: others })).toBe(others);
  const { jwtSecret, jwtSecretPrevious } = read();
  expect([Buffer.from(jwtSecret).length, Buffer.from(jwtSecretPrevious ?? []).toString()]).toEqual([64, older]);
  writeFileSync(path, jwtSecret);
  expect(() => read()).toThrow(/jwt-secret\.previous est celui qui sert aujourd’hui : supprimez-le\.$/);
  writeFileSync(path, '\0'.repeat(64));
  expect(() => read()).toThrow(/jwt-secret\.previous est abîmé : supprimez-le, ou donnez JWT_SECRET_PREVIOUS\.$/);
});

test('variables of storage, mail, GIFs and social login are parsed', () => {
  const env = read({
    S3_URL: 's3://cl%C3%A9:se%2Fcret@127.0.0.1:9000/palabre',
    CLAMD_URL: 'tcp://[::1]:3311',
    SMTP_URL: 'smtp://u:p@mail.exemple.fr:587',
    MAIL_FROM: 'Palabre <non-reponse@exemple.fr>',
    ADMIN_EMAIL: ' Claire@Exemple.FR ',
    GIF_API_KEY: 'k',
    BREACHED_PASSWORDS_URL: 'https://mots.exemple.fr/range/',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ISSUER: 'http://127.0.0.1:9999/',
    RATE_LIMITS: 'off',
  });
  expect(env).toMatchObject({
    s3: { endpoint: 'http://127.0.0.1:9000', bucket: 'palabre', accessKey: 'clé', secretKey: 'se/cret' },
    clamd: { host: '::1', port: 3311 },
    mailFrom: 'Palabre <non-reponse@exemple.fr>',
    adminEmail: 'claire@exemple.fr',
    gif: { url: 'https://api.klipy.com/v2', key: 'k' },
    breachedPasswordsUrl: 'https://mots.exemple.fr/range',
    social: { google: { issuer: 'https://accounts.google.com' }, oidc: { issuer: 'http://127.0.0.1:9999' } },
    rateLimits: false,
  });
  expect(read({ CLAMD_URL: 'tcp://clamav' }).clamd).toEqual({ host: 'clamav', port: 3310 });
  expect(read({ CLAMD_URL: 'unix:/run/clamav/clamd.ctl' }).clamd).toEqual({ path: '/run/clamav/clamd.ctl' });
});

describe('where TLS is required,', () => {
  const machine = 'u:motsecret@autre.exemple.fr';
  const safe = {
    REQUIRE_TLS: 'on',
    PUBLIC_URL: 'https://chat.exemple.fr',
    DATABASE_URL: `postgres://${machine}/b?sslmode=verify-full`,
    REDIS_URL: `rediss://${machine}`,
    CLAMD_URL: 'unix:/run/clamav/clamd.ctl',
    SMTP_URL: `smtp://${machine}:587?requireTLS=true`,
  };

  test('what is spoken to by it, its certificate verified, or is on this machine, lets it start', () => {
    expect(read(safe).tls).toEqual({ isRequired: true, without: [] });
    const here = { DATABASE_URL: 'postgres://u@[::1]/b', REDIS_URL: 'redis://localhost', SMTP_URL: 'smtp://127.0.0.1' };
    for (const CLAMD_URL of ['tcp://127.0.0.1:3310', 'tcp://[::1]'])
      expect(read({ ...safe, CLAMD_URL }).tls.without).toEqual([]);
    expect(read({ ...safe, ...here }).tls.without).toEqual([]);
    for (const socket of ['postgres://u@%2Fvar%2Frun/b', 'postgres://u@x.fr/b?host=/var/run'])
      expect(read({ ...safe, DATABASE_URL: socket }).tls.without).toEqual([]);
    expect(read({ ...safe, SMTP_URL: `smtps://${machine}` }).tls.without).toEqual([]);
  });

  test.each([
    ['PUBLIC_URL', 'http://chat.exemple.fr'],
    ['HOST', '0.0.0.0'],
    ['DATABASE_URL', `postgres://${machine}/b`],
    ['DATABASE_URL', `postgres://${machine}/b?sslmode=require`],
    ['DATABASE_URL', `postgres://${machine}/b?sslmode=verify-full&sslmode=no-verify`],
    ['DATABASE_URL', 'postgres://u:motsecret@localhost/b?host=autre.exemple.fr'],
    ['REDIS_URL', `redis://${machine}`],
    ['REDIS_URL', `rediss://${machine}?tls=`],
    ['CLAMD_URL', 'tcp://autre.exemple.fr:3310'],
    ['SMTP_URL', `smtp://${machine}:587`],
    ['SMTP_URL', `smtps://${machine}?tls.rejectUnauthorized=false`],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ])('%s=%s stops the start, and else is told to the doctor alone', (name, value) => {
    const given = { ...safe, [name]: value };
    expect(() => read(given)).toThrow(new RegExp(`^${name} : REQUIRE_TLS=on demande [^\\n]+\\.$`));
    expect(() => read(given)).not.toThrow(/motsecret/);
    expect(read({ ...given, REQUIRE_TLS: 'off' }).tls).toEqual({ isRequired: false, without: [name] });
  });

  test('the address by default, in clear, stops the start', () => {
    expect(() => read({ REQUIRE_TLS: 'on' })).toThrow(/^PUBLIC_URL : /);
  });
});

describe('a wrong value stops the start with one line that names the variable and shows no secret:', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'pas une machine'],
    ['PUBLIC_URL', 'chat.exemple.fr'],
    ['PUBLIC_URL', 'ftp://exemple.fr'],
    ['PUBLIC_URL', 'https://exemple.fr/chat'],
    ['DATABASE_URL', 'mysql://u:motsecret@h/b'],
    ['REDIS_URL', 'motsecret'],
    ['S3_URL', 's3://cle:motsecret@machine'],
    ['CLAMD_URL', 'clamav:3310'],
    ['CLAMD_URL', 'http://127.0.0.1:3310'],
    ['CLAMD_URL', 'tcp://u:motsecret@127.0.0.1:3310'],
    ['CLAMD_URL', 'unix:run/clamd.ctl'],
    ['SMTP_URL', 'https://u:motsecret@h'],
    ['MAIL_FROM', 'personne'],
    ['JWT_SECRET', 'motsecret'],
    ['JWT_SECRET_PREVIOUS', 'motsecret'],
    ['ADMIN_EMAIL', 'claire'],
    ['SUPPORT_EMAIL', 'claire'],
    ['OIDC_TRUST_EMAILS', 'oui'],
    ['GIF_API_URL', 'klipy'],
    ['BREACHED_PASSWORDS_URL', 'http://mots.exemple.fr/range'],
    ['PUSH_SERVICES', 'https://push.exemple.fr, http://push.exemple.fr'],
    ['PUSH_SERVICES', 'ntfy'],
    ['RATE_LIMITS', 'non'],
    ['REQUIRE_TLS', 'oui'],
    ['HSTS_SUBDOMAINS', 'oui'],
    ['FILE_CACHE', 'non'],
    // By http no browser believes it.
    ['HSTS_SUBDOMAINS', 'on'],
    ['METRICS_TOKEN', 'motsecret'],
    ['LOG_LEVEL', 'fort'],
    ['OIDC_ISSUER', 'exemple'],
    ['OIDC_ISSUER', 'http://comptes.exemple.fr'],
  ])('%s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} : [^\\n]+$`));
    expect(() => read({ [name]: value })).not.toThrow(/motsecret/);
  });

  test('a missing half of a pair, and RATE_LIMITS=off on a public host', () => {
    expect(() => read({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/^GOOGLE_CLIENT_SECRET : /);
    expect(() => read({ GOOGLE_CLIENT_SECRET: 's' })).toThrow('GOOGLE_CLIENT_ID : à donner avec GOOGLE_CLIENT_SECRET');
    expect(() => read({ OIDC_ISSUER: 'https://x.fr' })).toThrow('OIDC_CLIENT_ID : à donner avec OIDC_ISSUER');
    expect(() => read({ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 's' })).toThrow(/^OIDC_ISSUER : /);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.4', 'chat.exemple.fr'])
      expect(() => read({ RATE_LIMITS: 'off', HOST }), HOST).toThrow(/^RATE_LIMITS : /);
  });

  test('OIDC_TRUST_EMAILS with a provider of several tenants', () => {
    const trusting = (issuer?: string) =>
      read({
        OIDC_TRUST_EMAILS: 'on',
        ...(issuer && { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 's', OIDC_ISSUER: issuer }),
      });
    const entra = 'https://login.microsoftonline.com';
    for (const tenant of ['common/v2.0', 'organizations/v2.0', 'Consumers/v2.0/', 'common', '%63ommon/v2.0', ''])
      expect(() => trusting(`${entra}/${tenant}`)).toThrow(/^OIDC_TRUST_EMAILS : /);
    expect(() => trusting('https://sts.windows.net/common/')).toThrow(/^OIDC_TRUST_EMAILS : /);
    expect(() => trusting()).toThrow(/^OIDC_TRUST_EMAILS : /);
    const tenant = `${entra}/0199f3c0-8000-7000-8000-000000000000/v2.0`;
    expect(trusting(tenant).social.oidc).toMatchObject({ issuer: tenant, trustsEmails: true });
    expect(read({ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 's', OIDC_ISSUER: tenant }).social.oidc?.trustsEmails).toBe(
      false,
    );
  });

  test('DATA_DIR that is a file', () => {
    const file = join(DATA_DIR, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    expect(() => read({ DATA_DIR: file })).toThrow(/^DATA_DIR : .*file/);
  });

  test('DATA_DIR that cannot be created', () => {
    expect(() => read({ DATA_DIR: '/proc/palabre/data' })).toThrow(/^DATA_DIR : .*ENOENT/);
  });
});

test('a secret with unprintable characters stops the start, given or stored', () => {
  expect(() => read({ JWT_SECRET: '\0'.repeat(40) })).toThrow(/^JWT_SECRET : .+imprim/);
  expect(() => read({ JWT_SECRET: `${'x'.repeat(40)}\u001b` })).toThrow(/^JWT_SECRET : .+imprim/);
  writeFileSync(join(DATA_DIR, 'jwt-secret'), '\0'.repeat(64));
  expect(() => read()).toThrow(/jwt-secret est abîmé/);
});

test('backups go to a folder or to a bucket, asked over https unless it is here, and never to both', () => {
  const bucket = 's3://cle:secret@s3.exemple.fr/nuits';
  expect(read().backups).toBeUndefined();
  expect(read({ BACKUP_DIR: DATA_DIR, BACKUP_KEEP: '3' }).backups).toEqual({ folder: DATA_DIR, keep: 3 });
  const s3 = { endpoint: 'https://s3.exemple.fr', bucket: 'nuits', accessKey: 'cle', secretKey: 'secret' };
  expect(read({ BACKUP_S3_URL: bucket }).backups).toEqual({ s3, keep: 7 });
  expect(() => read({ BACKUP_S3_URL: bucket, BACKUP_DIR: DATA_DIR })).toThrow(
    /^BACKUP_S3_URL : BACKUP_DIR est donné aussi/,
  );
  const broken = 's3://cle:100%sur@s3.exemple.fr/nuits';
  for (const variable of ['S3_URL', 'BACKUP_S3_URL']) {
    expect(() => read({ [variable]: broken })).toThrow(new RegExp(`^${variable} : .*encodés comme dans une adresse`));
  }
});
