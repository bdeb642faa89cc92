import { isDeepStrictEqual } from 'node:util';
import { api } from '@palabre/common/contract/index.ts';
import type { ChosenSettings, SettingName } from '@palabre/common/contract/running/settings.ts';
import { paletteOf } from '@palabre/common/rules/running/accent.ts';
import type { FastifyInstance } from 'fastify';
import { dropImages, removeImage, saveSquareImage } from '../../../platform/files/images.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import { type Handlers, serve } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { noteUsed } from '../../../platform/sessions/session.store.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { holdTwoStep } from '../../../platform/sessions/two-step.store.ts';
import {
  lockSettings,
  readChangedSince,
  readSettings,
  writeSettings,
} from '../../../platform/settings/settings.store.ts';
import { inTransaction, type Work } from '../../../platform/work.ts';
import { audit } from '../audit/open/record.ts';
import { fileOf, logoAt, serveLogo } from './logo.ts';
import { insertChanges, readChanges } from './settings.history.store.ts';

const { logo: _bytes, ...asked } = api.settings;

const handlers: Handlers<typeof asked> = {
  async shown({ ip, services }) {
    await services.limits.spend('settings', ip);
    return { settings: await services.settings.shown() };
  },

  async read({ db }) {
    const { chosen, version } = await readSettings(db);
    return { settings: chosen, version };
  },

  async change({ work, actor, body: { version, ...wanted }, services }) {
    demand(!wanted.accent || paletteOf(wanted.accent), 'accent_contrast');
    return change(work, services, actor, version, wanted);
  },

  // Processes the logo before the transaction.
  changeLogo: {
    runs: 'own transactions',
    async handle({ actor, body: { version }, image, ip, services }) {
      if (!image || image.bytes.length === 0) fail('invalid_image');
      const file = await saveSquareImage(services, { person: actor.userId, address: ip }, actor.userId, image);
      try {
        return await inTransaction(services, work => change(work, services, actor, version, { logo: logoAt(file) }));
      } catch (error) {
        removeImage(services, file).catch(() => {});
        throw error;
      }
    },
  },

  async history({ db, query: { name, limit, cursor } }) {
    const found = await readChanges(db, { name, before: cursor, count: limit + 1 });
    const { page, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { changes: page, nextCursor };
  },
};

/** Settings to change, by name; absent ones stay. */
type Wanted = { [N in SettingName]?: ChosenSettings[N] | null | undefined };

/**
 * Changes settings, records each change and notifies everybody.
 * @param version version that the client has read: a setting that has changed since is refused
 */
async function change(work: Work, services: Services, actor: Actor, version: number, wanted: Wanted) {
  const { db } = work;
  await lockSettings(db);
  const before = await readSettings(db);
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined) as [SettingName, unknown][];
  const changes = given
    .map(([name, after]) => ({ name, before: before.chosen[name], after }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (changes.length === 0) return { settings: before.chosen, version: before.version };
  const names = changes.map(({ name }) => name);
  demand((await readChangedSince(db, names, version)).length === 0, 'settings_changed');
  // Administrators must not shut themselves out; an accepted code proves that they receive codes.
  demand(wanted.twoStepRequired !== true || (await holdTwoStep(db, actor.userId)), 'two_step_own_first');
  await writeSettings(
    db,
    changes.map(({ name, after }) => [name, after] as const),
    before.version + 1,
  );
  await insertChanges(db, actor.userId, changes);
  await audit.record(work, {
    action: 'settings_updated',
    actorId: actor.userId,
    target: { id: null, name: '' },
    changes: names,
  });
  if (names.includes('logo')) await dropImages(services, work, [fileOf(before.chosen.logo)]);
  if (names.includes('idleSessionDays')) await endUnused(work, services, actor.sid);
  const now = await readSettings(db);
  work.afterCommit(() => services.settings.changed());
  if (names.includes('twoStepRequired')) work.afterCommit(() => services.sessions.twoStepChanged());
  const told = {
    settings: services.settings.shownOf(now.chosen),
    twoStepRequired: now.chosen.twoStepRequired === true,
  };
  work.emit('updateSettings', told, to(rooms.everyone, rooms.allGuests));
  return { settings: now.chosen, version: now.version };
}

/** Ends the sessions that a new limit makes unused, soon after the commit; the acting session counts as used. */
async function endUnused({ db }: Work, { jobs }: Services, sid: string): Promise<void> {
  await noteUsed(db, sid);
  await jobs.add('sessions.purge', {}, { db, key: 'sessions.purge' });
}

/** Serves the settings; the logo has a route of its own, as it answers bytes. */
export function serveSettings(app: FastifyInstance, services: Services): void {
  serve(app, services, asked, handlers);
  serveLogo(app, services);
}
