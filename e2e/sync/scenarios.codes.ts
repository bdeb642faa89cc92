import { api } from '@palabre/common/contract/index.ts';
import type { Client } from '../../server/test/client.ts';
import type { Person } from '../../server/test/harness.ts';
import { codeSentTo, codesTo } from '../../server/test/outbox.ts';
import { keeps, now, type Scenario } from './scenario.ts';
import type { Scene } from './scene.ts';

/** Sends a code to a user, at anyone's request, and reads it. */
async function codeOf({ palabre }: Scene, asker: Client, { id, user }: Person): Promise<string> {
  const before = await codesTo(palabre.dataDir, user.email);
  await asker.ok(api.otp.sent, { body: { p_id: id, p_email: user.email } });
  return codeSentTo(palabre, user.email, before.length + 1);
}

/** Scenarios of codes. */
export const ofCodes: Record<string, Record<string, Scenario>> = {
  'otp.sent': {
    'to someone who is logged in': keeps(
      now(({ member }) => member.ok(api.otp.sent, { body: { p_id: member.id, p_email: member.user.email } })),
    ),
  },
  'otp.check': {
    // A code is valid until the next one is sent: it is requested when it is used.
    'two-step is verified': keeps(
      now(async scene => {
        const { holder } = scene;
        const code = await codeOf(scene, holder, holder);
        await holder.ok(api.otp.check, { body: { p_id: holder.id, p_otp: code, p_option: '2FA' } });
      }),
    ),
    'an address is proven': keeps(
      now(async scene => {
        const { owner } = scene;
        const code = await codeOf(scene, owner, owner);
        await owner.ok(api.otp.check, { body: { p_id: owner.id, p_otp: code, p_option: 'email' } });
      }),
    ),
  },
  'addresses.change': {
    'of a member': keeps(
      now(({ member }) => member.ok(api.addresses.change, { body: { email: 'une-autre@exemple.fr' } })),
    ),
  },
  'addresses.cancel': {
    'of an owner': keeps(async ({ owner }) => {
      await owner.ok(api.addresses.change, { body: { email: 'encore@exemple.fr' } });
      return () => owner.ok(api.addresses.cancel);
    }),
  },
  'addresses.confirm': {
    // A newcomer: whoever is of the cast has changed theirs in a scene before.
    'of a newcomer of the workspace': async ({ palabre, params }) => {
      const person = await palabre.register();
      await person.ok(api.workspaces.join, { params });
      const email = `confirme-${person.user.email}`;
      await person.ok(api.addresses.change, { body: { email } });
      const code = await codeSentTo(palabre, email);
      return () => person.ok(api.addresses.confirm, { body: { otp: code } });
    },
  },
  'addresses.changeOf': {
    'of a member, by an administrator': keeps(
      now(({ administrator, member: { id } }) =>
        administrator.ok(api.addresses.changeOf, { params: { id }, body: { email: 'choisie@exemple.fr' } }),
      ),
    ),
  },
  'addresses.confirmOf': {
    'of a newcomer of the workspace, by an administrator': async ({ palabre, params, administrator }) => {
      const person = await palabre.register();
      await person.ok(api.workspaces.join, { params });
      const email = `donnee-${person.user.email}`;
      await administrator.ok(api.addresses.changeOf, { params: { id: person.id }, body: { email } });
      const code = await codeSentTo(palabre, email);
      return () => administrator.ok(api.addresses.confirmOf, { params: { id: person.id }, body: { otp: code } });
    },
  },
  'otp.resetPassword': {
    'by someone who has forgotten theirs': keeps(async scene => {
      const { nobody } = scene.palabre;
      const person = await scene.palabre.register();
      const code = await codeOf(scene, nobody, person);
      const { resetToken } = await nobody.ok(api.otp.check, {
        body: { p_id: person.id, p_otp: code, p_option: 'email' },
      });
      const body = { newPassword: 'un autre mot de passe', resetToken };
      return () => nobody.ok(api.otp.resetPassword, { params: { id: person.id }, body });
    }),
  },
};
