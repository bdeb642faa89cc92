import { api } from '@palabre/common/contract/index.ts';
import { noteProven } from '../../server/features/people/users/open/users.store.ts';
import { newId } from '../../server/platform/postgres/db.ts';
import { inviteByMail } from '../../server/test/people/invited.ts';
import { keeps, now, type Scenario } from './scenario.ts';

/** Scenarios of invitations to workspaces. */
export const ofInvites: Record<string, Record<string, Scenario>> = {
  'invites.create': {
    'for someone outside': keeps(
      now(({ owner, outsider, team }) =>
        owner.ok(api.invites.create, { params: { id: team.id }, body: { users: [outsider.id], time: '2h' } }),
      ),
    ),
  },
  'invites.accept': {
    'someone new': now(({ outsider, invite }) =>
      outsider.ok(api.invites.accept, { params: { code: invite.inviteCode } }),
    ),
  },
  'invites.remove': {
    'by its maker': keeps(now(({ owner, invite }) => owner.ok(api.invites.remove, { params: { id: invite._id } }))),
  },
  'invites.register': {
    'a newcomer': async ({ palabre, owner, params }) => {
      const { inviteCode: code } = await owner.ok(api.invites.create, { params, body: { time: '2h' } });
      const body = {
        ...{ firstName: 'Zoé', lastName: 'Lambert', password: 'un mot de passe sûr' },
        email: `${newId()}@exemple.fr`,
      };
      return () => palabre.nobody.ok(api.invites.register, { params: { code }, body });
    },
  },
  'emailInvites.create': {
    'of an address without an account': keeps(async ({ palabre, owner, params }) => {
      await noteProven(palabre.services.database.kysely, owner.id);
      return () => owner.ok(api.emailInvites.create, { params, body: { emails: ['un@exemple.fr'] } });
    }),
  },
  'emailInvites.send': {
    'by who sent it': keeps(async ({ palabre, owner, team }) => {
      const { id } = await inviteByMail(palabre, owner, team.id, `${newId()}@exemple.fr`);
      return () => owner.ok(api.emailInvites.send, { params: { id } });
    }),
  },
  'emailInvites.withdraw': {
    'by who sent it': keeps(async ({ palabre, owner, team }) => {
      const { id } = await inviteByMail(palabre, owner, team.id, `${newId()}@exemple.fr`);
      return () => owner.ok(api.emailInvites.withdraw, { params: { id } });
    }),
  },
  'emailInvites.accept': {
    'someone with an account': async ({ palabre, owner, outsider, team }) => {
      const { token } = await inviteByMail(palabre, owner, team.id, outsider.user.email);
      return () => outsider.ok(api.emailInvites.accept, { params: { token } });
    },
  },
  'emailInvites.register': {
    'a newcomer': async ({ palabre, owner, team }) => {
      const { token } = await inviteByMail(palabre, owner, team.id, `${newId()}@exemple.fr`);
      const body = { firstName: 'Zoé', lastName: 'Lambert', password: 'un mot de passe sûr' };
      return () => palabre.nobody.ok(api.emailInvites.register, { params: { token }, body });
    },
  },
};
