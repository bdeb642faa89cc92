import { expect, test } from 'vitest';
import type { Endpoint } from './define.ts';
import { api } from './index.ts';

/** Part of a schema that tells which fields it has. */
interface Schema {
  shape?: Record<string, Schema>;
  def?: { innerType?: Schema; in?: Schema };
  safeParse: (value: unknown) => { success: boolean; data?: unknown };
}
const shapeOf = ({ shape, def }: Schema): Record<string, Schema> => {
  const inner = def?.innerType ?? def?.in;
  return shape ?? (inner ? shapeOf(inner) : {});
};

/** Every field that an endpoint reads, by its name: « messages.send content ». */
const fields = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap(part =>
      Object.entries(shapeOf(part as Schema)).map(
        ([field, schema]) => [`${feature}.${name} ${field}`, field, schema] as const,
      ),
    ),
  ),
);
const read = (schema: Schema, value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? data : 'refused';
};

const under = (endpoint: string, read: object) =>
  Object.fromEntries(Object.entries(read).map(([field, value]) => [`${endpoint} ${field}`, value]));
const each = (field: string, value: unknown, ...endpoints: string[]) =>
  Object.fromEntries(endpoints.map(endpoint => [`${endpoint} ${field}`, value]));

test('What a client leaves out is read as it was promised', () => {
  const promised = Object.fromEntries(
    fields.flatMap(([name, , schema]) => {
      const left = schema.safeParse(undefined);
      return left.success && left.data !== undefined ? [[name, left.data]] : [];
    }),
  );
  const ofAll = { content: '', replyNotifies: true };
  expect(promised).toEqual({
    ...under('administration.users', { reported: 'false', administrators: 'false', suspended: 'false' }),
    ...under('administration.recover', { twoStep: false }),
    ...under('administration.depart', { leaves: false }),
    ...under('admissions.ask', { message: '' }),
    ...under('announcements.create', { kind: 'info' }),
    ...under('guests.list', { over: 'false' }),
    ...under('invites.create', { time: '1h', uses: 10, users: [] }),
    ...under('messages.send', ofAll),
    ...under('scheduled.create', ofAll),
    ...under('notifications.mark', { isRead: true }),
    ...under('push.subscribe', { detail: 'all' }),
    ...under('registration.choose', { domains: [], text: '' }),
    ...under('reports.create', { attachContext: false, description: '', onlyAdministrators: false }),
    ...under('threads.follow', { following: true }),
    ...under('threads.list', { filter: 'followed' }),
    ...each('ids', '', 'availability.list', 'messages.linked', 'threads.states', 'users.named'),
    ...each('zone', 'UTC', 'audit.csv', 'personalData.export', 'personalData.prepare'),
    ...each('zone', 'UTC', 'search.files', 'search.messages'),
    ...each('limit', 20, 'announcements.list', 'settings.history'),
    ...each('limit', 32, 'gifs.search'),
    ...each('limit', 50, 'administration.users', 'admissions.requests', 'audit.list', 'emailInvites.list'),
    ...each('limit', 50, 'guests.list', 'messages.page', 'overview.workspaces', 'reports.list', 'reports.ofUser'),
    ...each('limit', 50, 'workspaceReports.list'),
    ...each('limit', 100, 'administration.banned', 'societies.owners', 'societies.pending', 'societies.users'),
  });
});

test('A text of several lines is taken wherever people write one, its lines kept', () => {
  const text = 'Un premier\nUn second';
  // Messages, passwords and cursors are kept as they come, whatever is in them.
  const kept = fields.filter(([, , schema]) => read(schema, 'Un premier\u202edroces nU') === 'refused');
  expect(kept.filter(([, , schema]) => read(schema, text) === text).map(([name]) => name)).toEqual([
    'registration.choose text',
    'admissions.ask message',
    ...['workspaces.create description', 'workspaces.update description'],
    'workspaceReports.note content',
    ...['reports.create description', 'reports.note content', 'reports.answer text'],
    'disconnection.setCharter text',
    'settings.change legalNotice',
    'announcements.create text',
  ]);
});

test('A nonce in capitals is the same nonce, wherever it is sent', () => {
  const nonces = fields.filter(([, field]) => field === 'nonce');
  expect(nonces.length).toBeGreaterThan(3);
  const nonce = '3F1C8A52-6D0B-4B7E-9A64-0C5D2E7F8B13';
  for (const [name, , schema] of nonces) expect([name, read(schema, nonce)]).toEqual([name, nonce.toLowerCase()]);
});

test('An address is the same in capitals and with spaces around it, wherever it is sent', () => {
  // The addresses of a whitelist are checked one by one, once the request's action is known.
  const emails = fields.filter(([name, field]) => field === 'email' && name !== 'societies.update email');
  expect(emails.length).toBeGreaterThan(3);
  for (const [name, , schema] of emails)
    expect([name, read(schema, ' Camille@Exemple.FR ')]).toEqual([name, 'camille@exemple.fr']);
});
