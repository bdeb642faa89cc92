import { z } from 'zod';
import type { Failures } from './failures.ts';
import { issues } from './issues.ts';
import { messageErrors } from './messages/errors.ts';
import { peopleErrors } from './people/errors.ts';
import { runningErrors } from './running/errors.ts';
import { workspaceErrors } from './workspaces/errors.ts';

/**
 * All failures the server can answer: a closed list of codes, each with an HTTP status and a sentence in both languages.
 * The response body is `{code, message, issues?}`.
 */
export const errors = {
  ...peopleErrors,
  ...workspaceErrors,
  ...messageErrors,
  ...runningErrors,
  invalid_input: {
    status: 400,
    fr: 'Les informations envoyées ne sont pas valides.',
    en: 'The submitted data is not valid.',
  },
  invalid_image: { status: 400, fr: 'Veuillez sélectionner une image valide.', en: 'Please choose a valid image.' },
  invalid_cursor: { status: 400, fr: 'Ce curseur n’est pas valide.', en: 'This cursor is not valid.' },
  whitelist_email: { status: 400, fr: 'Veuillez entrer un email valide.', en: 'Please enter a valid e-mail address.' },
  whitelist_empty: {
    status: 400,
    fr: 'Aucun email valide trouvé dans le fichier.',
    en: 'No valid e-mail address was found in the file.',
  },
  whitelist_invalid: { status: 400, fr: 'Le fichier CSV est invalide.', en: 'The CSV file is not valid.' },
  forbidden: { status: 403, fr: 'Vous n’avez pas le droit de faire cela.', en: 'You are not allowed to do this.' },
  society_members_only: {
    status: 403,
    fr: 'Seuls les membres de cette société y ont accès.',
    en: 'Only members of this company have access to it.',
  },
  foreign_origin: { status: 403, fr: 'Cette origine n’est pas autorisée.', en: 'This origin is not allowed.' },
  not_found: { status: 404, fr: 'Introuvable.', en: 'Not found.' },
  request_timeout: {
    status: 408,
    fr: 'Cette demande a mis trop de temps à arriver. Réessayez.',
    en: 'This request took too long to arrive. Try again.',
  },
  push_subscription_refused: {
    status: 400,
    fr: 'Ce serveur n’accepte pas le service de notifications de ce navigateur.',
    en: 'This server does not accept the push service of this browser.',
  },
  push_unavailable: {
    status: 409,
    fr: 'Ce serveur n’a pas d’adresse en https\u00a0: il ne peut pas envoyer de notifications.',
    en: 'This server has no https address: it cannot send notifications.',
  },
  too_many_push_devices: {
    status: 409,
    fr: 'Vous recevez déjà des notifications sur 20 appareils\u00a0: retirez-en un.',
    en: 'You already get notifications on 20 devices: remove one.',
  },
  already_reported: {
    status: 409,
    fr: 'Vous avez déjà signalé cette personne aujourd’hui.',
    en: 'You have already reported this person today.',
  },
  already_handled: {
    status: 409,
    fr: 'Quelqu’un d’autre a déjà traité ce signalement.',
    en: 'Someone else has already handled this report.',
  },
  already_answered: {
    status: 409,
    fr: 'La personne qui a signalé a déjà reçu une réponse.',
    en: 'The person who reported has already been answered.',
  },
  too_many_notes: {
    status: 409,
    fr: 'Ce signalement a déjà vingt notes.',
    en: 'This report already has twenty notes.',
  },
  in_another_society: {
    status: 409,
    fr: 'Vous êtes déjà dans une société, ou attendez la réponse de l’une d’elles\u00a0: quittez-la d’abord.',
    en: 'You are already in a company, or waiting for its answer: leave it first.',
  },
  already_requested: {
    status: 409,
    fr: 'Vous avez déjà demandé à rejoindre cette société.',
    en: 'You have already asked to join this company.',
  },
  already_owner: {
    status: 409,
    fr: 'Cette personne est déjà propriétaire de la société.',
    en: 'This person already owns the company.',
  },
  no_request: {
    status: 409,
    fr: 'Cette demande n’attend plus de réponse.',
    en: 'This request is no longer waiting for an answer.',
  },
  not_in_society: {
    status: 409,
    fr: 'Cette personne n’est pas membre de la société.',
    en: 'This person is not a member of the company.',
  },
  too_many_owners: {
    status: 409,
    fr: 'Une société a 100 propriétaires au plus.',
    en: 'A company can have up to 100 owners.',
  },
  whitelist_full: {
    status: 409,
    fr: 'La liste blanche porte 5\u202f000 adresses au plus.',
    en: 'The whitelist can hold up to 5,000 addresses.',
  },
  changed_meanwhile: {
    status: 409,
    fr: 'Quelqu’un d’autre vient de changer cela. Relisez, puis recommencez.',
    en: 'Someone else has just changed this. Review it and try again.',
  },
  too_large: { status: 413, fr: 'Ce contenu est trop volumineux.', en: 'This content is too large.' },
  unsupported_media: { status: 415, fr: 'Ce format n’est pas accepté.', en: 'This format is not accepted.' },
  upgrade_refused: {
    status: 426,
    fr: 'Ce protocole n’est pas accepté ici.',
    en: 'This protocol is not accepted here.',
  },
  too_many_requests: {
    status: 429,
    fr: 'Trop de tentatives. Réessayez dans un moment.',
    en: 'Too many attempts. Try again in a moment.',
  },
  image_in_progress: {
    status: 429,
    fr: 'Une image que vous avez envoyée est encore en préparation. Réessayez dans un instant.',
    en: 'An image you sent is still being prepared. Try again in a moment.',
  },
  too_many_sockets: {
    status: 429,
    fr: 'Palabre est ouverte dans trop d’onglets ou d’appareils\u00a0: celui-ci n’est plus à jour.',
    en: 'Palabre is open in too many tabs or devices: this one is no longer up to date.',
  },
  internal: { status: 500, fr: 'Une erreur est survenue', en: 'Something went wrong' },
  unavailable: {
    status: 503,
    fr: 'Palabre redémarre ou sa base de données est absente. Réessayez dans un instant.',
    en: 'Palabre is restarting or its database is unavailable. Try again in a moment.',
  },
  storage_unavailable: {
    status: 503,
    fr: 'Le stockage des fichiers ne répond pas. Réessayez dans un instant\u00a0; les messages sans fichier partent.',
    en: 'The file storage is not responding. Try again in a moment; messages without files still get through.',
  },
  database_full: {
    status: 507,
    fr: 'Le disque du serveur est plein\u00a0: rien ne peut être enregistré pour l’instant.',
    en: 'The server’s disk is full: nothing can be saved right now.',
  },
  storage_full: {
    status: 507,
    fr: 'Il n’y a plus de place pour les fichiers.',
    en: 'There is no room left for files.',
  },
} as const satisfies Failures;

/** Code of a failure. */
export type ErrorCode = keyof typeof errors;

/** Failures of a wrong one-time code: their body has a `status` field, like the response to a right code. */
export const wrongCodes: readonly ErrorCode[] = ['otp_invalid', 'otp_incorrect', 'otp_reset'];

/** Body of every failure. */
export const Failure = z
  .object({
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().meta({
      description: 'The sentence to show, in French, or in English if the caller prefers English.',
      example: errors.invalid_input.fr,
    }),
    status: z.string().optional().meta({ description: 'Only for a wrong one-time code: error.', example: 'error' }),
    issues: z
      .array(
        z.object({
          path: z.string().meta({ example: 'title' }),
          message: z.string().meta({ example: issues.required.fr }),
        }),
      )
      .optional()
      .meta({ description: 'For invalid_input: what is wrong, field by field.' }),
  })
  .meta({ id: 'Failure', description: 'The body of every failure.' });
export type Failure = z.infer<typeof Failure>;
