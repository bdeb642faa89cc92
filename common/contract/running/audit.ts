import { z } from 'zod';
import { type AuditAction, type AuditChange, auditActions, auditChanges } from '../../rules/audit.ts';
import { access, endpoint } from '../define.ts';
import { id, like, limits, text, time, zone } from '../fields.ts';

const action = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);
const change = z.enum(Object.keys(auditChanges) as [AuditChange, ...AuditChange[]]);

export const AuditEntry = z
  .object({
    _id: id,
    createdAt: time,
    action: action.meta({ example: 'member_banned' }),
    actorId: id.nullable().meta({ description: 'Null: a command on the server.' }),
    actor: like('Camille Moreau (camille@exemple.fr)').meta({ description: 'As they were called then.' }),
    targetId: id.nullable(),
    target: like('Théo Van den Berghe (theo@exemple.fr)').meta({ description: 'Whom or what it was done to.' }),
    placeId: id.nullable(),
    place: like('Atelier Tilleul').meta({ description: 'Where.' }),
    changes: z.array(change).meta({ description: 'What of it was changed.', example: [] }),
  })
  .meta({ id: 'AuditEntry', description: 'What someone who runs Palabre, a society or a workspace did.' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const filter = {
  actor: text(100).meta({ description: 'In the name or address of who did it.', example: 'camille' }).optional(),
  target: text(100).meta({ description: 'In the name of whom or what it was done to.', example: 'théo' }).optional(),
  action: action.optional(),
  from: z.iso.datetime().meta({ example: '2026-11-01T00:00:00.000Z' }).optional(),
  to: z.iso.datetime().meta({ example: '2026-12-01T00:00:00.000Z' }).optional(),
};

const writtenIn = zone.meta({ description: 'The time zone in which times are written.', example: 'Europe/Paris' });

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: access.administrator,
    summary: 'The journal, newest first',
    query: z.object({
      ...filter,
      limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 }),
      cursor: id.optional(),
    }),
    output: z.object({ entries: z.array(AuditEntry), nextCursor: id.nullable() }),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/audit/csv',
    access: access.administrator,
    summary: 'The same as a file for spreadsheets, whole, in the times of a zone',
    query: z.object({ ...filter, zone: writtenIn }),
    /** Not JSON: a file. */
    output: z.unknown().meta({ format: 'binary' }),
  }),
};
