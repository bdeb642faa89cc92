import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { mailsTo } from '../../../test/outbox.ts';

let palabre: Palabre;
let administrator: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
});

const recover = (of: Person, body: { by: 'mail' | 'hand'; twoStep?: boolean }, by = administrator) =>
  by.call(api.administration.recover, { params: { id: of.id }, body });
const proofIn = (text: string | null | undefined) => /#recovery=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const newPassword = 'un mot de passe retrouvé';
const choose = (of: Person, resetToken: string) =>
  palabre.nobody.call(api.otp.resetPassword, { params: { id: of.id }, body: { newPassword, resetToken } });
const login = ({ user: { email } }: Person, password = newPassword) =>
  palabre.nobody.call(api.users.login, { body: { email, password } });
async function mails(person: Person) {
  await jobsDone(palabre, 'mail.send');
  return mailsTo(palabre.dataDir, person.user.email);
}
const age = (person: Person, minutes: number) =>
  palabre.services.database.pool.query(
    'UPDATE otp_proofs SET expires_at = expires_at - make_interval(mins => $2) WHERE user_id = $1',
    [person.id, minutes],
  );

describe('a link of an administrator', () => {
  it('lets somebody choose a new password, once, and is told to them as it is made and used', async () => {
    const karim = await palabre.register({ firstName: 'Karim' });
    const { body } = await recover(karim, { by: 'hand' });
    expect(body.message).toBe('Le lien est prêt.');
    const { origin } = new URL(palabre.services.env.publicUrl);
    expect(body.link).toMatch(
      new RegExp(`^${origin}/reset-password\\?email=${encodeURIComponent(karim.user.email)}#recovery=[\\w-]{43}$`),
    );
    const proof = proofIn(body.link);
    const [made] = (await mails(karim)).slice(-1);
    expect(made?.subject).toBe('Un lien de secours a été fait pour votre compte');
    expect(`${made?.text}${made?.html}`).not.toContain(proof);
    await age(karim, 29);
    expect((await choose(karim, proof)).status).toBe(200);
    expect((await mails(karim)).at(-1)?.subject).toBe('Votre mot de passe a été changé par un lien de secours');
    expect((await login(karim)).status).toBe(200);
    expect((await karim.call(api.users.me)).status).toBe(401);
    expect((await choose(karim, proof)).body.code).toBe('reset_refused');
    // A link given by hand does not prove that the person reads the address's mails.
    const { rows } = await palabre.services.database.pool.query('SELECT email_proven FROM users WHERE id = $1', [
      karim.id,
    ]);
    expect(rows).toEqual([{ email_proven: false }]);
    const { entries } = await administrator.ok(api.audit.list, { query: { target: karim.user.email } });
    expect(entries).toMatchObject([{ action: 'recovery_made', actorId: administrator.id }]);
  });

  it('comes by mail alone when it is mailed', async () => {
    const karim = await palabre.register();
    const sending = vi.spyOn(palabre.services.mails, 'send');
    const { body } = await recover(karim, { by: 'mail' });
    // The mail leaves while its link is good, or never.
    const goodForMs = (sending.mock.calls[0]?.[0].until?.getTime() ?? 0) - Date.now();
    sending.mockRestore();
    expect([goodForMs > 28 * 60_000, goodForMs <= 30 * 60_000]).toEqual([true, true]);
    expect(body).toEqual({ message: 'Le lien a été envoyé par e-mail.', link: null });
    const mail = (await mails(karim)).at(-1);
    expect(mail?.subject).toBe('Un lien pour retrouver votre compte');
    // The person who follows it reads English, and so do the owner's mails about it.
    const resetToken = proofIn(mail?.text);
    const asked = { body: { newPassword, resetToken }, headers: { 'accept-language': 'en' } };
    expect((await palabre.nobody.raw('PUT', `/api/user/${karim.id}/reset-password`, asked)).status).toBe(200);
    expect((await mails(karim)).at(-1)?.subject).toBe('Your password has been changed by a recovery link');
  });

  it('is worth nothing after half an hour, after the next one, after a new password, nor for another account', async () => {
    const [karim, yann] = [await palabre.register(), await palabre.register()];
    const his = proofIn((await recover(yann, { by: 'hand' })).body.link);
    const make = async (twoStep = false) => proofIn((await recover(karim, { by: 'hand', twoStep })).body.link);
    const [first, other, second] = [await make(), await make(true), await make()];
    for (const earlier of [first, other]) expect((await choose(karim, earlier)).body.code).toBe('reset_refused');
    expect((await choose(yann, second)).body.code).toBe('reset_refused');
    await age(karim, 30);
    expect((await choose(karim, second)).body.code).toBe('reset_refused');
    const third = await make();
    const change = { oldPassword: karim.password, newPassword: 'encore un autre mot de passe' };
    await karim.ok(api.accounts.changePassword, { params: { id: karim.id }, body: change });
    expect((await choose(karim, third)).body.code).toBe('reset_refused');
    // A link made for one account ends no link of another.
    expect((await choose(yann, his)).status).toBe(200);
    // The link's token proves nothing at other endpoints.
    const bearer = await palabre.nobody.raw('POST', '/api/otp/sent', {
      token: await make(),
      body: { p_id: karim.id, p_email: karim.user.email },
    });
    expect(bearer.status).toBe(401);
  });

  it.each([
    [false, null],
    [true, expect.any(String)],
  ])('leaves two-step as it is unless it was made to turn it off (%s), and that of others', async (twoStep, token) => {
    const [karim, yann] = [await palabre.register(), await palabre.register()];
    await palabre.services.database.pool.query(
      'UPDATE users SET double_authentification = true, verification = true WHERE id = ANY($1)',
      [[karim.id, yann.id]],
    );
    const { body } = await recover(karim, { by: 'hand', twoStep });
    expect((await mails(karim)).at(-1)?.text?.includes('double authentification')).toBe(twoStep);
    await choose(karim, proofIn(body.link));
    expect((await login(karim)).body).toMatchObject({ token });
    expect((await login(yann, yann.password)).body).toMatchObject({ token: null });
  });

  it('is made neither for oneself nor for a suspended account, and by administrators alone', async () => {
    const karim = await palabre.register();
    expect((await recover(administrator, { by: 'hand' })).body.code).toBe('recovery_refused');
    const proof = proofIn((await recover(karim, { by: 'hand' })).body.link);
    await administrator.ok(api.administration.suspend, { params: { id: karim.id } });
    expect((await recover(karim, { by: 'hand' })).body.code).toBe('recovery_refused');
    expect((await choose(karim, proof)).body.code).toBe('account_suspended');
    // An account that is being suspended gets none either.
    const leaving = await palabre.register();
    const held = await holdLock(palabre, 'UPDATE users SET suspended_at = now() WHERE id = $1', [leaving.id]);
    let isAnswered = false;
    const making = recover(leaving, { by: 'hand' }).finally(() => {
      isAnswered = true;
    });
    await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    expect((await making).body.code).toBe('recovery_refused');
    const yann = await palabre.register();
    expect((await recover(karim, { by: 'hand' }, yann)).status).toBe(404);
    const params = { id: '0199f3c0-0000-7000-8000-000000000000' };
    const unknown = await administrator.call(api.administration.recover, { params, body: { by: 'mail' } });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found']);
  });
});
