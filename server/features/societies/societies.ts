import { access } from '@palabre/common/contract/define.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Sentence } from '@palabre/common/contract/sentences.ts';
import type { societies as endpoints, Society, societyActions } from '@palabre/common/contract/societies.ts';
import { can } from '@palabre/common/permissions/can.ts';
import type { Membership } from '@palabre/common/rules/society-membership.ts';
import type { SocietyAccess } from '../../platform/access/access.societies.ts';
import { load } from '../../platform/access/access.ts';
import { dropImages } from '../../platform/files/images.ts';
import { withLogo } from '../../platform/files/logos.ts';
import { type Cursor, decodeCursor, encodeCursor } from '../../platform/http/cursors.ts';
import { demand } from '../../platform/http/errors.ts';
import type { Context, Handler, Handlers } from '../../platform/http/route.ts';
import { newId } from '../../platform/postgres/db.ts';
import { rooms, to } from '../../platform/realtime/rooms.ts';
import { inTransaction } from '../../platform/work.ts';
import { audit } from '../running/audit/open/record.ts';
import { type Asked, changeMembership, refreshRights } from './membership.ts';
import { endSociety } from './open/ending.ts';
import { readOwnSociety, tellSociety, viewFor } from './open/societies.view.ts';
import { removeFromRestricted, sharedWorkspaces } from './removal.ts';
import {
  findStanding,
  insertSociety,
  readPeople,
  readSocieties,
  readSociety,
  setStanding,
  updateSociety,
  type WholeSociety,
} from './societies.store.ts';
import { addToWhitelist, manyAddresses, oneAddress, removeFromWhitelist } from './whitelist.ts';

type Update = Context<typeof endpoints.update>;
type Action = (typeof societyActions)[number];

/** Handlers of societies: list, read, create, change, delete, and every change of a person’s membership. */
export const societies: Handlers<typeof api.societies> = {
  async list({ db, actor, query: { search, cursor } }) {
    const after = decodeCursor(cursor);
    const found = await readSocieties(db, actor.userId, { search, after, count: limits.cardsListed + 1 });
    const others = found.filter(({ membership }) => membership === 'none');
    const last = others.length > limits.cardsListed ? others[limits.cardsListed - 1] : undefined;
    return {
      societies: last ? found.slice(0, -1) : found,
      nextCursor: last ? encodeCursor({ name: last.name, id: last._id }) : null,
    };
  },

  async one({ db, record, params }) {
    return { society: viewFor(record.membership, await readSociety(db, params.id)) };
  },

  async mine({ db, actor }) {
    return { society: await readOwnSociety(db, actor.userId) };
  },

  create: {
    runs: 'own transactions',
    async handle({ db, actor, body, image, ip, services }) {
      const { societyMakers } = await services.settings.shown();
      demand(can.make(actor, societyMakers), 'societies_by_administrators');
      demand(!(await findStanding(db, actor.userId)), 'in_another_society');
      await services.limits.spend('makeSociety', actor.userId);
      return withLogo(services, { person: actor.userId, address: ip }, image, logo =>
        inTransaction(services, async work => {
          const id = newId();
          await insertSociety(work.db, { id, name: body.name, logo });
          demand((await setStanding(work.db, id, [actor.userId], 'owner')).length > 0, 'in_another_society');
          refreshRights(work, services, [actor.userId]);
          const whole = await readSociety(work.db, id);
          const society = viewFor('owner', whole);
          const creator = rooms.user(actor.userId);
          work.emit('newSociety', viewFor('none', whole), { rooms: [rooms.everyone], except: [creator] });
          work.emit('newSociety', society, to(creator));
          return { society };
        }),
      );
    },
  },

  // Processes the logo before the transaction, then reads the standing again in it, under the society's lock.
  update: {
    runs: 'own transactions',
    async handle(context) {
      const { actor, params, query, body, image, services, say } = context;
      const { action } = body;
      if (!action) return changeSettings(context);
      demand(!image && (action === 'removeUser' || !body.workspaces?.length), 'invalid_input');
      await services.limits.spend(action === 'join' ? 'joinSociety' : 'runSociety', actor.userId);
      const done = await inTransaction(
        services,
        async work => {
          const record = await load(access.society(), work.db, actor, { params, query, body }, { lock: true });
          const asked = { work, services, actor, record, targetId: body.targetUserId ?? '' };
          return act(action, asked, body);
        },
        params.id,
      );
      return { message: say(done.sentence), society: done.society };
    },
  },

  async remove({ work, actor, record, params, body, say, services }) {
    demand(can.manageSociety(record.membership), 'forbidden');
    demand(body?.name === undefined || body.name === record.society.name, 'title_mismatch');
    const { name, logo } = record.society;
    await audit.record(work, { action: 'society_deleted', actorId: actor.userId, target: { id: params.id, name } });
    await endSociety(work, services, params.id, logo);
    return { message: say('society_deleted') };
  },

  async workspaces({ db, actor, record, params, query }) {
    demand(can.manageSociety(record.membership), 'forbidden');
    return { workspaces: await sharedWorkspaces(db, params.id, actor.userId, query.userId) };
  },

  users: people('users'),
  pending: people('pending'),
  owners: people('owners'),
};

/** Makes the handler of one list of people of a society. */
function people(who: 'users' | 'owners' | 'pending'): Handler<typeof endpoints.users> {
  return async ({ db, actor, record, params, query }) => {
    demand(who !== 'pending' || can.manageSociety(record.membership), 'forbidden');
    const { search, limit, cursor } = query;
    const after = decodeCursor(cursor);
    const page = await readPeople(db, actor, { societyId: params.id, who, search, after, count: limit + 1 });
    const users = page.users.slice(0, limit);
    const last: Cursor = { name: page.names[limit - 1] ?? '', id: users.at(-1)?._id ?? '' };
    return { users, total: page.total, nextCursor: page.users.length > limit ? encodeCursor(last) : null };
  };
}

/** Success sentences of these changes; `join` picks its own, since the person may be in at once or pending. */
const sentences = {
  leave: 'society_left',
  removePendingUser: 'society_cancelled',
  accept: 'society_accepted',
  decline: 'society_declined',
  addOwner: 'society_owner_added',
  removeUser: 'society_removed',
} as const;

interface Done {
  sentence: Sentence;
  society: Society;
}

/** Runs one action of `PUT /society/:id`. */
async function act(action: Action, asked: Asked, body: Update['body']): Promise<Done> {
  const { work, services, actor, record } = asked;
  const done = (sentence: Sentence, whole: WholeSociety, now: Membership = record.membership) => ({
    sentence,
    society: viewFor(now, whole),
  });
  const managed = () => demand(can.manageSociety(record.membership), 'forbidden');
  switch (action) {
    case 'addWhitelist':
      managed();
      return done('whitelist_added', await addToWhitelist(work, services, actor, record, [oneAddress(body.email)]));
    case 'addWhitelistBulk':
      managed();
      return done(
        'whitelist_imported',
        await addToWhitelist(work, services, actor, record, manyAddresses(body.emails)),
      );
    case 'removeWhitelist':
      managed();
      return done('whitelist_removed', await removeFromWhitelist(work, actor, record, oneAddress(body.email)));
    case 'join': {
      const { whole, now } = await changeMembership(action, onOneself(asked));
      return done(now === 'member' ? 'society_joined' : 'society_requested', whole, now);
    }
    case 'leave':
    case 'removePendingUser': {
      const { whole, now } = await changeMembership(action, onOneself(asked));
      return done(sentences[action], whole, now);
    }
    case 'accept':
    case 'decline':
    case 'addOwner':
    case 'removeUser': {
      demand(asked.targetId, 'invalid_input');
      const { whole, now } = await changeMembership(action, asked);
      if (body.workspaces?.length) await removeFromRestricted(asked, body.workspaces);
      return done(sentences[action], whole, now);
    }
  }
}

/** Targets the actor when no person is named. */
const onOneself = (asked: Asked): Asked => ({ ...asked, targetId: asked.targetId || asked.actor.userId });

/** Changes the name, the logo, or both. */
async function changeSettings({ actor, params, query, body, image, ip, record, services, say }: Update & Loaded) {
  demand(can.manageSociety(record.membership), 'forbidden');
  const name = body.name ?? undefined;
  demand(name !== undefined || image, 'invalid_input');
  await services.limits.spend('runSociety', actor.userId);
  return withLogo(services, { person: actor.userId, address: ip }, image, logo =>
    inTransaction(
      services,
      async work => {
        const found = await load(access.society(), work.db, actor, { params, query, body }, { lock: true });
        demand(can.manageSociety(found.membership), 'forbidden');
        await updateSociety(work.db, params.id, { ...(name !== undefined && { name }), ...(logo && { logo }) });
        const target = { id: params.id, name: found.society.name };
        const changes = audit.changes({ name, logo: logo ?? undefined }, { name: 'name', logo: 'logo' });
        await audit.record(work, { action: 'society_updated', actorId: actor.userId, target, changes });
        if (logo) await dropImages(services, work, [found.society.logo]);
        const whole = await tellSociety(work, params.id);
        return { message: say('society_updated'), society: viewFor(found.membership, whole) };
      },
      params.id,
    ),
  );
}
interface Loaded {
  record: SocietyAccess;
}
