import { api } from '@palabre/common/contract/index.ts';
import { picture } from '../../server/test/picture.ts';
import { keeps, now, type Scenario } from './scenario.ts';

/** Scenarios of settings. */
export const ofSettings: Record<string, Record<string, Scenario>> = {
  'settings.change': {
    'a name and a colour': keeps(
      now(async ({ administrator }) => {
        const { version } = await administrator.ok(api.settings.read);
        await administrator.ok(api.settings.change, { body: { version, name: 'Atelier Tilleul', accent: '#7a1f5c' } });
      }),
    ),
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
