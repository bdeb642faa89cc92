import { z } from 'zod';
import { isEmail } from '../rules/email.ts';
import { isBlank } from '../rules/message-content.ts';
import { isZone } from '../rules/zones.ts';
import type { IssueCode } from './issues.ts';

/** Limits that both sides apply. Lengths are in UTF-16 units. */
export const limits = {
  title: 80,
  description: 500,
  /** Of what is said of someone who is reported. */
  report: 1_000,
  roleName: 40,
  rolesPerWorkspace: 250,
  channelsPerWorkspace: 500,
  tags: 20,
  tag: 40,
  name: 80,
  /** What a profile says of its person: a job, a town, a name. */
  profileField: 120,
  link: 200,
  sessionsListed: 100,
  email: 254,
  passwordMin: 8,
  passwordMax: 200,
  /** Digits of a code sent by e-mail; what is typed may be checked from four on. */
  codeLength: 6,
  codeMin: 4,
  messageContent: 10_000,
  /** People of a conversation, whoever begins it included. */
  conversationPeople: 25,
  /** Conversations that a list gives, the most recent ones. */
  conversationsListed: 500,
  /** Characters of a message that a list of conversations gives. */
  excerpt: 200,
  reaction: 32,
  /** Kinds of reactions to one message, and reactions in all: each of them is told to everyone in the place. */
  reactionKinds: 20,
  reactionsPerMessage: 2_000,
  pinsPerPlace: 50,
  /** Days after which the last message of a channel is deleted. */
  autoDeleteDaysMin: 1,
  autoDeleteDaysMax: 3_650,
  pageDefault: 50,
  pageMax: 100,
  inviteUses: 10,
  invitedPeople: 100,
  imageBytes: 10 * 1024 * 1024,
  filesPerMessage: 10,
  fileBytes: 50 * 1024 * 1024,
  /** What is typed in the field of the search. */
  search: 200,
  /** Of a file's name, its end included. */
  fileName: 150,
  linkedAccounts: 10,
  emojiName: 30,
  emojiBytes: 256 * 1024,
  emojiPerWorkspace: 200,
  /** Ids of members that a workspace lists; `membersCount` is always exact (decision 0004). */
  listedMembers: 1_000,
  /** Comings and goings that a workspace keeps. */
  movesKept: 200,
  peopleListed: 100,
  /** Owners of one society. */
  societyOwners: 100,
  /** Restricted workspaces that one may be taken out of together with their society. */
  restrictedTogether: 50,
  /** Addresses on the whitelist of one society. */
  whitelist: 5_000,
  /** People whose names are asked for at once. */
  namedPeople: 100,
  /** Messages that are linked to, whose excerpts are asked for at once. */
  linkedMessages: 50,
  /** Cards of discovery that come at a time, beside those of one's own workspaces. */
  cardsListed: 100,
  /** How many of each one account makes in an hour at most (429). */
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
  /** Megabytes of files that one account sends in an hour at most (429). */
  megabytesInAnHour: 5_000,
} as const;

/** Neither NUL, which PostgreSQL can't store, nor a lone surrogate, which UTF-8 can't carry. */
const storable = (value: string) => !value.includes('\0') && !/\p{Surrogate}/u.test(value);

const issue = (code: IssueCode) => code;

/** Text as typed, `min` to `max` long. */
export const rawText = (max: number, min = 0) => z.string().min(min).max(max).refine(storable, issue('characters'));

/** Nothing that breaks the line, rings a terminal, or turns round the text that stands after it. */
const onOneLine = (value: string) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value);
/** The same of a text that may have several lines. */
const onLines = (value: string) => onOneLine(value.replace(/\r?\n|\t/g, ' '));

/** Text on one line (a name, a title), trimmed, `min` to `max` long; one that is needed has something to see in it. */
export const text = (max: number, min = 0) => trimmed(max, min).refine(onOneLine, issue('line'));

/** The same on several lines, as a description. */
export const lines = (max: number) => trimmed(max, 0).refine(onLines, issue('line'));

const trimmed = (max: number, min: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine(value => min === 0 || !isBlank(value), issue('required'))
    .refine(storable, issue('characters'));

/**
 * A text as the server sends it. Schemas carry what their documentation says of them: `example` is a value they could
 * have (those of ids, lists and objects are made up), `description` what their name does not tell.
 */
export const like = (example: string) => z.string().meta({ example });

/** UUIDv7 made by the server, as it writes them: one record has one name, whatever a client's letters. */
export const id = z.uuid().toLowerCase();
/** ISO 8601 UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-21T09:30:00.000Z' });
/** A sentence for the person. */
export const message = like('C’est fait.');
export const email = text(limits.email, 3)
  .toLowerCase()
  .refine(isEmail, issue('email'))
  .meta({ example: 'camille@exemple.fr' });
export const password = z
  .string()
  .min(limits.passwordMin, issue('password_short'))
  .max(limits.passwordMax)
  .refine(storable, issue('characters'))
  .meta({ example: 'un mot de passe sûr' });
export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .meta({ example: '#1d6a51' });

/** A boolean, or its name as a multipart form carries it. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(value => value === 'true')]);

export const byId = z.object({ id });
export const ids = (max: number) => z.array(id).max(max);
/** Absent and `null` mean the same to a client that clears a field. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
/** The answer of an action with nothing else to say. */
export const done = z.object({ message });

/** Where the clocks are that days begin by, and times are written by. */
export const zoneName = z.string().max(64).refine(isZone).meta({ example: 'Europe/Paris' });
export const zone = zoneName
  .default('UTC')
  .meta({ description: 'The time zone in which days begin.', example: 'Europe/Paris' });
