import { api } from '@palabre/common/contract/index.ts';
import type { Person } from '../../server/test/harness.ts';
import { picture } from '../../server/test/picture.ts';
import { keeps, now, type Scenario } from './scenario.ts';

/** Announces something; where three are shown, which is the most, the oldest ends. */
async function announce(administrator: Person) {
  const { announcements } = await administrator.ok(api.announcements.list);
  const [, , third] = announcements.filter(({ endedAt }) => endedAt === null);
  if (third) await administrator.ok(api.announcements.end, { params: { id: third._id } });
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  return administrator.ok(api.announcements.create, { body: { text: 'Une mise à jour ce soir.', endsAt } });
}

/** Scenarios of settings, announcements and the first settings. */
export const ofSettings: Record<string, Record<string, Scenario>> = {
  'settings.change': {
    'a name and a colour': keeps(
      now(async ({ administrator }) => {
        const { version } = await administrator.ok(api.settings.read);
        await administrator.ok(api.settings.change, { body: { version, name: 'Atelier Tilleul', accent: '#7a1f5c' } });
      }),
    ),
  },
  'announcements.create': {
    'until tomorrow': keeps(now(({ administrator }) => announce(administrator))),
  },
  'announcements.dismiss': {
    'by a member, for whom it goes': keeps(async ({ administrator, member }) => {
      const { announcement } = await announce(administrator);
      return () => member.ok(api.announcements.dismiss, { params: { id: announcement._id } });
    }),
  },
  'announcements.end': {
    'before its end': keeps(async ({ administrator }) => {
      const { announcement } = await announce(administrator);
      return () => administrator.ok(api.announcements.end, { params: { id: announcement._id } });
    }),
  },
  'setup.end': { 'put off': keeps(now(({ administrator }) => administrator.ok(api.setup.end))) },
  'setup.testMail': { 'to oneself': keeps(now(({ administrator }) => administrator.ok(api.setup.testMail))) },
  'setup.backUp': {
    'where none is configured': keeps(now(({ administrator }) => administrator.call(api.setup.backUp))),
  },
  'settings.changeLogo': {
    'a picture': keeps(
      now(async ({ administrator }) => {
        const { version } = await administrator.ok(api.settings.read);
        await administrator.ok(api.settings.changeLogo, { body: { version }, image: { bytes: await picture() } });
      }),
    ),
  },
};
