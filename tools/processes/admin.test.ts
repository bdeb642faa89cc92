import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { codeSentTo } from '../../server/test/outbox.ts';
import { dataFolder, run, start } from './palabre.ts';

const password = 'un mot de passe sûr';

test('ADMIN_EMAIL names a future administrator, and npm run admin makes another one beside the running server', async () => {
  const dataDir = dataFolder();
  const server = await start(dataDir, { ADMIN_EMAIL: 'Helene@Exemple.fr' }).ready();
  const nobody = new Client(server.url);
  const register = async (firstName: string, email: string) => {
    const body = { firstName, lastName: 'Garnier', email, password };
    const { token, newUser } = await nobody.ok(api.users.register, { body });
    return { user: newUser, client: new Client(server.url, token) };
  };
  const administer = (...words: string[]) => run({ DATA_DIR: dataDir }, 'admin', ...words);
  const helene = await register('Hélène', 'helene@exemple.fr');
  const karim = await register('Karim', 'karim@exemple.fr');
  expect([helene.user.admin, karim.user.admin]).toEqual([false, false]);
  const pair = { p_id: helene.user._id, p_email: helene.user.email };
  await helene.client.ok(api.otp.sent, { body: pair });
  const p_otp = await codeSentTo({ dataDir }, helene.user.email);
  await helene.client.ok(api.otp.check, { body: { p_id: helene.user._id, p_otp, p_option: 'email' } });
  expect((await helene.client.ok(api.administration.users)).total).toBe(2);

  const { stdout } = await administer('KARIM@exemple.fr');
  expect(stdout).toContain('karim@exemple.fr administre maintenant Palabre.');
  expect(stdout).toContain("cette adresse n'est pas confirmée");
  const { token, user } = await nobody.ok(api.users.login, { body: { email: 'karim@exemple.fr', password } });
  expect(user).toMatchObject({ admin: true });
  const { entries } = await new Client(server.url, token).ok(api.audit.list);
  expect(entries).toMatchObject([
    { action: 'administrator_made', target: 'Karim Garnier (karim@exemple.fr)' },
    { action: 'administrator_made', target: 'Hélène Garnier (helene@exemple.fr)' },
  ]);

  const refusals = await Promise.allSettled([administer('personne@exemple.fr'), administer('pas une adresse')]);
  expect(refusals).toMatchObject([
    { reason: { code: 1, stderr: expect.stringContaining('Aucun compte personne@exemple.fr') } },
    { reason: { code: 1, stderr: expect.stringContaining('npm run admin -- prenom@exemple.fr') } },
  ]);
});
