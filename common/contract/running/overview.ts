import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { id, like, limits, text, time } from '../fields.ts';

const count = z.number().int().min(0);

/** Files and their size. */
const Files = z.object({
  files: count.meta({ example: 1_204 }),
  bytes: count.meta({ description: 'Size of the files, in bytes.', example: 734_003_200 }),
});

/** Totals of the last count. None is about a single person. */
export const Counts = z
  .object({
    at: time.meta({ description: 'Time of the count, one each hour.' }),
    accounts: count.meta({ example: 240 }),
    activeInWeek: count.meta({ description: 'People who used Palabre in the last 7 days.', example: 180 }),
    activeInMonth: count.meta({ description: 'People who used Palabre in the last 30 days.', example: 225 }),
    workspaces: count.meta({ example: 12 }),
    channels: count.meta({ example: 140 }),
    conversations: count.meta({ example: 410 }),
    societies: count.meta({ example: 3 }),
    ...Files.shape,
    days: z
      .array(z.object({ day: z.iso.date().meta({ example: '2026-11-25' }), messages: count.meta({ example: 1_320 }) }))
      .meta({ description: `Messages written on each of the last ${limits.overviewDays} days, the oldest first.` }),
  })
  .meta({ id: 'Counts' });
export type Counts = z.infer<typeof Counts>;

/** Jobs of one name that failed. */
export const FailingJob = z
  .object({
    name: like('mail.send'),
    failing: count.meta({ description: 'Those that will be tried again.', example: 2 }),
    givenUp: count.meta({ description: 'Those that failed for the last time.', example: 0 }),
  })
  .meta({ id: 'FailingJob' });

/** State of the server at this moment. */
export const ServerState = z
  .object({
    version: like('0.1.0'),
    disk: z
      .object({
        freeBytes: count.meta({ example: 48_318_382_080 }),
        totalBytes: count.meta({ example: 107_374_182_400 }),
      })
      .nullable()
      .meta({ description: 'The disk of DATA_DIR; null when it cannot be read.' }),
    mails: z.object({
      waiting: count.meta({ example: 0 }),
      givenUp: count.meta({ description: 'Mails that could not leave.', example: 0 }),
      oldestSeconds: count.meta({ description: 'Age of the oldest waiting mail, in seconds.', example: 0 }),
    }),
    jobs: z.object({ waiting: count.meta({ example: 3 }), failing: z.array(FailingJob) }),
    backup: z
      .object({ at: time, bytes: count.meta({ example: 1_073_741_824 }) })
      .nullable()
      .meta({ description: 'The newest nightly backup; null without one, or when its place cannot be read.' }),
    hasBackups: z.boolean().meta({ description: 'Whether a nightly backup is set up.', example: true }),
  })
  .meta({ id: 'ServerState' });
export type ServerState = z.infer<typeof ServerState>;

/** Size of a workspace at the last count. */
export const WorkspaceSize = z
  .object({
    workspace: z.object({ _id: id, title: like('Atelier Tilleul'), logo: z.string().nullable() }),
    members: count.meta({ example: 24 }),
    ...Files.shape,
  })
  .meta({ id: 'WorkspaceSize' });
export type WorkspaceSize = z.infer<typeof WorkspaceSize>;

/** Keyset cursor of the sizes: the size and the id of the last workspace. */
const cursor = z
  .string()
  .regex(/^\d{1,15}_[0-9a-f-]{36}$/)
  .meta({ example: '734003200_018f0000-0000-7000-8000-00000000000a' });

export const overview = {
  read: endpoint({
    method: 'GET',
    path: '/admin/overview',
    access: access.administrator,
    summary: 'Reads the totals of the last count, and the state of the server',
    output: z.object({
      counts: Counts.nullable().meta({ description: 'null until the first count.' }),
      server: ServerState,
    }),
  }),
  workspaces: endpoint({
    method: 'GET',
    path: '/admin/overview/workspaces',
    access: access.administrator,
    summary: 'Lists workspaces by the size of their files at the last count, the largest first',
    query: z.object({
      search: text(limits.listSearch).meta({ example: 'tilleul' }).optional(),
      limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 }),
      cursor: cursor.optional().meta({ description: '`nextCursor` of the previous page.' }),
    }),
    output: z.object({ workspaces: z.array(WorkspaceSize), nextCursor: cursor.nullable() }),
  }),
};
