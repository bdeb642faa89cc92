import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSeveralTenants } from './env.social.ts';
import { isSafeAddress, readEnv } from './env.ts';
import { StartError } from './platform/processes/start-error.ts';

/** Tests the words that stop a start, and the place and bounds of each variable; `env.test.ts` tests their rules. */

let DATA_DIR: string;
beforeAll(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'palabre-variables-'));
});
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const JWT_SECRET = 'x'.repeat(40);
const read = (variables: Record<string, string> = {}) => readEnv({ DATA_DIR, JWT_SECRET, ...variables });

describe('the line that stops a start says what its variable must be:', () => {
  const port = 'un nombre entier de 0 à 65535';
  const site = 'une adresse http:// ou https://';
  const bucket = 's3://cle:secret@machine/seau (clé et secret encodés comme dans une adresse)';
  const guarded = 'une adresse https:// (ou http:// sur cette machine)';
  const services = 'des adresses https:// (ou http:// sur cette machine), séparées par des virgules';
  const mail = 'une adresse e-mail';
  const printed = 'des caractères qui s’impriment, sans retour à la ligne';
  test.each([
    ['PORT', 'abc', port],
    ['PORT', '65536', port],
    ['HOST', 'pas une machine', 'un nom de machine ou une adresse IP'],
    ['PUBLIC_URL', 'chat.exemple.fr', site],
    ['PUBLIC_URL', 'https://exemple.fr/chat', 'une adresse sans chemin (https://chat.exemple.fr)'],
    ['DATABASE_URL', 'mysql://h/b', 'une adresse postgres://compte:motdepasse@machine:port/base'],
    ['DATABASE_URL', 'postgres:///base', 'une adresse postgres://compte:motdepasse@machine:port/base'],
    ['REDIS_URL', 'http://h', 'une adresse redis://machine:port'],
    ['S3_URL', 's3://cle@machine/seau', bucket],
    ['BACKUP_S3_URL', 's3://cle:secret@machine/SEAU', bucket],
    ['CLAMD_URL', 'clamav:3310', 'tcp://machine:3310 ou unix:/chemin/du/socket'],
    ['CLAMD_URL', 'tcp://clamav/scan', 'tcp://machine:3310 ou unix:/chemin/du/socket'],
    ['SMTP_URL', 'https://h', 'une adresse smtp://compte:motdepasse@machine:port'],
    ['MAIL_FROM', 'personne', 'une adresse e-mail, ou « Nom <adresse> »'],
    ['MAIL_FROM', 'Un\nDeux <deux@exemple.fr>', 'une adresse e-mail, ou « Nom <adresse> »'],
    ['JWT_SECRET', 'x'.repeat(31), 'au moins 32 caractères'],
    ['JWT_SECRET', `${'x'.repeat(40)}\n${'x'.repeat(4)}`, printed],
    ['JWT_SECRET_PREVIOUS', 'x'.repeat(31), 'au moins 32 caractères'],
    ['SUPPORT_EMAIL', 'claire', mail],
    ['ADMIN_EMAIL', 'claire', mail],
    ['GOOGLE_ISSUER', 'exemple', 'une adresse https://'],
    ['FACEBOOK_ISSUER', 'ftp://exemple.fr', 'une adresse https://'],
    ['OIDC_ISSUER', 'http://comptes.exemple.fr', guarded],
    ['OIDC_NAME', 'x'.repeat(41), '40 caractères au plus'],
    ['OIDC_TRUST_EMAILS', 'oui', 'on ou off'],
    ['GIF_API_URL', 'klipy', guarded],
    ['GIF_API_URL', 'http://klipy.exemple.fr', guarded],
    ['BREACHED_PASSWORDS_URL', 'mots', guarded],
    ['PUSH_SERVICES', 'ntfy', services],
    ['PUSH_SERVICES', 'https://push.exemple.fr, http://push.exemple.fr', guarded],
    ['RATE_LIMITS', 'non', 'on ou off'],
    ['BACKUP_KEEP', '0', 'un nombre entier, 1 au moins'],
    ['BACKUP_KEEP', '10000', 'un nombre entier, 1 au moins'],
    ['REQUIRE_TLS', 'oui', 'on ou off'],
    ['HSTS_SUBDOMAINS', 'oui', 'on ou off'],
    ['FILE_CACHE', 'oui', 'on ou off'],
    ['UPGRADE_BACKUP', 'oui', 'on ou off'],
    ['WORKERS', '65', 'un nombre entier de 1 à 64'],
    ['METRICS_TOKEN', 'x'.repeat(15), 'au moins 16 caractères'],
    ['LOG_LEVEL', 'fort', 'un niveau parmi fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%j', (name, value, expected) => {
    expect(() => read({ [name]: value })).toThrow(new StartError(`${name} : valeur refusée, il faut ${expected}.`));
  });

  const machine = 'pour un Redis qui n’est pas sur cette machine';
  const provider = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 's' };
  const safe = { REQUIRE_TLS: 'on', PUBLIC_URL: 'https://chat.exemple.fr' };
  test.each<[Record<string, string>, string]>([
    [
      { RATE_LIMITS: 'off', HOST: '0.0.0.0' },
      'RATE_LIMITS : off ne vaut que si HOST est une adresse de la machine même (127.0.0.1).',
    ],
    [
      { WORKERS: '2' },
      'WORKERS : plusieurs processus se parlent par Redis, donnez aussi REDIS_URL (redis://machine:port).',
    ],
    [{ HSTS_SUBDOMAINS: 'on' }, 'HSTS_SUBDOMAINS : on ne vaut que si PUBLIC_URL est une adresse https://.'],
    [
      { S3_URL: 's3://cle:100%sur@s3.exemple.fr/nuits' },
      'S3_URL : valeur refusée, il faut une clé et un secret encodés comme dans une adresse.',
    ],
    [
      { BACKUP_S3_URL: 's3://cle:secret@s3.exemple.fr/nuits', BACKUP_DIR: '/nuits' },
      'BACKUP_S3_URL : BACKUP_DIR est donné aussi : gardez l’un des deux.',
    ],
    [{ SMTP_URL: 'smtp://h', SMTP_URL_FILE: '/smtp' }, 'SMTP_URL et SMTP_URL_FILE sont donnés : gardez l’un des deux.'],
    [{ SMTP_URL_FILE: '/nulle/part' }, 'SMTP_URL_FILE : /nulle/part est illisible (ENOENT).'],
    [
      { JWT_SECRET_PREVIOUS: JWT_SECRET },
      'JWT_SECRET_PREVIOUS : c’est le secret qui sert aujourd’hui, donnez celui d’avant ou aucun.',
    ],
    [{ FACEBOOK_CLIENT_ID: 'id' }, 'FACEBOOK_CLIENT_SECRET : à donner avec FACEBOOK_CLIENT_ID.'],
    [{ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 's' }, 'OIDC_ISSUER : à donner avec OIDC_CLIENT_ID.'],
    [{ OIDC_TRUST_EMAILS: 'on' }, 'OIDC_TRUST_EMAILS : à donner avec OIDC_CLIENT_ID.'],
    [
      { OIDC_TRUST_EMAILS: 'on', ...provider, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
      'OIDC_TRUST_EMAILS : on ne vaut que si OIDC_ISSUER est celui d’un seul locataire (https://login.microsoftonline.com/VOTRE-LOCATAIRE/v2.0).',
    ],
    [{ REQUIRE_TLS: 'on' }, 'PUBLIC_URL : REQUIRE_TLS=on demande une adresse https:// (https://chat.exemple.fr).'],
    [
      { ...safe, HOST: '0.0.0.0' },
      'HOST : REQUIRE_TLS=on demande une adresse de la machine même (127.0.0.1), devant laquelle un mandataire parle https.',
    ],
    [
      { ...safe, DATABASE_URL: 'postgres://x.fr/b' },
      'DATABASE_URL : REQUIRE_TLS=on demande ?sslmode=verify-full à la fin de l’adresse d’un PostgreSQL qui n’est pas sur cette machine.',
    ],
    [{ ...safe, REDIS_URL: 'redis://x.fr' }, `REDIS_URL : REQUIRE_TLS=on demande une adresse rediss:// ${machine}.`],
    [
      { ...safe, CLAMD_URL: 'tcp://x.fr' },
      'CLAMD_URL : REQUIRE_TLS=on demande un clamd de cette machine, puisqu’il ne parle pas TLS (unix:/chemin/du/socket ou tcp://127.0.0.1:3310).',
    ],
    [
      { ...safe, SMTP_URL: 'smtp://x.fr' },
      'SMTP_URL : REQUIRE_TLS=on demande une adresse smtps://, ou ?requireTLS=true à sa fin, pour un serveur de mail qui n’est pas sur cette machine, et son certificat vérifié (sans tls.rejectUnauthorized).',
    ],
    [
      { ...safe, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED : REQUIRE_TLS=on demande que les certificats soient vérifiés, retirez cette variable.',
    ],
  ])('%j', (variables, sentence) => {
    expect(() => read(variables)).toThrow(new StartError(sentence));
  });

  test('the first wrong one of several, in the order of the documentation', () => {
    expect(() => read({ LOG_LEVEL: 'fort', PORT: 'abc' })).toThrow(/^PORT : /);
  });

  test('a data folder or a secret that cannot be read', () => {
    const [file, folder] = [join(DATA_DIR, 'file'), join(DATA_DIR, 'own')];
    writeFileSync(file, '');
    expect(() => read({ DATA_DIR: file })).toThrow(
      new StartError(`DATA_DIR : impossible d'écrire dans ${file} (ENOTDIR).`),
    );
    const secret = join(folder, 'jwt-secret');
    mkdirSync(secret, { recursive: true });
    const own = () => readEnv({ DATA_DIR: folder });
    expect(own).toThrow(new StartError(`Le secret ${secret} est illisible : rendez-le lisible, ou donnez JWT_SECRET.`));
    rmSync(secret, { recursive: true });
    writeFileSync(secret, 'x'.repeat(31));
    expect(own).toThrow(new StartError(`Le secret ${secret} est abîmé : supprimez-le, ou donnez JWT_SECRET.`));
    writeFileSync(secret, ` ${'x'.repeat(32)}\n`);
    expect(Buffer.from(own().jwtSecret).toString()).toBe('x'.repeat(32));
  });
});

test('each variable has its place, whatever spaces surround it', () => {
  expect(
    read({
      HOST: ' 0.0.0.0 ',
      PORT: ' 65535 ',
      PUBLIC_URL: 'https://Chat.Exemple.fr:443//',
      DATABASE_URL: 'postgresql://machine/base',
      REDIS_URL: 'rediss://machine',
      WORKERS: '64',
      S3_URL: 's3://cle:secret@s3.exemple.fr:9000/palabre/',
      MAIL_FROM: ' palabre@exemple.fr ',
      SMTP_URL: 'smtps://machine',
      SUPPORT_EMAIL: ' aide@exemple.fr ',
      GIF_API_URL: 'http://127.0.0.1:8080/v2/',
      BREACHED_PASSWORDS_URL: 'http://[::1]:8080/',
      PUSH_SERVICES: 'https://push.exemple.fr/up, http://localhost:8090',
      FACEBOOK_CLIENT_ID: 'id',
      FACEBOOK_CLIENT_SECRET: 'secret',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: 'https://google.exemple.fr/comptes/',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_ISSUER: 'https://sso.exemple.fr',
      OIDC_NAME: 'x'.repeat(40),
      JWT_SECRET: 'y'.repeat(32),
      JWT_SECRET_PREVIOUS: 'z'.repeat(32),
      BACKUP_DIR: 'nuits',
      BACKUP_KEEP: '9999',
      UPGRADE_BACKUP: 'off',
      HSTS_SUBDOMAINS: 'on',
      FILE_CACHE: 'off',
      METRICS_TOKEN: 'x'.repeat(16),
      LOG_LEVEL: 'debug',
    }),
  ).toEqual({
    ...{ host: '0.0.0.0', port: 65_535, publicUrl: 'https://chat.exemple.fr', dataDir: DATA_DIR },
    ...{ databaseUrl: 'postgresql://machine/base', redisUrl: 'rediss://machine', workers: 64, clamd: undefined },
    s3: { endpoint: 'https://s3.exemple.fr:9000', bucket: 'palabre', accessKey: 'cle', secretKey: 'secret' },
    ...{ smtpUrl: 'smtps://machine', mailFrom: 'palabre@exemple.fr', supportEmail: 'aide@exemple.fr' },
    adminEmail: undefined,
    social: {
      google: {
        ...{ name: 'Google', clientId: 'id', clientSecret: 'secret', trustsEmails: false },
        issuer: 'https://google.exemple.fr/comptes/',
      },
      facebook: {
        ...{ name: 'Facebook', clientId: 'id', clientSecret: 'secret', trustsEmails: false },
        issuer: 'https://www.facebook.com',
      },
      oidc: {
        ...{ name: 'x'.repeat(40), clientId: 'id', clientSecret: 'secret', trustsEmails: false },
        issuer: 'https://sso.exemple.fr',
      },
    },
    gif: { url: 'http://127.0.0.1:8080/v2', key: '' },
    breachedPasswordsUrl: 'http://[::1]:8080',
    pushServices: ['https://push.exemple.fr', 'http://localhost:8090'],
    ...{ rateLimits: true, backups: { folder: join(process.cwd(), 'nuits'), keep: 9_999 }, upgradeBackup: false },
    tls: { isRequired: false, without: ['HOST', 'DATABASE_URL'] },
    ...{ hstsSubdomains: true, fileCache: false, metricsToken: 'x'.repeat(16), logLevel: 'debug' },
    jwtSecret: new TextEncoder().encode('y'.repeat(32)),
    jwtSecretPrevious: new TextEncoder().encode('z'.repeat(32)),
  });
});

test('each variable has its default', () => {
  expect(read()).toMatchObject({
    ...{ workers: 1, clamd: undefined, mailFrom: 'Palabre <palabre@127.0.0.1>', supportEmail: undefined },
    ...{ adminEmail: undefined, pushServices: [], backups: undefined, upgradeBackup: true },
    // An http address in clear: TLS is missing there, and required by nobody.
    tls: { isRequired: false, without: ['PUBLIC_URL'] },
    ...{ hstsSubdomains: false, fileCache: true, metricsToken: undefined, logLevel: 'info' },
    jwtSecretPrevious: undefined,
  });
  const provider = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 's', OIDC_ISSUER: 'https://sso.exemple.fr' };
  expect(read(provider).social.oidc?.name).toBe('OpenID');
  expect(read({ PUBLIC_URL: 'https://chat.exemple.fr' }).mailFrom).toBe('Palabre <palabre@chat.exemple.fr>');
  expect(read({ HOST: '::' }).publicUrl).toBe('http://localhost:3000');
});

test('a data folder is made with all above it, and its trial leaves nothing there', () => {
  const path = join(DATA_DIR, 'un', 'deux', 'trois');
  expect(read({ DATA_DIR: path }).dataDir).toBe(path);
  expect(readdirSync(path)).toEqual([]);
});

test('an address is a secure one for browsers by https, or on this machine', () => {
  for (const url of ['https://chat.exemple.fr', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect([url, isSafeAddress(url)]).toEqual([url, true]);
  for (const url of ['http://chat.exemple.fr', 'http://192.168.1.4', 'http://0.0.0.0'])
    expect([url, isSafeAddress(url)]).toEqual([url, false]);
});

test('each cloud of Microsoft Entra has tenants of everybody, and those of one organisation', () => {
  const hosts = [
    ...['login.microsoftonline.com', 'login.microsoftonline.us', 'login.microsoftonline.de', 'login.windows.net'],
    ...['login.microsoft.com', 'login.partner.microsoftonline.cn', 'login.chinacloudapi.cn', 'sts.windows.net'],
  ];
  const several = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad', '{tenantid}', ''];
  for (const host of hosts) {
    for (const tenant of several) {
      const issuer = `https://${host}/${tenant}/v2.0`;
      expect([issuer, hasSeveralTenants(issuer)]).toEqual([issuer, true]);
    }
    expect(hasSeveralTenants(`https://${host}/0199f3c0-8000-7000-8000-000000000000/v2.0`)).toBe(false);
  }
  expect(hasSeveralTenants('https://sso.exemple.fr/common/v2.0')).toBe(false);
});
