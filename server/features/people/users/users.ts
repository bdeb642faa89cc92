import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { validate as isUuid } from 'uuid';
import { fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { findCredentials, findProfile, findSelf, listPeople, readNames, searchPeople } from './open/users.store.ts';

const { register: _register, login: _login, logout: _logout, verifyToken: _verifyToken, ...told } = api.users;

/** Endpoints of public profiles. */
export const endpoints = told;

/** Handlers of people: the person themself, search, names, one person. */
export const users: Handlers<typeof endpoints> = {
  async me({ actor, db }) {
    return { user: (await findSelf(db, actor.userId)) ?? fail('unauthorized') };
  },

  async search({ actor, db, query }) {
    const { search, societyId } = query;
    if (societyId && !can.searchSociety(actor, societyId)) return { users: [] };
    const found = search ? searchPeople(db, actor, search, societyId) : listPeople(db, actor, societyId);
    return { users: await found };
  },

  async named({ actor, db, query }) {
    const ids = query.ids.toLowerCase().split(',').filter(isUuid).slice(0, limits.namedPeople);
    return { users: await readNames(db, [...new Set(ids)], actor.userId) };
  },

  async byEmail({ query, ip, db, services }) {
    await services.limits.spend('emailLookup', ip);
    const { id } = await findCredentials(db, query.email);
    return { user: { _id: id ?? fail('user_not_found') } };
  },

  async one({ actor, db, params }) {
    return { user: (await findProfile(db, params.id, actor)) ?? fail('user_not_found') };
  },
};
