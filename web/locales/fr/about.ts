/** Version and licence of Palabre, and the licences of its packages. */
export const about = {
  heading: 'À propos de Palabre',
  version: 'Version {{version}}. Logiciel libre, sous licence AGPL 3.0 ou ultérieure.',
  open: 'Licences',
  title: 'Licences',
  lead: 'Palabre {{version}} est faite avec ces logiciels et ces polices. Merci à leurs auteurs.',
  newer: 'Le serveur est en version {{version}}\u00a0: rechargez la page pour l’avoir aussi.',
  list: 'Logiciels et polices',
  none: 'La liste est établie à la construction de Palabre, qui n’a pas eu lieu ici.',
  noText: 'Le texte de cette licence n’est pas joint au paquet.',
  unnamed: 'Licence non précisée',
  failed: 'Les licences n’ont pas pu être lues',
};
