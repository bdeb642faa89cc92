import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { color, email, id, like, limits, lines, text, time } from '../fields.ts';
import type { IssueCode } from '../issues.ts';
import { Named } from '../people/users.ts';

/** People who may make workspaces, or societies. */
export const makers = ['everybody', 'administrators'] as const;
export type Makers = (typeof makers)[number];

const linkSchemes = ['https:', 'mailto:'];
const isLink = (address: string): boolean => URL.canParse(address) && linkSchemes.includes(new URL(address).protocol);
const notLink: IssueCode = 'link';

const link = z.object({
  label: text(limits.linkLabel, 1).meta({ example: 'Charte informatique' }),
  url: text(limits.link, 1).refine(isLink, notLink).meta({ example: 'https://exemple.fr/charte' }),
});

/** Settings of this Palabre as administrators send them. */
const chosen = {
  name: text(limits.placeName, 1).meta({ example: 'Atelier Tilleul' }),
  accent: color,
  supportEmail: email,
  legalNotice: lines(limits.legalNotice, 1).meta({ example: 'Édité par l’Atelier Tilleul, à Nantes.' }),
  links: z.array(link).max(limits.placeLinks),
  language: z.enum(['fr', 'en']),
  workspaceMakers: z.enum(makers),
  societyMakers: z.enum(makers),
  twoStepRequired: z.boolean().meta({
    description: 'Whether everybody needs two-step: who lacks it may do nothing but set it up.',
  }),
  idleSessionDays: z
    .number()
    .int()
    .min(1)
    .max(limits.sessionDays)
    .meta({
      description: `Days without use after which a session ends; it lasts ${limits.sessionDays} days at most.`,
      example: 7,
    }),
  commonPasswords: z.enum(['allowed', 'refused']).meta({
    description: 'Whether a password that is set may be a common one, or made of names; those that exist stay.',
  }),
  misnamedFiles: z.enum(['allowed', 'refused']).meta({
    description: 'Whether a file of a message may have an extension that its content does not have.',
  }),
  fileBytes: z
    .number()
    .int()
    .min(limits.fileBytesMin)
    .max(limits.fileBytes)
    .meta({ description: 'Largest file of a message, in bytes.', example: 10_485_760 }),
  autoDeleteDays: z.number().int().min(0).max(limits.autoDeleteDaysMax).meta({
    description: 'Days after which a new workspace deletes its messages, unless it chooses; 0: never.',
    example: 90,
  }),
};

const sentLink = z.object({ label: like('Charte informatique'), url: like('https://exemple.fr/charte') });
const logo = like('/api/settings/logo/0199f3c0-0000-7000-8000-000000000000').nullable();

/** Settings that administrators chose; null where nobody has chosen, so that Palabre's default applies. */
export const ChosenSettings = z
  .object({
    name: like('Atelier Tilleul').nullable(),
    logo,
    accent: color.nullable(),
    supportEmail: like('aide@exemple.fr').nullable(),
    legalNotice: like('Édité par l’Atelier Tilleul, à Nantes.').nullable(),
    links: z.array(sentLink).nullable(),
    language: chosen.language.nullable(),
    workspaceMakers: chosen.workspaceMakers.nullable(),
    societyMakers: chosen.societyMakers.nullable(),
    twoStepRequired: chosen.twoStepRequired.nullable(),
    idleSessionDays: z.number().int().nullable().meta({
      description: 'Days without use after which a session ends; null: it lasts until its own end.',
    }),
    commonPasswords: chosen.commonPasswords.nullable(),
    misnamedFiles: chosen.misnamedFiles.nullable(),
    fileBytes: z.number().int().nullable().meta({ description: 'Largest file of a message, in bytes.' }),
    autoDeleteDays: z.number().int().nullable().meta({ description: '0: messages stay.' }),
  })
  .meta({ id: 'ChosenSettings' });
export type ChosenSettings = z.infer<typeof ChosenSettings>;

/** Name of a setting. */
export const settingNames = Object.keys(ChosenSettings.shape) as [SettingName, ...SettingName[]];
export type SettingName = keyof ChosenSettings;

const tones = z.object({
  brand: color,
  brandHover: color,
  brandSoft: color,
  brandSoftHover: color,
  onBrand: color,
});

/**
 * Settings that everybody may know, even without a session: the sign-in page shows most of them. Left out, among
 * others, are `commonPasswords`, which would help people guess passwords, and `twoStepRequired`, which each person
 * learns about their own account.
 */
export const PlaceSettings = ChosenSettings.omit({
  accent: true,
  links: true,
  commonPasswords: true,
  twoStepRequired: true,
  misnamedFiles: true,
})
  .extend({
    links: z.array(sentLink),
    palette: z
      .object({ light: tones, dark: tones })
      .nullable()
      .meta({ description: 'Colours that both themes make of the accent; null for those of Palabre.' }),
    fileBytes: z.number().int().meta({ description: 'Largest file of a message, in bytes.', example: 52_428_800 }),
    workspaceMakers: chosen.workspaceMakers,
    societyMakers: chosen.societyMakers,
  })
  .meta({ id: 'PlaceSettings' });
export type PlaceSettings = z.infer<typeof PlaceSettings>;

/** Change of one setting by one person. */
export const SettingChange = z
  .object({
    _id: id,
    createdAt: time,
    name: z.enum(settingNames),
    by: Named.nullable().meta({ description: 'null once the account is gone.' }),
    before: like('Palabre').nullable().meta({ description: 'Value as JSON, cut when long; null for none.' }),
    after: like('Atelier Tilleul').nullable(),
  })
  .meta({ id: 'SettingChange' });
export type SettingChange = z.infer<typeof SettingChange>;

const version = z
  .number()
  .int()
  .min(0)
  .meta({ description: 'Version that was read: a setting changed since is refused.', example: 3 });
const whole = z.object({ settings: ChosenSettings, version });
const page = {
  limit: z.coerce.number().int().min(1).max(limits.pageMax).default(20).meta({ example: 20 }),
  cursor: id.optional().meta({ description: '`nextCursor` of the previous page.' }),
};

export const settings = {
  shown: endpoint({
    method: 'GET',
    path: '/settings',
    access: access.public,
    summary: 'Reads the settings that everybody may know: name, logo, colours, links, who may make what',
    output: z.object({ settings: PlaceSettings }),
    refuses: ['too_many_requests'],
  }),
  logo: endpoint({
    method: 'GET',
    path: '/settings/logo/:id',
    access: access.public,
    summary: 'Reads the logo of the place',
    params: z.object({ id }),
    /** The bytes of a WebP picture, not JSON. */
    output: z.unknown().meta({ format: 'binary' }),
    refuses: ['not_found', 'too_many_requests'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/admin/settings',
    access: access.administrator,
    summary: 'Reads the settings as administrators chose them, with their version',
    output: whole,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/admin/settings',
    access: access.administrator,
    summary: 'Changes some settings; null takes one back',
    body: z.object({
      version,
      ...(Object.fromEntries(Object.entries(chosen).map(([name, schema]) => [name, schema.nullish()])) as unknown as {
        [N in keyof typeof chosen]: z.ZodOptional<z.ZodNullable<(typeof chosen)[N]>>;
      }),
      logo: z.null().optional().meta({ description: 'null deletes the logo; another one is sent to its own path.' }),
    }),
    output: whole,
    refuses: ['settings_changed', 'accent_contrast', 'two_step_own_first'],
  }),
  changeLogo: endpoint({
    method: 'PUT',
    path: '/admin/settings/logo',
    access: access.administrator,
    summary: 'Changes the logo of the place: a picture, of which a small square is kept',
    body: z.object({ version: z.coerce.number().int().min(0) }),
    image: 'logo',
    output: whole,
    refuses: ['settings_changed'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/admin/settings/history',
    access: access.administrator,
    summary: 'Lists the changes of settings, newest first',
    query: z.object({ name: z.enum(settingNames).optional(), ...page }),
    output: z.object({ changes: z.array(SettingChange), nextCursor: id.nullable() }),
  }),
};

export const settingsEvents = {
  updateSettings: event(
    z.object({
      settings: PlaceSettings,
      twoStepRequired: z.boolean().meta({ description: 'Whether two-step is required of everybody.' }),
    }),
    'everyone',
  ),
};
