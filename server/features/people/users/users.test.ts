import { api } from '@palabre/common/contract/index.ts';
import { SelfUser } from '@palabre/common/contract/people/users.ts';
import { decodeJwt, SignJWT } from 'jose';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { picture } from '../../../test/picture.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre({ env: { ADMIN_EMAIL: 'Patronne@Exemple.fr' } });
});

const newcomer = (email: string) => ({ firstName: 'Noé', lastName: 'Garnier', email, password: 'huit caractères' });

describe('registering', () => {
  it('creates an account and logs it in', async () => {
    const { status, body } = await palabre.nobody.call(api.users.register, { body: newcomer('noe@exemple.fr') });
    expect(status).toBe(201);
    expect(SelfUser.strict().parse(body.newUser)).toMatchObject({
      firstName: 'Noé',
      email: 'noe@exemple.fr',
      admin: false,
      status: 'offline',
      verification: false,
      pendingEmail: null,
      otherAccounts: [],
    });
    const { body: me } = await palabre.nobody.raw('GET', '/api/user/me', { token: body.token });
    expect(me.user).toEqual(body.newUser);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('takes an avatar with the fields, and serves it', async () => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#237247' } })
      .png()
      .toBuffer();
    const { token, newUser } = await palabre.nobody.ok(api.users.register, {
      body: newcomer('avatar@exemple.fr'),
      image: { bytes, name: 'avatar.png' },
    });
    const image = await fetch(palabre.url + newUser.avatar, { headers: { authorization: `Bearer ${token}` } });
    expect(image.status).toBe(200);
    expect(await sharp(Buffer.from(await image.arrayBuffer())).metadata()).toMatchObject({ width: 512, height: 512 });
  });

  it('takes no file of another field for the avatar, and no second avatar', async () => {
    const form = (...names: string[]) => {
      const made = new FormData();
      const email = `${names.join('-')}@exemple.fr`;
      for (const [name, value] of Object.entries(newcomer(email))) made.append(name, value);
      for (const name of names) made.append(name, new Blob([new Uint8Array(bytes)]), 'a.png');
      return made;
    };
    const bytes = await picture();
    const register = (...names: string[]) =>
      palabre.nobody.raw<{ newUser: { avatar: string | null } }>('POST', '/api/user/register', {
        body: form(...names),
      });
    const other = await register('portrait');
    expect([other.status, other.body.newUser.avatar]).toEqual([201, null]);
    expect((await register('avatar', 'avatar')).status).toBe(413);
    const { status } = await palabre.nobody.raw('POST', '/api/user/login', { body: form() });
    expect(status).toBe(415);
  });

  it('refuses an invalid avatar, and makes no account', async () => {
    const body = newcomer('faux-avatar@exemple.fr');
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = await palabre.nobody.call(api.users.register, { body, image: { bytes } });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_image', message: 'Veuillez sélectionner une image valide.' },
    });
    expect((await palabre.nobody.call(api.users.register, { body })).status).toBe(201);
  });

  it('keeps no picture when it fails on the way', async () => {
    const { pool } = palabre.services.database;
    const kept = async () => {
      const stored: string[] = [];
      for await (const { key } of palabre.services.storage.list()) stored.push(key);
      return [(await pool.query('SELECT count(*) FROM files')).rows, stored.sort()];
    };
    const before = await kept();
    const image = { bytes: await picture() };
    for (const table of ['sessions', 'files']) {
      await pool.query(`ALTER TABLE ${table} RENAME TO elsewhere`);
      const failed = await palabre.nobody.call(api.users.register, { body: newcomer('sans-suite@exemple.fr'), image });
      await pool.query(`ALTER TABLE elsewhere RENAME TO ${table}`);
      expect(failed.status).toBe(500);
      expect(await kept()).toEqual(before);
    }
    await palabre.register({ email: 'sans-suite@exemple.fr' });
  });

  it('refuses an e-mail already used, whatever its case', async () => {
    await palabre.register({ email: 'une-fois@exemple.fr' });
    const again = await palabre.nobody.call(api.users.register, { body: newcomer('Une-Fois@Exemple.FR') });
    expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('makes one account out of concurrent requests with one e-mail', async () => {
    const body = newcomer('en-meme-temps@exemple.fr');
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => palabre.nobody.call(api.users.register, { body })),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('refuses a banned e-mail, and so does the login', async () => {
    const person = await palabre.register({ email: 'bannie@exemple.fr' });
    await palabre.services.database.pool.query('INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', [
      person.user.email,
    ]);
    const register = await palabre.nobody.call(api.users.register, { body: newcomer('bannie@exemple.fr') });
    expect(register).toMatchObject({ status: 403, body: { code: 'banned' } });
    const { email } = person.user;
    for (const password of [person.password, 'un autre mot de passe']) {
      const login = await palabre.nobody.call(api.users.login, { body: { email, password } });
      expect(login).toMatchObject({ status: 403, body: { code: 'banned' } });
    }
  });

  it('ignores every field that a client may not set', async () => {
    const body = {
      ...newcomer('pirate@exemple.fr'),
      _id: '018f0000-0000-7000-8000-000000000000',
      id: '018f0000-0000-7000-8000-000000000000',
      admin: true,
      verification: true,
      doubleAuthentification: true,
      societyId: '018f0000-0000-7000-8000-000000000001',
      society_id: '018f0000-0000-7000-8000-000000000001',
      avatar: 'https://ailleurs.example/a.png',
      status: 'online',
      password_hash: 'x',
    };
    const { status, body: answer } = await palabre.nobody.raw<{ newUser: SelfUser }>('POST', '/api/user/register', {
      body,
    });
    expect(status).toBe(201);
    expect(answer.newUser).toMatchObject({
      admin: false,
      verification: false,
      doubleAuthentification: false,
      societyId: null,
      avatar: null,
      status: 'offline',
    });
    expect(answer.newUser._id).not.toBe(body._id);
  });

  it('makes an administrator of ADMIN_EMAIL once it is proven, who alone hears of new accounts', async () => {
    const boss = await palabre.register({ email: 'patronne@exemple.fr' });
    expect([boss.user.admin, boss.user.emailProven]).toEqual([false, false]);
    expect((await boss.call(api.administration.users)).status).toBe(404);
    await palabre.prove(boss);
    expect((await boss.ok(api.users.me)).user).toMatchObject({ admin: true, emailProven: true });
    expect((await boss.call(api.administration.users)).status).toBe(200);
    const other = await palabre.register();
    const [bossEars, otherEars] = await Promise.all([boss.connect(), other.connect()]);
    const { user } = await palabre.register({ firstName: 'Lucie' });
    const told = await bossEars.next('newUser', payload => payload._id === user._id);
    expect(told).toMatchObject({ firstName: 'Lucie', email: user.email });
    expect(told).not.toHaveProperty('admin');
    await otherEars.none('newUser');
  });

  it.each([
    ['a name missing', { ...newcomer('a@exemple.fr'), firstName: undefined }],
    ['a blank name', { ...newcomer('a@exemple.fr'), firstName: '   ' }],
    ['a name of 81 characters', { ...newcomer('a@exemple.fr'), lastName: 'a'.repeat(81) }],
    ['no @', newcomer('exemple.fr')],
    ['an e-mail that is an object', { ...newcomer('a@exemple.fr'), email: { $ne: null } }],
    ['a password of 7 characters', { ...newcomer('a@exemple.fr'), password: '1234567' }],
    ['a password of 201 characters', { ...newcomer('a@exemple.fr'), password: 'a'.repeat(201) }],
    ['a password that is a list', { ...newcomer('a@exemple.fr'), password: ['huit caractères'] }],
    ['NUL in a name', { ...newcomer('a@exemple.fr'), firstName: 'a\u0000b' }],
    ['a lone surrogate in a name', { ...newcomer('a@exemple.fr'), firstName: 'a\ud800b' }],
    ['a list as body', []],
    ['null as body', null],
  ])('refuses %s', async (_what, body) => {
    const { status, body: answer } = await palabre.nobody.raw('POST', '/api/user/register', { body });
    expect({ status, code: answer.code }).toEqual({ status: 400, code: 'invalid_input' });
    expect(answer.message).toBe('Les informations envoyées ne sont pas valides.');
  });
});

describe('logging in', () => {
  it('opens a new session each time, for an e-mail in any case', async () => {
    const { user, password, token: first } = await palabre.register({ email: 'deux-fois@exemple.fr' });
    const body = { email: ' Deux-Fois@exemple.fr ', password };
    const { token, user: loggedIn } = await palabre.nobody.ok(api.users.login, { body });
    expect(loggedIn).toEqual(user);
    expect(decodeJwt(token ?? '').sid).not.toBe(decodeJwt(first ?? '').sid);
    expect(decodeJwt(token ?? '')).toMatchObject({ id: user._id, userId: user._id });
  });

  it('answers a wrong password and an unknown e-mail in the same way', async () => {
    const { user } = await palabre.register();
    for (const email of [user.email, 'personne@exemple.fr']) {
      const reply = await palabre.nobody.call(api.users.login, { body: { email, password: 'pas le bon' } });
      const body = { code: 'bad_credentials', message: 'Erreur d’authentification' };
      expect(reply).toMatchObject({ status: 401, body });
    }
  });

  it.each([
    ['both missing', {}],
    ['an empty password', { email: 'a@exemple.fr', password: '' }],
    ['a password that is true', { email: 'a@exemple.fr', password: true }],
    ['an e-mail that is a list', { email: ['a@exemple.fr'], password: 'x' }],
    ['NUL in the e-mail', { email: 'a\u0000@exemple.fr', password: 'x' }],
  ])('refuses %s', async (_what, body) => {
    expect(await palabre.nobody.raw('POST', '/api/user/login', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });

  it('survives a password of unusual characters', async () => {
    const email = 'a@exemple.fr';
    for (const password of ['a\u0000b', '\ud800', '\u{1F333}'.repeat(400)]) {
      const { status } = await palabre.nobody.raw('POST', '/api/user/login', { body: { email, password } });
      expect([400, 401]).toContain(status);
    }
  });
});

describe('sessions', () => {
  it('end at logout, with their sockets and no others', async () => {
    const here = await palabre.register();
    const there = await here.elsewhere();
    const [hereEars, thereEars] = await Promise.all([here.connect(), there.connect()]);
    const { message } = await here.ok(api.users.logout);
    expect(message).toBe('Vous êtes déconnecté.');
    await hereEars.closed;
    expect(await here.call(api.users.me)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    await expect(here.connect()).rejects.toThrow('unauthorized');
    expect((await there.call(api.users.me)).status).toBe(200);
    await thereEars.settled();
    expect((await here.call(api.users.logout)).status).toBe(401);
  });

  it('are verified by verify-token, which always answers', async () => {
    const { token } = await palabre.register();
    const isValid = async (body: unknown) => {
      const reply = await palabre.nobody.raw('POST', '/api/user/verify-token', { body });
      expect(reply.status).toBe(200);
      return reply.body.isValid;
    };
    expect(await isValid({ token })).toBe(true);
    for (const bad of ['', 'x', 'a.b.c', `${token}x`, null, undefined, 12, ['x'], 'x'.repeat(5_000)]) {
      expect(await isValid({ token: bad })).toBe(false);
    }
    for (const body of [undefined, [], 'null', '"x"', '1']) expect(await isValid(body)).toBe(false);
  });

  it('refuse a forged, foreign, expired or unsigned token', async () => {
    const { token, id } = await palabre.register();
    const claims = decodeJwt(token ?? '');
    const key = palabre.services.env.jwtSecret;
    const sign = (exp: number | string, secret: Uint8Array, alg = 'HS256') =>
      new SignJWT({ id, userId: id, sid: claims.sid as string })
        .setProtectedHeader({ alg })
        .setExpirationTime(exp)
        .sign(secret);
    const stranger = await palabre.register();
    const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bad = {
      'signed by another': await sign('1h', new TextEncoder().encode('another secret, as long as ours is')),
      expired: await sign(Math.floor(Date.now() / 1000) - 1, key),
      'another algorithm': await sign('1h', key, 'HS512'),
      unsigned: `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`,
      'of another person': await new SignJWT({ id: stranger.id, userId: stranger.id, sid: claims.sid as string })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(key),
    };
    expect((await palabre.nobody.raw('GET', '/api/user/me', { token: await sign('1h', key) })).status).toBe(200);
    for (const [what, forged] of Object.entries(bad)) {
      const { status } = await palabre.nobody.raw('GET', '/api/user/me', { token: forged });
      expect({ what, status }).toEqual({ what, status: 401 });
      await expect(palabre.connect(forged, id)).rejects.toThrow('unauthorized');
    }
  });

  it('are not opened by the cookie alone', async () => {
    const { token } = await palabre.register();
    const { status } = await palabre.nobody.raw('GET', '/api/user/me', { headers: { cookie: `token=${token}` } });
    expect(status).toBe(401);
  });
});
