import { api } from '@palabre/common/contract/index.ts';
import { picture } from '../../server/test/picture.ts';
import { keeps, now, type Scenario } from './scenario.ts';
import { absent } from './scenarios.availability.ts';

/** Scenarios of a user's own account. */
export const ofAccounts: Record<string, Record<string, Scenario>> = {
  'accounts.update': {
    'what others see': keeps(
      now(({ member }) =>
        member.ok(api.accounts.update, {
          params: { id: member.id },
          body: { firstName: 'Karima', jobTitle: 'Métreuse', githubProfile: 'https://github.com/karima' },
        }),
      ),
    ),
    'how they work': keeps(
      now(({ owner }) =>
        owner.ok(api.accounts.update, {
          params: { id: owner.id },
          body: { manager: 'Hélène', startHour: '08:30', doubleAuthentification: false },
        }),
      ),
    ),
    'who their manager is': keeps(
      now(({ member, owner }) =>
        member.ok(api.accounts.update, { params: { id: member.id }, body: { managerId: owner.id } }),
      ),
    ),
    'the name of who is a manager': keeps(async ({ member, owner }) => {
      await owner.ok(api.accounts.update, { params: { id: owner.id }, body: { managerId: member.id } });
      return () => member.ok(api.accounts.update, { params: { id: member.id }, body: { firstName: 'Karima' } });
    }),
    'the name of who stands in for another': keeps(async ({ member, owner }) => {
      await absent(owner, member.id);
      return () => member.ok(api.accounts.update, { params: { id: member.id }, body: { firstName: 'Karine' } });
    }),
    'a picture': keeps(
      now(async ({ holder }) =>
        holder.ok(api.accounts.update, { params: { id: holder.id }, body: {}, image: { bytes: await picture() } }),
      ),
    ),
  },
  'accounts.changePassword': {
    'with the one there is': keeps(
      now(({ guest }) =>
        guest.ok(api.accounts.changePassword, {
          params: { id: guest.id },
          body: { oldPassword: guest.password, newPassword: guest.password },
        }),
      ),
    ),
  },
  'accounts.reauthenticate': {
    'with the password': keeps(
      now(({ member }) => member.ok(api.accounts.reauthenticate, { body: { password: member.password } })),
    ),
  },
  'personalData.prepare': {
    'for the first time': now(({ member }) => member.ok(api.personalData.prepare)),
  },
  'accounts.endSession': {
    'on another device': keeps(async ({ member }) => {
      await member.elsewhere();
      const { sessions } = await member.ok(api.accounts.sessions);
      const id = sessions.find(({ current }) => !current)?._id ?? '';
      return () => member.ok(api.accounts.endSession, { params: { id } });
    }),
  },
  'accounts.endOtherSessions': {
    'there is another': keeps(async ({ owner }) => {
      await owner.elsewhere();
      return () => owner.ok(api.accounts.endOtherSessions);
    }),
  },
};
