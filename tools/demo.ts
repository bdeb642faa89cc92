import type { PersonName } from '../server/test/people/world.ts';

/** Message of the demo, `day` working days ago (0 is today), at a local time. */
export interface DemoMessage {
  day: number;
  time: string;
  who: PersonName;
  text: string;
}

/** Parses lines « day time who text »; « ⏎ » stands for a line break. */
const script = (lines: string): DemoMessage[] =>
  lines
    .trim()
    .split('\n')
    .map(line => {
      const [, day, time = '', who, text = ''] = /^(\d+) (\d\d:\d\d) (\w+) (.+)$/.exec(line.trim()) ?? [];
      return { day: Number(day), time, who: who as PersonName, text: text.replaceAll('⏎', '\n') };
    });

/** Messages of the channels of the Atelier Tilleul. */
export const atelierTalk = {
  general: script(`
    6 08:31 camille Bonjour à toutes et à tous, et bienvenue à Théo qui nous rejoint en alternance pour un an 👋
    6 08:33 souleymane Bienvenue Théo ! La machine à café est capricieuse, tape deux fois.
    6 08:34 leonie Bienvenue ! Je suis à Grenoble du lundi au mercredi, à Lyon le reste de la semaine.
    6 08:41 theo Merci beaucoup ! Très content d’être là.
    6 09:02 karim Bienvenue. Si tu veux voir un vrai chantier, je pars à 10 h pour les soieries.
    6 09:03 theo Avec plaisir, j’ai mes chaussures de sécurité !
    6 14:20 camille Rappel : les feuilles de temps du mois sont à rendre vendredi midi, dernier délai.
    5 09:15 ines Le traceur A0 est de nouveau en service. Merci de ne plus l’alimenter avec du papier calque froissé…
    5 09:17 souleymane Je ne vois pas du tout de qui tu parles.
    5 09:17 ines 👀
    5 11:48 helene J’ai déposé le bilan carbone de l’agence sur le serveur : −11 % en un an. Bravo, surtout pour les déplacements.
    5 11:52 leonie Belle nouvelle ! Le train Lyon–Grenoble y est pour quelque chose.
    4 10:05 camille La visite de l’école de Vaise est confirmée jeudi à 14 h. Rendez-vous sur place, métro Valmy.
    4 10:07 ines J’y serai, avec le scanner 3D.
    4 10:09 theo Je peux venir aussi ?
    4 10:10 camille Bien sûr, c’est même fait pour.
    3 16:30 yann J’ai mis à jour la base de prix : bois et acier ont encore bougé, regardez avant de chiffrer.
    3 16:34 souleymane Merci Yann. Le lamellé-collé, ça donne quoi ?
    3 16:36 yann +4 % depuis le trimestre dernier. L’acier, lui, redescend enfin : −6 %.
    2 08:58 camille Petit-déjeuner demain à 9 h en salle du tilleul, on fête le permis des soieries 🥐
    2 09:01 karim J’apporte les pralines.
    2 09:02 leonie Et moi la tarte aux noix, de Grenoble évidemment.
    1 10:12 helene Merci pour ce petit-déjeuner, et merci surtout pour deux ans de travail. On le mérite, ce permis.
    1 10:14 souleymane 🎉
    1 17:45 ines La maquette du hall est prête, elle sèche dans l’entrée : doucement avec la porte, s’il vous plaît.
    0 08:40 camille Bonjour ! Ordre du jour de 10 h 30 : soieries, école de Vaise, appel d’offres de Villeurbanne.
    0 08:44 yann Je serai en visio, le train de Brest n’avance plus.
    0 08:46 camille Pas de souci, je lance l’appel à 10 h 25.
  `),
  chantier: script(`
    6 09:40 karim Point de ce matin : la façade est est piquée jusqu’au deuxième. On a trouvé du pisé sous l’enduit, personne ne l’avait vu au diagnostic.
    6 09:44 souleymane Du pisé ? Magnifique. Surtout pas d’enduit ciment dessus.
    6 09:45 karim C’est bien pour ça que je vous appelle avant 😉
    6 09:58 leonie Quelle épaisseur ? Si c’est porteur, il faut que je reprenne la descente de charges.
    6 10:51 karim 48 cm au rez-de-chaussée, 42 au premier. Photos ce soir.
    6 18:12 karim Les photos sont sur le serveur, dossier « façade est ».
    6 18:25 souleymane On voit même les lits de coffrage. On le garde apparent dans l’escalier ?
    6 18:27 camille Je pose la question au client, mais je crois que je connais sa réponse.
    5 08:20 karim Livraison des menuiseries reportée à mardi. Le menuisier a une panne de cabine de peinture.
    5 08:26 camille Impact sur le planning ?
    5 08:31 karim Deux jours, si on avance les cloisons du R+1. Je m’en occupe avec le plaquiste.
    5 11:05 leonie Note de calcul du pisé : ça tient, à condition de ne pas toucher au mur de refend. Je répète : **ne pas toucher au mur de refend**.
    5 11:06 karim Bien reçu : on ne touche pas au mur de refend.
    5 11:07 theo Et les saignées pour l’électricité ?
    5 11:09 leonie Bonne question. Pas plus de 3 cm, verticales seulement, et jamais à moins d’un mètre d’un angle.
    4 07:55 karim Réception des fers pour les appuis du R+2. Il manque six HEA 140, le fournisseur livre demain.
    4 13:40 yann J’ai le devis complémentaire du pisé : 18 400 € HT. On reste dans les aléas, mais il n’en reste plus beaucoup.
    4 13:47 camille Merci Yann. On le présente jeudi au client, avec la photo de l’escalier : elle vaut tous les arguments.
    4 13:48 souleymane Je la retouche un peu ?
    4 13:48 camille Surtout pas.
    3 09:10 karim Les HEA sont là. On pose demain matin, grue à 7 h, la rue est barrée jusqu’à 11 h.
    3 09:12 leonie J’arrive par le premier train, gardez-moi un casque.
    3 15:26 camille Le client dit oui pour le pisé apparent. Il a même dit « évidemment ».
    3 15:27 souleymane 🙌
    2 07:42 karim Première poutre posée.
    2 09:38 karim Dernière poutre posée, rue rouverte à 9 h 30. Merci à toute l’équipe.
    2 09:51 leonie Contrôle des appuis fait, rien à redire. Beau travail.
    2 14:15 ines J’ai recalé la maquette sur le relevé : 2 cm d’écart au maximum, sur un bâtiment de 1870, c’est presque vexant.
    1 11:20 yann Situation n° 7 validée, elle part en paiement ce soir.
    1 16:42 karim Le bureau de contrôle est passé : **avis favorable** sur la charpente, il reste la note sur les appuis du R+2.
    1 16:43 karim Je la mets ici dès qu’elle arrive.
    0 08:57 leonie Bonjour ! La note est là. Page 4, la flèche admissible passe de \`L/300\` à \`L/400\`.
    0 09:05 karim Donc on garde les HEA 140 ?
    0 09:07 leonie Oui, de justesse : 38 mm pour 40 admis. Je l’écris dans le compte rendu.
    0 09:12 souleymane Camille, on garde la réunion de 10 h 30 ? Le client a déjà vu ||la surprise du hall||, attention.
    0 09:12 souleymane Sinon je peux lundi matin.
    0 09:20 camille On garde. Et pour le hall, on fera comme s’il n’avait rien vu.
  `),
  cafe: script(`
    6 08:02 souleymane Premier ! ☕️
    6 08:05 ines Premier à parler, pas premier arrivé.
    5 08:10 leonie Question du jour : pain au chocolat ou chocolatine ?
    5 08:10 karim Oh non.
    5 08:11 souleymane On est à Lyon. Pain au chocolat.
    5 08:12 yann Ici à Brest, on dit kouign-amann et tout le monde est d’accord.
    5 08:13 camille Yann a gagné.
    4 08:20 theo Quelqu’un connaît un bon endroit pour déjeuner près de Vaise jeudi ?
    4 08:24 camille Le bouchon de la rue de Bourgogne. Réserve, c’est petit.
    4 08:31 theo Réservé pour six, à 12 h 15 !
    3 08:08 ines Le tilleul de la cour a fait sa première feuille jaune. Officiellement, c’est l’automne.
    3 08:09 helene Il était là avant l’agence, il a le droit de décider.
    2 12:55 souleymane Qui a laissé un plan de 1912 sous une tasse de café ?
    2 12:57 yann Je suis à Brest. J’ai un alibi.
    2 12:58 karim Chantier. Alibi aussi.
    2 13:04 theo C’est une photocopie… et la tasse est à moi 😅
    2 13:05 souleymane Ouf. Pardonné.
    1 08:03 leonie 4 degrés à Grenoble, grand soleil, le Vercors est tout blanc.
    1 08:05 yann 11 degrés à Brest, on ne voit pas le port.
    0 08:01 ines Premier !
    0 08:02 souleymane …
  `),
  annonces: script(`
    6 08:30 helene Théo Van den Berghe rejoint l’agence en alternance, auprès de Souleymane. Faites-lui bon accueil.
    4 09:00 helene L’agence ferme du 24 décembre au 1er janvier inclus. Les urgences de chantier passent par Karim jusqu’au 23 au soir.
    2 08:55 camille Le permis des anciennes soieries est purgé de tout recours. Petit-déjeuner demain à 9 h, salle du tilleul.
    1 12:00 helene Les entretiens annuels commencent lundi. Choisissez votre créneau auprès de Camille avant vendredi.
    0 08:30 helene Exercice d’évacuation aujourd’hui à 15 h. Point de rassemblement : sous le tilleul, évidemment.
  `),
  direction: script(`
    5 18:10 helene Les comptes du trimestre sont bons. On peut ouvrir le poste de dessinateur plus tôt que prévu.
    5 18:14 camille Février ? Avec Vaise qui démarre, ce serait idéal.
    5 18:16 helene Février, d’accord. Tu écris l’annonce ?
    4 08:50 camille Annonce rédigée, je te l’envoie pour relecture.
    2 18:30 helene Relue, j’ai seulement ajouté la fourchette de salaire. On la publie lundi.
    0 08:35 helene Le budget de l’an prochain reste entre nous jusqu’à la réunion de vendredi.
  `),
  offres: script(`
    4 11:00 yann Appel d’offres de Villeurbanne : remise le 12 à midi. Groupe scolaire de douze classes, bois et terre crue.
    4 11:04 camille C’est pour nous. Souleymane, tu prends l’esquisse ?
    4 11:06 souleymane J’ai déjà deux croquis dans le carnet.
    3 10:40 leonie Pour la terre crue, on a la référence des soieries maintenant. Autant en parler dès la première page.
    2 15:12 yann Premier chiffrage : 2 310 €/m². Il faudrait descendre sous 2 200.
    1 09:30 souleymane En passant la toiture en deux pentes au lieu de quatre, on gagne 70 €.
    1 09:34 yann Et le parking en stabilisé, 45 de plus. On y est.
    0 08:50 camille Parfait. Relecture complète du dossier demain à 14 h, avec tout le monde.
  `),
  photos: script(`
    5 17:30 ines Les photos de la façade avant et après piquage sont triées. Les plus belles sont dans le dossier « à montrer ».
    3 17:02 theo J’ai ajouté celles du quartier, pour l’insertion.
    2 10:15 karim La grue au lever du soleil, j’étais obligé.
    2 10:16 leonie Celle-là, on l’imprime pour l’entrée.
  `),
};

/** Messages of the channels of Maison Rivière. */
export const riviereTalk = {
  general: script(`
    5 10:00 helene Bonjour à tous, les quatre maisons sont maintenant ici. Fini les messages perdus entre deux services.
    5 10:05 mathilde Enfin !
    5 10:20 bastien Et la cave a son salon. Je vous préviens, je vais beaucoup y parler.
    3 16:00 helene Groupe de trente-deux samedi soir à la maison des quais. Mathilde, un menu unique te va ?
    3 16:08 mathilde Oui. Potimarron, cabillaud, poire. Et une version sans poisson pour quatre.
    1 15:30 helene Visite d’hygiène hier : rien à signaler dans les quatre cuisines. Félicitations.
    0 09:30 camille Bonjour ! Je passe vers 15 h avec les plans de la nouvelle terrasse.
  `),
  cuisine: script(`
    4 09:12 mathilde Le maraîcher n’a plus de blettes avant jeudi. On les remplace par du chou kale à l’ail.
    4 09:15 mathilde Et arrivée de coings magnifiques, j’en prends vingt kilos.
    2 09:40 mathilde Nouvelle carte lundi. Fiches techniques dans le classeur, à lire avant le service, merci.
    1 11:05 mathilde Le four du fond est réparé, mais il chauffe 10 degrés de trop. Étiquette posée dessus.
    0 09:05 mathilde Poissons du jour : cabillaud et merlu de ligne. Plus de lotte.
  `),
  cave: script(`
    4 14:00 bastien Dégustation de cinq Saint-Joseph mercredi à 15 h, entre les deux services. Qui vient ?
    4 14:22 helene Moi, évidemment.
    4 14:25 mathilde Moi aussi si la mise en place est finie.
    2 17:10 bastien Résultat : le troisième à l’unanimité. J’en rentre six caisses pour les quatre maisons.
    1 14:40 bastien Inventaire terminé. Il manque deux bouteilles de 2015, et je sais que c’est une erreur de saisie. N’est-ce pas ?
    1 14:45 mathilde C’est la sauce du mois dernier…
    1 14:46 bastien …
  `),
};

/** Conversations: people, their creator first, and messages. */
export const conversations: { title?: string; people: [PersonName, ...PersonName[]]; talk: DemoMessage[] }[] = [
  {
    people: ['camille', 'karim'],
    talk: script(`
      3 17:20 karim Tu as deux minutes pour le planning de la semaine prochaine ?
      3 17:24 camille Je finis une relecture et je t’appelle.
      1 18:02 karim Merci pour le petit-déjeuner. Les pralines ont disparu en quatre minutes, record battu.
      0 09:24 camille Tu peux passer me prendre à 13 h 30 pour Vaise ?
      0 09:26 karim Oui, devant l’agence.
    `),
  },
  {
    title: 'La surprise du hall',
    people: ['souleymane', 'ines', 'camille', 'theo'],
    talk: script(`
      4 16:10 souleymane Ici, on parle du hall, et le client n’en saura rien.
      4 16:12 ines La maquette avance. Le tilleul sera en laiton, finalement.
      4 16:15 camille En laiton ! Je veux voir ça.
      2 11:30 theo J’ai fini de découper les feuilles : deux cent douze.
      1 17:50 ines Elle sèche dans l’entrée. Personne n’y touche avant lundi.
      0 09:21 souleymane Il l’a vue. Sur la photo de Karim. Au fond à gauche.
    `),
  },
  {
    people: ['helene', 'camille'],
    talk: script(`
      5 18:20 helene Bravo pour aujourd’hui, la présentation était très claire.
      5 18:22 camille Merci, c’est surtout le travail de Léonie.
    `),
  },
  {
    people: ['leonie', 'camille', 'yann'],
    talk: script(`
      0 08:52 leonie Je vous envoie la note des appuis avant la réunion, elle change le chiffrage.
      0 08:55 yann De beaucoup ?
      0 08:56 leonie De trois profilés. Rien de grave.
    `),
  },
];
