import type { api } from '@palabre/common/contract/index.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { audit } from '../../running/audit/open/record.ts';
import { readRegistration, writeRegistration } from './registration.store.ts';

/** Handlers of the registration rules. */
export const registration: Handlers<typeof api.registration> = {
  async shown({ db, ip, services }) {
    await services.limits.spend('providers', ip);
    const { who, text } = await readRegistration(db);
    return { registration: { who, text } };
  },

  async read({ db }) {
    return { registration: await readRegistration(db) };
  },

  async choose({ work, actor, body }) {
    demand(body.who !== 'domains' || body.domains.length > 0, 'domains_missing');
    await writeRegistration(work.db, { ...body, domains: [...new Set(body.domains)] });
    await audit.record(work, {
      action: 'registration_updated',
      actorId: actor.userId,
      target: { id: null, name: body.who },
    });
    return { registration: await readRegistration(work.db) };
  },
};
