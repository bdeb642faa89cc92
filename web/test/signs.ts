/**
 * Signs of controls, each with the words that the names of its buttons, links and entries begin with: an act has
 * the same sign everywhere. Of several words that a name begins with, the longest count. Names that begin with none of
 * these words, such as names of people and places, may have any sign.
 */
const signs: Record<string, readonly string[]> = {
  'alarm-clock': ['Me le rappeler'],
  'arrow-down': ['Descendre'],
  'arrow-left': ['Fermer le fil', 'Profil précédent', 'Retour à', 'Retour au', 'Retour aux', 'Toutes les sociétés'],
  'arrow-left-right': ['Changer de compte'],
  'arrow-up': ['Monter'],
  'at-sign': ['Changer l’adresse', 'Me notifier'],
  ban: ['Ban', 'Bannir'],
  bell: ['Me notifier', 'Ne plus suivre ce fil', 'Prévenir'],
  'bell-off': ['Me notifier', 'Suivre ce fil'],
  'building-2': ['Ceux de votre société'],
  'calendar-days': ['Calendrier'],
  check: ['Marquer comme lu'],
  'check-check': ['Marquer comme luÉchap', 'Tout marquer comme lu'],
  'chevron-down': ['Menu d', 'Programmer l’envoi'],
  'chevron-left': ['Mois précédent', 'Page précédente'],
  'chevron-right': ['Mois suivant', 'Page suivante'],
  'circle-dot': ['Statut'],
  compass: ['Découvrir', 'Workspaces publics'],
  copy: ['Copier le code', 'Copier le lien', 'Copier le texte'],
  crown: ['Nommer', 'Nommer propriétaire'],
  database: ['Données'],
  ellipsis: ['Actions d', 'Actions sur'],
  eye: ['Afficher le mot de passe'],
  'eye-off': ['Marquer comme non lu', 'Masquer', 'Masqué'],
  'face-slightly-smiling': ['Ajouter un emoji'],
  'face-slightly-smiling-plus': ['Ajouter une réaction', 'Réagir'],
  flag: ['Signaler'],
  hash: ['Canaux'],
  house: ['Accueil'],
  'id-card': ['Voir le profil', 'Votre société'],
  inbox: ['Boîte de réception'],
  italic: ['Italique'],
  'key-round': ['Aider'],
  keyboard: ['Raccourcis clavier'],
  landmark: ['Toutes les sociétés'],
  'layout-grid': ['Workspace'],
  'letter-b': ['Gras'],
  link: ['Copier le lien'],
  'log-out': ['Déconnexion', 'Fermer les sessions', 'Quitter la', 'Quitter le serveur'],
  'message-circle': ['Envoyer un message'],
  'message-square-text': ['Fils', 'Répondre dans un fil'],
  'messages-square': ['Conversations', 'Messages', 'Écrire à quelqu’un'],
  monitor: ['Système'],
  moon: ['Sombre'],
  'panel-left': ['Ouvrir le panneau'],
  paperclip: ['Joindre des fichiers'],
  pencil: ['Modifier', 'Renommer'],
  pin: ['Messages Épinglés', 'Épingler'],
  plus: ['Ajouter un lien', 'Créer', 'Inviter un ami', 'Nouveau workspace'],
  reply: ['Répondre'],
  search: ['Rechercher'],
  'send-horizontal': ['Enregistrer', 'Envoyer', 'Envoyer maintenant'],
  settings: ['Paramètres'],
  'settings-2': ['Général'],
  'shield-check': ['Confidentialité', 'Nommer', 'Rôles'],
  'shield-off': ['Retirer l’administration'],
  'shield-user': ['Admin'],
  'sliders-horizontal': ['Général'],
  'square-pen': ['Nouvelle conversation'],
  strikethrough: ['Barré'],
  sun: ['Clair'],
  'sun-moon': ['Thème'],
  ticket: ['Invitations', 'J’ai un code d’invitation'],
  trash: ['Annuler', 'Supprimer'],
  underline: ['Souligné'],
  'user-minus': ['Exclure', 'Kick'],
  'user-plus': ['Ajouter des personnes', 'Inviter de l’extérieur', 'Inviter des personnes', 'Inviter un ami'],
  'user-round': ['Profil'],
  users: ['Accès et membres', 'Afficher les membres', 'Masquer les membres', 'Membres', 'Vos workspaces'],
  'volume-2': ['Écouter'],
  'volume-x': ['Mettre en sourdine'],
  x: ['Effacer', 'Fermer', 'Fermer le fil', 'Masquer les membres', 'Ne plus montrer', 'Ne plus répondre', 'Retirer'],
};

const signsOf = new Map<string, string[]>();
for (const [sign, names] of Object.entries(signs))
  for (const words of names) signsOf.set(words, [...(signsOf.get(words) ?? []), `lucide-${sign}`]);
const longestFirst = [...signsOf.keys()].sort((a, b) => b.length - a.length);

/** Tells whether a button, link or entry of this name shows the sign of another act. */
export function isOfAnotherAct(name: string, sign: Element): boolean {
  const own = signsOf.get(longestFirst.find(words => name.startsWith(words)) ?? '');
  return own !== undefined && !own.some(one => sign.classList.contains(one));
}
