import type { Failures } from '../failures.ts';

/** Failures of messages in channels and conversations; `{file}` stands for the name of a file. */
export const messageErrors = {
  search_too_broad: {
    status: 400,
    fr: 'Cette recherche est trop large\u00a0: écrivez moins de mots, ou des mots plus longs.',
    en: 'This search is too broad: use fewer words, or longer ones.',
  },
  empty_message: { status: 400, fr: 'Un message ne peut pas être vide.', en: 'A message cannot be empty.' },
  too_many_files: {
    status: 400,
    fr: 'Un message porte 10 fichiers au plus.',
    en: 'A message can hold up to 10 files.',
  },
  empty_file: { status: 400, fr: 'Un fichier vide ne peut pas être envoyé.', en: 'An empty file cannot be sent.' },
  file_misnamed: {
    status: 400,
    fr: 'Le contenu de «\u00a0{file}\u00a0» n’est pas celui qu’annonce son extension\u00a0: donnez-lui la bonne, ou envoyez un autre fichier. Rien n’a été envoyé.',
    en: 'The content of “{file}” is not what its extension says: give it the right one, or send another file. Nothing was sent.',
  },
  one_place: {
    status: 400,
    fr: 'Indiquez un salon ou une conversation, et un seul des deux.',
    en: 'Name either a channel or a conversation, and only one of them.',
  },
  time_past: {
    status: 400,
    fr: 'Cette heure est déjà passée.',
    en: 'This time has already passed.',
  },
  time_too_far: {
    status: 400,
    fr: 'Un envoi se programme un an à l’avance au plus.',
    en: 'A message can be scheduled up to one year ahead.',
  },
  cannot_write: {
    status: 403,
    fr: 'Vous ne pouvez pas écrire dans ce salon.',
    en: 'You cannot write in this channel.',
  },
  sender_only: {
    status: 403,
    fr: 'Seule la personne qui a écrit ce message peut le changer.',
    en: 'Only its author can change this message.',
  },
  message_not_found: {
    status: 404,
    fr: 'Ce message n’existe plus.',
    en: 'This message no longer exists.',
  },
  undo_too_late: {
    status: 409,
    fr: 'Il est trop tard pour annuler.',
    en: 'It is too late to undo this.',
  },
  answered_deleted: {
    status: 409,
    fr: 'Le message auquel vous répondez a été supprimé.',
    en: 'The message you are replying to was deleted.',
  },
  conversation_of_two: {
    status: 409,
    fr: 'Une conversation à deux ne change ni de titre ni de personnes.',
    en: 'A conversation between two people cannot be renamed, and its people cannot change.',
  },
  conversation_full: {
    status: 409,
    fr: 'Une conversation réunit 25 personnes au plus.',
    en: 'A conversation can have up to 25 people.',
  },
  too_many_reactions: {
    status: 409,
    fr: 'Ce message a déjà autant de réactions qu’il peut en porter.',
    en: 'This message already has as many reactions as it can hold.',
  },
  too_many_scheduled: {
    status: 409,
    fr: 'Vous avez déjà 200 messages programmés et rappels\u00a0: annulez-en un d’abord.',
    en: 'You already have 200 scheduled messages and reminders: cancel one first.',
  },
  scheduled_changed: {
    status: 409,
    fr: 'Ce message programmé vient d’être changé sur un autre appareil. Relisez, puis recommencez.',
    en: 'This scheduled message has just been changed on another device. Review it and try again.',
  },
  scheduled_leaving: {
    status: 409,
    fr: 'Ce message est en train de partir\u00a0: il ne peut plus être changé.',
    en: 'This message is being sent: it can no longer be changed.',
  },
  thread_in_thread: {
    status: 409,
    fr: 'Un fil ne s’ouvre pas dans un autre fil.',
    en: 'A thread cannot be opened inside another thread.',
  },
  thread_full: {
    status: 409,
    fr: 'Ce fil a 10\u202f000 réponses, et ne peut pas en porter plus\u00a0: continuez dans un autre.',
    en: 'This thread has 10,000 replies and cannot hold more: continue in another one.',
  },
  reply_not_pinned: {
    status: 409,
    fr: 'Une réponse d’un fil ne s’épingle pas.',
    en: 'A reply in a thread cannot be pinned.',
  },
  too_many_pins: {
    status: 409,
    fr: 'Il y a déjà 50 messages épinglés ici. Retirez-en un d’abord.',
    en: 'There are already 50 pinned messages here. Unpin one first.',
  },
  file_too_large: {
    status: 413,
    fr: 'Un fichier ne peut pas dépasser 50\u00a0Mo.',
    en: 'A file cannot exceed 50\u00a0MB.',
  },
  file_too_large_to_scan: {
    status: 413,
    fr: 'Le fichier «\u00a0{file}\u00a0» est trop gros pour être vérifié\u00a0: rien n’a été envoyé.',
    en: 'The file “{file}” is too large to be scanned: nothing was sent.',
  },
  file_infected: {
    status: 422,
    fr: 'Le fichier «\u00a0{file}\u00a0» contient un logiciel malveillant\u00a0: rien n’a été envoyé.',
    en: 'The file “{file}” contains malware: nothing was sent.',
  },
  gif_unavailable: { status: 502, fr: 'Error loading gifs :(', en: 'Error loading gifs :(' },
  scan_unavailable: {
    status: 503,
    fr: 'Les fichiers ne peuvent pas être vérifiés pour le moment. Réessayez dans un instant\u00a0; les messages sans fichier partent.',
    en: 'Files cannot be scanned right now. Try again in a moment; messages without files still get through.',
  },
} as const satisfies Failures;
