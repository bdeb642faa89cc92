import { z } from 'zod';
import { auditActionNames, auditChangeNames } from '../../rules/running/audit.ts';
import { access, endpoint } from '../define.ts';
import { id, like, limits, text, time, zone } from '../fields.ts';

const action = z.enum(auditActionNames);
const change = z.enum(auditChangeNames);

/** An entry of the journal of administrative actions. */
export const AuditEntry = z
  .object({
    _id: id,
    createdAt: time,
    action: action.meta({ example: 'member_banned' }),
    actorId: id.nullable().meta({ description: 'null for a command run on the server.' }),
    actor: like('Camille Moreau (camille@exemple.fr)').meta({
      description: 'Name and address of the actor at that time.',
    }),
    targetId: id.nullable(),
    target: like('Théo Van den Berghe (theo@exemple.fr)').meta({
      description: 'Name of the person or thing acted on.',
    }),
    placeId: id.nullable(),
    place: like('Atelier Tilleul').meta({ description: 'Name of the place of the action.' }),
    changes: z.array(change).meta({ description: 'Fields of the target that were changed.', example: [] }),
    reason: like('Démarchage répété').nullable().meta({ description: 'Why it was done, if the actor said so.' }),
  })
  .meta({ id: 'AuditEntry', description: 'An action of a person who runs Palabre, a society or a workspace.' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const filter = {
  actor: text(limits.listSearch)
    .meta({ description: 'Text that the actor’s name or address contains.', example: 'camille' })
    .optional(),
  target: text(limits.listSearch)
    .meta({ description: 'Text that the target’s name contains.', example: 'théo' })
    .optional(),
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
    summary: 'Lists the journal, newest first',
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
    summary: 'Exports the whole journal as CSV, with times in the given zone',
    query: z.object({ ...filter, zone: writtenIn }),
    /** The bytes of a CSV file, not JSON. */
    output: z.unknown().meta({ format: 'binary' }),
  }),
};
