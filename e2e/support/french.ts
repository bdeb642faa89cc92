/** Words and letters that English lacks and that few French sentences are without. */
const words =
  'la les un une du et ou vous votre vos nous avec dans sur est sont cette ces que qui pas aucun aucune mais cela' +
  ' chaque ainsi voici toutes tous mot nom prénom envoyer enregistrer annuler supprimer modifier rechercher fermer' +
  ' ouvrir salon salons serveur serveurs société sociétés utilisateur utilisateurs paramètres connexion déconnexion';
const french = new RegExp(`[àâçéèêëîïôùûœ«»]|(?<![\\p{L}@./-])(?:${words.replaceAll(' ', '|')})(?![\\p{L}])`, 'iu');

/** Texts that are the same in every language: a language's name, and the server's names in a new workspace. */
const names = /Français|Créateur|général/g;

/** Filters the texts that are French. */
export const frenchIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(text => text.trim()).filter(text => french.test(text.replace(names, '')))),
];
