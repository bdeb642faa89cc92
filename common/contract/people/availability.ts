import { z } from 'zod';
import { isHour } from '../../rules/hours.ts';
import { isWeek, sameHours } from '../../rules/people/duty.ts';
import { holidayRegions } from '../../rules/people/holidays.ts';
import { access, endpoint, event } from '../define.ts';
import { id, like, limits, lines, localTime, text, time, zoneName } from '../fields.ts';
import type { IssueCode } from '../issues.ts';
import { Named } from './users.ts';

const issue = (code: IssueCode) => code;
const hour = (example: string) => z.string().refine(isHour, issue('hour')).meta({ example });

const Week = z
  .array(z.object({ start: hour('09:00'), end: hour('17:30') }).nullable())
  .length(7)
  .refine(isWeek, issue('week'))
  .meta({
    description: 'Hours of each weekday, Monday first; null for a day off. An end before its start is on the next day.',
    example: sameHours({ start: '09:00', end: '17:30' }),
  });

const zone = zoneName.meta({ description: 'The time zone of the hours.', example: 'Europe/Paris' });
const holidays = z
  .enum(holidayRegions)
  .meta({ description: 'The part of France whose public holidays are off.', example: 'metropole' });

/** Working hours: a week in a time zone, less the public holidays of a part of France. */
export const WorkHours = z.object({ zone, holidays, week: Week }).meta({ id: 'WorkHours' });

const day = (example: string) => z.iso.date().meta({ example });

/** An absence of the caller's, its two days included. */
export const Absence = z
  .object({
    from: like('2026-12-21'),
    to: like('2026-12-31').meta({ description: 'The last day, which is off too.' }),
    deputy: Named.nullable().meta({ description: 'Who stands in.', example: null }),
    text: like('Pour les devis, voyez Karim.').meta({ description: 'What whoever writes meanwhile is shown.' }),
  })
  .meta({ id: 'Absence' });
export type Absence = z.infer<typeof Absence>;

/** Source of a person's hours: chosen by themself, a default of their society or of the instance, or none. */
export const hoursSources = ['own', 'society', 'instance', 'none'] as const;
export type HoursSource = (typeof hoursSources)[number];

/** Hours, absences and quiet of the caller. */
export const OwnAvailability = z
  .object({
    _id: id.meta({ description: 'The caller.' }),
    hours: WorkHours.nullable().meta({ description: 'null for who is always on duty.' }),
    source: z.enum(hoursSources).meta({ description: 'Where the hours, or that there are none, come from.' }),
    zone: like('Europe/Paris').meta({ description: 'The time zone in which the days of absences begin.' }),
    absences: z.array(Absence).meta({ description: 'Those that have not ended, the next first.' }),
    quietUntil: time.nullable().meta({ description: 'Until when the caller is not to be disturbed.', example: null }),
    urgentLeft: z
      .number()
      .int()
      .meta({ description: 'How many more urgent messages the caller may send within seven days.', example: 3 }),
  })
  .meta({ id: 'OwnAvailability', description: 'Hours, absences and quiet of the caller.' });
export type OwnAvailability = z.infer<typeof OwnAvailability>;

/** Person off duty, in the view of people who share a place with them. */
export const OffDuty = z
  .object({
    _id: id,
    until: time.nullable().meta({ description: 'Until when; null when no end is in sight.' }),
    isAbsent: z.boolean().meta({ description: 'Whether they told of an absence.', example: false }),
    deputy: Named.nullable().meta({
      description: 'Who stands in during the absence, if the caller shares a place with them.',
      example: null,
    }),
    text: like('').meta({ description: 'What they wrote to be read during the absence.' }),
  })
  .meta({ id: 'OffDuty', description: 'A person who is off duty.' });
export type OffDuty = z.infer<typeof OffDuty>;

const own = z.object({ own: OwnAvailability });

export const availability = {
  list: endpoint({
    method: 'GET',
    path: '/availability',
    access: access.session,
    guests: true,
    summary: `Reads which of up to ${limits.namedPeople} people are off duty, and until when; people on duty, and people who share no place with the caller, are left out`,
    query: z.object({
      ids: z
        .string()
        .max(limits.namedPeople * 37)
        .regex(/^[0-9a-f,-]*$/i)
        .default('')
        .meta({ description: 'Ids, separated by commas.', example: '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b01' }),
    }),
    output: z.object({ offDuty: z.array(OffDuty) }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/availability/own',
    access: access.session,
    guests: true,
    summary: 'Reads the caller’s hours, absences and quiet',
    output: own,
  }),
  setHours: endpoint({
    method: 'PUT',
    path: '/availability/hours',
    access: access.session,
    guests: true,
    summary: 'Sets the caller’s hours',
    body: z.object({
      hours: WorkHours.nullable().meta({ description: 'null: always on duty, whatever the default says.' }),
    }),
    output: own,
  }),
  followDefault: endpoint({
    method: 'DELETE',
    path: '/availability/hours',
    access: access.session,
    guests: true,
    summary: 'Takes the caller’s hours back: those of their society or of the instance hold, if there are any',
    output: own,
  }),
  setAbsences: endpoint({
    method: 'PUT',
    path: '/availability/absences',
    access: access.session,
    guests: true,
    summary: 'Replaces the caller’s absences that have not ended',
    body: z.object({
      absences: z
        .array(
          z
            .object({
              from: day('2026-12-21'),
              to: day('2026-12-31'),
              deputyId: id.nullish().meta({ description: 'Somebody who shares a place with the caller.' }),
              text: lines(limits.absenceText).default('').meta({ example: 'Pour les devis, voyez Karim.' }),
            })
            .refine(({ from, to }) => from <= to, issue('days')),
        )
        .max(limits.absences),
    }),
    output: own,
    refuses: ['absence_past', 'absence_far', 'absences_overlap', 'deputy_self', 'user_not_found'],
  }),
  setQuiet: endpoint({
    method: 'PUT',
    path: '/availability/quiet',
    access: access.session,
    guests: true,
    summary: 'Lets nothing disturb the caller until a time, or again from now on',
    body: z.object({
      until: z
        .object({ localTime, zone: zoneName })
        .nullable()
        .meta({ description: 'Until when, on the clock of a zone; null ends it.' }),
    }),
    output: own,
    refuses: ['time_past', 'quiet_far'],
  }),
  urgent: endpoint({
    method: 'POST',
    path: '/availability/urgent',
    access: access.session,
    guests: true,
    summary: `Lets the message that is posted with this nonce reach people off duty; ${limits.urgentPerWeek} within seven days, each in the journal. A repeat with the same nonce counts once`,
    body: z.object({
      nonce: z.uuid().toLowerCase().meta({ example: '7b0c2a51-9d4e-4c7a-8f63-1e5d2c9b7a40' }),
      reason: text(limits.urgentReason, limits.urgentReasonMin).meta({ example: 'Le serveur du client est en panne.' }),
    }),
    output: own,
    status: 201,
    refuses: ['too_many_urgent'],
  }),
};

export const availabilityEvents = {
  updateAvailability: event(
    z.object({ _id: id }),
    'people who share a place with the person, once their hours, absences or quiet have changed: what is shown of them is read anew',
  ),
  updateOwnAvailability: event(OwnAvailability, 'the person'),
};
