import { z } from 'zod';
import { isBlank } from '../rules/messages/message-content.ts';
import { isEmail } from '../rules/people/email.ts';
import { isZone } from '../rules/zones.ts';
import type { IssueCode } from './issues.ts';

/** Limits that both sides apply. Text lengths are in UTF-16 units. */
export const limits = {
  title: 80,
  description: 500,
  /** Workspaces listed before a person's departure: of those they own alone, and of those they leave. */
  departureListed: 100,
  /** Length of the reason of a ban. */
  banReason: 300,
  /** Length of a report's description. */
  report: 1_000,
  /** Messages copied before and after a reported one, and characters of each. */
  reportAround: 5,
  nearMessage: 500,
  /** Workspaces in common that a report names. */
  reportCommon: 5,
  /** Notes of administrators about a report, and the length of each. */
  reportNotes: 20,
  reportNote: 500,
  roleName: 40,
  rolesPerWorkspace: 250,
  channelsPerWorkspace: 500,
  tags: 20,
  tag: 40,
  name: 80,
  /** Length of a profile's text: a job, a town, a manager's name. */
  profileField: 120,
  link: 200,
  sessionsListed: 100,
  email: 254,
  passwordMin: 8,
  passwordMax: 200,
  /** Digits of a code sent by e-mail; the form can submit from `codeMin` digits. */
  codeLength: 6,
  codeMin: 4,
  messageContent: 10_000,
  /** People of a conversation, its creator included. */
  conversationPeople: 25,
  /** Conversations on one page of the list, most recent first. */
  conversationsListed: 500,
  /** Characters of a message's excerpt. */
  excerpt: 200,
  reaction: 32,
  /** Distinct reactions to one message, and all reactions to it. Each is an event to everyone in the place. */
  reactionKinds: 20,
  reactionsPerMessage: 2_000,
  pinsPerPlace: 50,
  /** Scheduled messages and reminders of one person, and the days ahead for which they may be scheduled. */
  scheduledPerPerson: 200,
  scheduledDaysAhead: 366,
  /** Absences of one person that have not ended, the days ahead at which they end, and the length of their text. */
  absences: 20,
  absenceDaysAhead: 1_100,
  absenceText: 500,
  /** Days that a session lasts from its login. */
  sessionDays: 30,
  /** Days ahead until which people may ask not to be disturbed. */
  quietDaysAhead: 366,
  charter: 10_000,
  /** Days for which the overview counts written messages. */
  overviewDays: 30,
  /** People in the smallest group of a disconnection report, and months in its list. */
  reportedGroup: 10,
  reportedMonths: 24,
  /** Urgent messages of one person within seven days, and the length of their reason. */
  urgentPerWeek: 3,
  urgentReasonMin: 10,
  urgentReason: 200,
  repliesPerThread: 10_000,
  /** People named in a thread's state: the last who replied. */
  threadPeople: 5,
  /** Threads on one page of the list, and the replies shown of each. */
  threadsListed: 20,
  threadReplies: 3,
  /** Threads whose state one request may ask for. */
  threadStates: 100,
  /** Days after which the last message of a channel may be auto-deleted. */
  autoDeleteDaysMin: 1,
  autoDeleteDaysMax: 3_650,
  pageDefault: 50,
  pageMax: 100,
  /** Default and maximum number of people who may use an invite. */
  inviteUses: 10,
  inviteUsesMax: 100,
  invitedPeople: 100,
  /** Domains whose addresses may register, the length of a domain, and of the text for people who may not register. */
  domains: 100,
  domain: 253,
  registrationText: 500,
  /** Name of the place, its legal notice, the links of its sign-in page and the length of a link’s label. */
  placeName: 60,
  legalNotice: 5_000,
  placeLinks: 5,
  linkLabel: 40,
  /** Smallest bound that administrators may set to files. */
  fileBytesMin: 1024 * 1024,
  /**
   * Length of an announcement, announcements shown at once, and the longest time until an announcement's end, in days.
   */
  announcement: 500,
  announcementsAtOnce: 3,
  announcementDaysAhead: 366,
  /** Pending requests for an account, and the days for which the link to make an account is valid. */
  admissionRequests: 5_000,
  registrationPassDays: 7,
  /** Addresses that one request may invite, and the days for which an invitation by mail is valid. */
  invitedEmails: 50,
  emailInviteDays: 7,
  /** Channels that a guest is let into, and the days for which a stay may last. */
  guestChannels: 50,
  stayDaysMin: 1,
  stayDaysMax: 366,
  imageBytes: 10 * 1024 * 1024,
  filesPerMessage: 10,
  fileBytes: 50 * 1024 * 1024,
  /** Length of a search query. */
  search: 200,
  /** Length of a search in a list. */
  listSearch: 100,
  /** Length of a file name, extension included. */
  fileName: 150,
  linkedAccounts: 10,
  /** Devices of one person that get pushes. */
  pushDevices: 20,
  /** Two less than `reaction`, because a reaction writes the name between colons. */
  emojiName: 30,
  emojiBytes: 256 * 1024,
  emojiPerWorkspace: 200,
  /** Ids of members that a workspace lists; `membersCount` is always exact (decision 0004). */
  listedMembers: 1_000,
  /** Moves (a member joined or left) that a workspace keeps. */
  movesKept: 200,
  peopleListed: 100,
  /** Owners of one society. */
  societyOwners: 100,
  /** Restricted workspaces that one removal from their society may include. */
  restrictedTogether: 50,
  /** Addresses on the whitelist of one society. */
  whitelist: 5_000,
  /** People whose names one request may ask for. */
  namedPeople: 100,
  /** Linked messages whose excerpts one request may ask for. */
  linkedMessages: 50,
  /** Discovery cards on one page, beside the cards of the caller's own workspaces. */
  cardsListed: 100,
  /** Records of each kind that one account may create in an hour; beyond, the server answers 429. */
  inAnHour: {
    workspace: 20,
    channel: 100,
    role: 100,
    invite: 100,
    conversation: 100,
    society: 10,
    joinRequest: 30,
    report: 30,
  },
  /** Megabytes of files that one account may upload in an hour; beyond, the server answers 429. */
  megabytesInAnHour: 5_000,
} as const;

/** Refuses NUL, which PostgreSQL can't store, and lone surrogates, which UTF-8 can't encode. */
const storable = (value: string) => !value.includes('\0') && !/\p{Surrogate}/u.test(value);

const issue = (code: IssueCode) => code;

/** Schema of a text kept as typed, `min` to `max` long. */
export const rawText = (max: number, min = 0) => z.string().min(min).max(max).refine(storable, issue('characters'));

/** Refuses line breaks, control characters and marks that reverse the reading direction of the following text. */
const onOneLine = (value: string) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value);
/** Applies `onOneLine` to a text whose line breaks and tabs are allowed. */
const onLines = (value: string) => onOneLine(value.replace(/\r?\n|\t/g, ' '));

/** Schema of a trimmed text on one line (a name, a title), `min` to `max` long; with a `min`, the text can't be blank. */
export const text = (max: number, min = 0) => trimmed(max, min).refine(onOneLine, issue('line'));

/** Schema of a trimmed text on several lines (a description). */
export const lines = (max: number, min = 0) => trimmed(max, min).refine(onLines, issue('line'));

const trimmed = (max: number, min: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine(value => min === 0 || !isBlank(value), issue('required'))
    .refine(storable, issue('characters'));

/**
 * Schema of a text that the server sends. In `.meta`, `example` is a possible value (examples of ids, lists and objects
 * are generated) and `description` explains what the field's name doesn't; the API's document shows both.
 */
export const like = (example: string) => z.string().meta({ example });

/** UUIDv7 made by the server. Lower case, so that a record has a single id, however a client writes its letters. */
export const id = z.uuid().toLowerCase();
/** Time in ISO 8601, UTC, with milliseconds. */
export const time = z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-21T09:30:00.000Z' });
/** Sentence to show to the person. */
export const message = like('C’est fait.');
/** Schema of an e-mail address, in lower case. */
export const email = text(limits.email, 3)
  .toLowerCase()
  .refine(isEmail, issue('email'))
  .meta({ example: 'camille@exemple.fr' });
/** Schema of a new password. */
export const password = z
  .string()
  .min(limits.passwordMin, issue('password_short'))
  .max(limits.passwordMax)
  .refine(storable, issue('characters'))
  .meta({ example: 'un mot de passe sûr' });
/** Schema of a colour: `#rrggbb`. */
export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .meta({ example: '#1d6a51' });

/** Schema of a boolean, also as `'true'` or `'false'`, which multipart forms and queries send. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(value => value === 'true')]);

/** Path parameters of an endpoint about one record. */
export const byId = z.object({ id });
/** Schema of a list of `max` ids at most. */
export const ids = (max: number) => z.array(id).max(max);
/** Makes a schema accept `null` and `undefined`. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
/** Response of an action that has only a sentence to return. */
export const done = z.object({ message });

/** Schema of a time zone's name. */
export const zoneName = z.string().max(64).refine(isZone).meta({ example: 'Europe/Paris' });
/** Schema of a local time to the minute, of a day that exists. Zod would accept the `Z` of a time in UTC too. */
export const localTime = z.iso
  .datetime({ local: true, precision: -1 })
  .refine(text => !text.endsWith('Z'))
  .meta({ example: '2026-11-27T09:00' });
/** Schema of the time zone of a request: it decides when days begin and how times are written. */
export const zone = zoneName
  .default('UTC')
  .meta({ description: 'The time zone in which days begin.', example: 'Europe/Paris' });
