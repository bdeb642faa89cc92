import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './define.ts';
import { api } from './index.ts';

/** JSON Schema of a field: the parts that describe its accepted values. */
interface Form {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  anyOf?: readonly Form[];
  items?: Form;
  properties?: Record<string, Form>;
  required?: readonly string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
}

/** Schema of a part of a request; wrappers make a part optional, or accept any value for it. */
interface Part {
  shape?: Record<string, z.ZodType>;
  def?: { innerType?: Part };
}
const fieldsOf = ({ shape, def }: Part): Record<string, z.ZodType> =>
  shape ?? (def?.innerType ? fieldsOf(def.innerType) : {});

const within = (least: number | undefined, most: number | undefined): string => {
  const [from, to] = [least, most].map(one =>
    one === undefined || Math.abs(one) === Number.MAX_SAFE_INTEGER ? '' : one,
  );
  return from === '' && to === '' ? '' : ` ${from}–${to}`;
};

/** Names the texts that a pattern accepts; the pattern of local times is several lines long. */
const kindOf = (pattern: string | undefined): string =>
  pattern === undefined ? 'text' : pattern.includes('-02-29') ? 'local time' : `text like ${pattern}`;

/** Describes the values a field accepts: « text 1–80 », « list –20 of uuid », « public/protected/private or null ». */
function formOf(form: Form): string {
  if (form.anyOf) return [...new Set(form.anyOf.map(formOf))].join(' or ');
  if (form.enum) return form.enum.length > 10 ? `one of ${form.enum.length}` : form.enum.join('/');
  if (form.const !== undefined) return JSON.stringify(form.const);
  switch (form.type) {
    case 'array':
      return `list${within(form.minItems, form.maxItems)} of ${formOf(form.items ?? {})}`;
    case 'object': {
      const inner = Object.entries(form.properties ?? {}).map(
        ([name, one]) => `${name}${form.required?.includes(name) ? '' : '?'}: ${formOf(one)}`,
      );
      return `{ ${inner.join(', ')} }`;
    }
    case 'string':
      return `${form.format ?? kindOf(form.pattern)}${within(form.minLength, form.maxLength)}`;
    case 'integer':
    case 'number':
      return `${form.type}${within(form.minimum ?? form.exclusiveMinimum, form.maximum)}`;
    default:
      return form.type ?? 'anything';
  }
}

/** Fields of queries and bodies, by their accepted values; an optional field ends with a question mark. */
const promised: Record<string, string> = {
  'text 1–80': `
    users.register firstName lastName, admissions.ask firstName? lastName?, admissions.register firstName
    lastName, workspaces.create title, workspaces.update title?, channels.create title, channels.update title?,
    conversations.rename title, invites.register firstName lastName, emailInvites.register firstName lastName,
    societies.create name
  `,
  'text 3–254': `
    users.register email, otp.sent p_email, admissions.ask email, addresses.change email, addresses.changeOf
    email, invites.register email, administration.ban email
  `,
  'text 8–200': `
    users.register password, otp.resetPassword newPassword, admissions.register password, accounts.changePassword
    newPassword, invites.register password, emailInvites.register password
  `,
  'text 1–254': 'users.login email, users.byEmail email, linkedAccounts.link email',
  'text 1–1000': `
    users.login password, linkedAccounts.link password, workspaces.list cursor?, guests.list cursor?,
    push.subscribe endpoint, societies.list cursor?, societies.users cursor?, societies.pending cursor?,
    societies.owners cursor?
  `,
  'text –4096 or null': 'users.verifyToken token?',
  'text 0–100': `
    users.search search?, admissions.requests search?, workspaces.list search?, members.list search?, audit.list
    actor? target?, audit.csv actor? target?, societies.list search?, societies.users search?, societies.pending
    search?, societies.owners search?, reports.assignees search?, administration.users search?,
    administration.banned search?, overview.workspaces search?, announcements.list search?
  `,
  uuid: `
    users.search societyId?, linkedAccounts.unlink userId, otp.sent p_id, otp.check p_id, admissions.requests
    cursor?, availability.urgent nonce, members.list channelId?, members.kick userId, members.ban userId,
    members.passOn userId, members.unban userId, channels.create workspaceId, roles.color userId workspaceId,
    roles.create workspaceId, invites.list workspaceId, emailInvites.list cursor?, workspaceReports.list cursor?,
    messages.page around?, scheduled.create nonce, scheduled.remind nonce, push.unsubscribe id?, push.test id,
    unread.undoMarkAll undo, audit.list cursor?, societies.workspaces userId, reports.create reportedUser,
    reports.list cursor?, reports.ofUser cursor?, administration.departure heirId?, disconnection.reports cursor?,
    settings.history cursor?, announcements.list cursor?, boot.one workspaceId?
  `,
  'text like ^[0-9a-f,-]*$ –3700': 'users.named ids?, availability.list ids?, threads.states ids?',
  'text 1–20': 'linkedAccounts.link code?',
  'text 0–20 or number': 'otp.check p_otp, addresses.confirm otp, addresses.confirmOf otp',
  '2FA/email': 'otp.check p_option',
  'text –200': `
    otp.resetPassword resetToken?, conversations.list cursor?, notifications.stopMails token, search.messages
    cursor?, search.files cursor?
  `,
  'everybody/invitation/domains/approval/provider': 'registration.choose who',
  'list –100 of text like ^[\\p{L}\\p{N}-]+(\\.[\\p{L}\\p{N}-]+)+$ 1–253': 'registration.choose domains?',
  'text 0–500': 'registration.choose text?, admissions.ask message?',
  'integer 1–100': `
    admissions.requests limit?, invites.create uses?, emailInvites.list limit?, workspaceReports.list limit?,
    guests.list limit?, messages.page limit?, audit.list limit?, reports.list limit?, reports.ofUser limit?,
    administration.users limit?, administration.banned limit?, overview.workspaces limit?, settings.history
    limit?, announcements.list limit?
  `,
  boolean: `
    admissions.decide approve, reports.create attachContext? onlyAdministrators?, administration.recover twoStep?,
    administration.depart leaves?
  `,
  'boolean or null': 'settings.change twoStepRequired?',
  'integer 1–30 or null': 'settings.change idleSessionDays?',
  'text 1–80 or null': 'accounts.update firstName? lastName?, societies.update name?',
  'text 0–120 or null': 'accounts.update jobTitle? jobLocation? manager? vacationReferee?',
  'uuid or "" or null':
    'accounts.update managerId? vacationRefereeId?, workspaces.create societyId?, workspaces.update societyId?',
  'text 0–5 or null': 'accounts.update startHour? endHour?',
  'text 0–200 or null': 'accounts.update linkedinProfile? githubProfile?',
  'boolean or true/false or null': `
    accounts.update doubleAuthentification? verification? notificationMail?, workspaces.create restricted?
    announceMoves? autoDelete?, workspaces.update restricted? announceMoves? autoDelete?
  `,
  'text –64 or null': 'accounts.update timeZone?',
  'null or ""': 'accounts.update avatar?',
  'text 1–1000 or null':
    'accounts.changePassword oldPassword?, accounts.reauthenticate password?, accounts.remove password?',
  'text 0–20 or number or null': 'accounts.changePassword code?, accounts.reauthenticate code?',
  'keep/erase or null': 'accounts.remove messages?',
  'anything or null': 'availability.setHours hours, disconnection.setDefaults hours',
  'list –20 of { from: date, to: date, deputyId?: uuid or null, text?: text 0–500 }':
    'availability.setAbsences absences',
  '{ localTime: local time, zone: text –64 } or null': 'availability.setQuiet until',
  'text 10–200': 'availability.urgent reason',
  'text –64': `
    personalData.export zone?, personalData.prepare zone?, scheduled.create zone, scheduled.remind zone, audit.csv
    zone?, search.messages zone?, search.files zone?
  `,
  'boolean or true/false': `
    workspaces.list society?, roles.create addChannels? canKick? creator?, roles.update addChannels? canKick?
    creator?, messages.send alsoInPlace? replyNotifies?, threads.follow following?, scheduled.create alsoInPlace?
    replyNotifies?, notifications.mark isRead?, unread.mark threads? back?, unread.setLevel muted?, boot.one
    unread?
  `,
  'text 0–500 or null': 'workspaces.create description?, workspaces.update description?',
  'list –20 of text 0–40 or text 0–1600 or null': 'workspaces.create tags?, workspaces.update tags?',
  'integer 1–3650 or null': 'workspaces.create autoDeleteDays?, workspaces.update autoDeleteDays?',
  'uuid or null': `
    workspaces.update welcomeChannel?, messages.send channelId? conversationId? threadId? replyTo? threadOf?
    nonce?, messages.page channelId? conversationId? threadId?, messages.changes channelId? conversationId?
    threadId?, threads.read channelId? conversationId?, scheduled.create channelId? conversationId? threadOf?
    replyTo?, unread.one channelId? conversationId? threadId?, unread.mark channelId? conversationId? threadId?,
    unread.count channelId? conversationId? threadId?, unread.setLevel channelId? conversationId? threadId?,
    societies.update targetUserId?, reports.create messageId? workspaceId?, reports.assign userId,
    administration.depart heirId? deputyId?, disconnection.defaults societyId?, disconnection.setDefaults
    societyId?
  `,
  'text –1000': 'workspaces.remove title?, societies.remove name?',
  'uuid or "creator"': 'members.list roleId?',
  'integer 1–200': 'members.list limit?, societies.users limit?, societies.pending limit?, societies.owners limit?',
  'integer 0–1000000': 'members.list offset?',
  anything: 'channels.create visibility?',
  'public/protected/private or null': 'channels.update visibility?',
  'list –100 of uuid': 'channels.letIn add? remove?, invites.create users?',
  'list –500 of uuid': `
    channels.order channels, roles.create visibleChannels? writableChannels?, roles.update visibleChannels?
    writableChannels?, notifications.markSeveral ids
  `,
  'list 1–25 of uuid': 'conversations.create users, conversations.add users',
  'text 1–40': 'roles.create name, roles.update name?',
  'text like ^#[0-9a-fA-F]{6}$': 'roles.create color?, roles.update color?',
  'list –100000 of uuid': 'roles.create users?, roles.update users?',
  'integer 1–': 'roles.update rank?, scheduled.edit version, scheduled.sendNow version',
  'text like ^\\d{1,3}h$': 'invites.create time?',
  'list 1–50 of text 3–254': 'emailInvites.create emails',
  '{ channels: list 1–50 of uuid, endsAt: date-time }': 'emailInvites.create guest?',
  'text 0–254': 'emailInvites.list search?, administration.users cursor?, administration.banned cursor?',
  'new/handled':
    'workspaceReports.list status?, workspaceReports.update status, reports.list status?, reports.update status',
  'text 1–500': 'workspaceReports.note content, reports.note content, reports.answer text, announcements.create text',
  'text 0–200': 'guests.list search?',
  'true/false': 'guests.list over?, administration.users reported? administrators? suspended?',
  'date-time': 'guests.update endsAt?, audit.list from? to?, audit.csv from? to?, announcements.create endsAt',
  'list –50 of uuid': 'guests.update channels?',
  'text 0–10000': `
    messages.send content?, messages.edit content, scheduled.create content?, scheduled.edit content?,
    disconnection.setCharter text
  `,
  'text 1–200': 'messages.page prev? next?, threads.list cursor?, search.messages q, search.files q',
  'date-time –40': 'messages.page since?',
  'integer 0–': `
    messages.changes after authorsFrom?, unread.mark position, unread.count after, settings.change version,
    settings.changeLogo version
  `,
  'text like ^[0-9a-f,-]*$ –1850': 'messages.linked ids?',
  'unread/followed/mine': 'threads.list filter?',
  'local time': 'scheduled.create localTime, scheduled.remind localTime',
  '{ localTime: local time, zone: text –64 }': 'scheduled.edit when?',
  'text –32': 'reactions.add reaction, reactions.remove reaction',
  'text like ^[\\w-]{87}$': 'push.subscribe p256dh',
  'text like ^[\\w-]{22}$': 'push.subscribe auth',
  'all/name/nothing': 'push.subscribe detail?',
  'all/mentions/nothing': 'unread.setLevel level?',
  'text like ^[a-z0-9_+-]+$ 2–30': 'emoji.create name',
  'text 1–100': 'gifs.search q',
  'integer 1–50': 'gifs.search limit?',
  'uri –2000': 'gifs.media url?',
  'text –100': 'gifs.media sign?',
  'text –40': 'gifs.media demo?',
  'one of 59': 'audit.list action?, audit.csv action?',
  'join/leave/removePendingUser/accept/decline/addOwner/removeUser/addWhitelist/addWhitelistBulk/removeWhitelist or null':
    'societies.update action?',
  'text –1016 or null': 'societies.update email?',
  'list –5000 of text –1016 or text –1048576 or null': 'societies.update emails?',
  'list –50 of uuid or null': 'societies.update workspaces?',
  text: 'reports.create reason',
  'text 0–1000': 'reports.create description?',
  'text 0–300': 'administration.ban reason?',
  'mail/hand': 'administration.recover by',
  'text like ^\\d{4}-(0[1-9]|1[0-2])$': 'disconnection.reports month?',
  'text like ^\\d{1,15}_[0-9a-f-]{36}$': 'overview.workspaces cursor?',
  'text 1–60 or null': 'settings.change name?',
  'text like ^#[0-9a-fA-F]{6}$ or null': 'settings.change accent?',
  'text 3–254 or null': 'settings.change supportEmail?',
  'text 1–5000 or null': 'settings.change legalNotice?',
  'list –5 of { label: text 1–40, url: text 1–200 } or null': 'settings.change links?',
  'fr/en or null': 'settings.change language?',
  'everybody/administrators or null': 'settings.change workspaceMakers? societyMakers?',
  'allowed/refused or null': 'settings.change commonPasswords? misnamedFiles?',
  'integer 1048576–52428800 or null': 'settings.change fileBytes?',
  'integer 0–3650 or null': 'settings.change autoDeleteDays?',
  null: 'settings.change logo?',
  'one of 15': 'settings.history name?',
  'info/important': 'announcements.create kind?',
};

it('each field of a request is taken in the form and within the bounds that were promised', () => {
  const found: Record<string, string[]> = {};
  for (const [feature, group] of Object.entries(api)) {
    for (const [name, { query, body }] of Object.entries(group as Record<string, Endpoint>)) {
      const byForm = new Map<string, string[]>();
      for (const [field, schema] of [query, body].flatMap(part => Object.entries(fieldsOf(part as unknown as Part)))) {
        const form = formOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Form);
        const isOptional = schema.safeParse(undefined).success;
        byForm.set(form, [...(byForm.get(form) ?? []), isOptional ? `${field}?` : field]);
      }
      for (const [form, fields] of byForm)
        found[form] = [...(found[form] ?? []), [`${feature}.${name}`, ...fields].join(' ')];
    }
  }
  const told = Object.entries(promised).map(([form, fields]) => [
    form,
    fields
      .trim()
      .split(/,\s+/)
      .map(one => one.replace(/\s+/g, ' ')),
  ]);
  expect(found).toEqual(Object.fromEntries(told));
});
