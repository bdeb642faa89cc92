/** « Vos données », and the pages that anyone may read without an account. */
export const personalData = {
  heading: 'Vos données',
  export: {
    heading: 'Exporter vos données',
    text: 'Une archive de tout ce que Palabre sait de vous\u00a0: votre profil, vos messages là où vous pouvez encore les lire, vos fichiers. Elle contient une page à lire et des fichiers JSON.',
    action: 'Préparer l’export',
    again: 'Préparer un nouvel export',
    making: 'En préparation. Votre boîte de réception vous dira quand il sera prêt, même si vous quittez cette page.',
    download: 'Télécharger l’export ({{size}})',
    until: 'Il sera effacé le {{when}}.',
    failed: 'L’export n’a pas pu être préparé.',
  },
  remove: {
    heading: 'Supprimer votre compte',
    text: 'Vos sessions se ferment aussitôt, et vous quittez tous vos workspaces et conversations. Rien ne permet de revenir en arrière.',
    messages: 'Ce que deviennent vos messages',
    keep: 'Les laisser',
    keepText: 'Ils restent lisibles, signés «\u202fUtilisateur supprimé\u202f».',
    erase: 'Les effacer',
    eraseText: 'Leur texte et leurs fichiers sont effacés partout.',
    action: 'Supprimer mon compte',
    title: 'Supprimer votre compte\u202f?',
    chosen: {
      keep: 'Vos messages resteront lisibles, signés «\u202fUtilisateur supprimé\u202f».',
      erase: 'Le texte et les fichiers de tous vos messages seront effacés.',
    },
    warning: 'Cette action est définitive.',
    password: 'Mot de passe',
    passwordHint: 'Demandé si vous êtes connecté depuis plus d’un quart d’heure.',
    confirm: 'Supprimer',
    cancel: 'Annuler',
    failed: 'Le compte n’a pas pu être supprimé.',
  },
  back: 'Revenir à Palabre',
  contact: 'Une question\u202f? Écrivez à',
  contactUnnamed: 'Une question\u202f? Adressez-vous à la personne qui administre ce Palabre.',
  privacy: {
    title: 'Confidentialité',
    lead: 'Ce que Palabre sait de vous, pourquoi, et qui le voit.',
    sections: {
      collected: {
        heading: 'Ce que nous recueillons',
        text: 'À l’inscription\u00a0: votre nom, votre e-mail, votre mot de passe, dont nous ne gardons qu’une empreinte, et votre photo si vous en donnez une. Ensuite, ce que vous écrivez et envoyez, votre profil, et pour chaque session l’appareil et l’adresse d’où elle a été ouverte.',
      },
      google: {
        heading: 'Connexion avec Google',
        text: 'Si vous vous connectez avec Google, nous recevons de Google votre nom, votre e-mail et votre photo, et rien d’autre. Ils servent à créer votre compte et à vous reconnaître. Nous ne lisons ni vos contacts ni vos messages Google.',
      },
      cookies: {
        heading: 'Cookies',
        text: 'Palabre n’utilise que des cookies essentiels, ceux qui tiennent votre session ouverte. Ni publicité, ni mesure d’audience, ni cookie d’un tiers.',
      },
      seen: {
        heading: 'Qui voit vos données',
        text: 'Vos messages sont lus par ceux qui peuvent lire le salon ou la conversation où vous écrivez. Votre e-mail se montre à ceux qui partagent un workspace, une conversation ou une société avec vous, et aux administrateurs. Tout reste sur le serveur de qui héberge Palabre\u00a0: rien n’est vendu ni transmis. Les notifications que vous activez sur un appareil passent par le service de son navigateur, chiffrées\u00a0: il ne peut pas les lire.',
      },
      yours: {
        heading: 'Exporter, supprimer',
        text: 'Depuis votre profil, vous pouvez exporter vos données et supprimer votre compte, à tout moment et sans le demander à personne.',
      },
    },
  },
  data: {
    title: 'Données',
    lead: 'Vos données vous appartiennent\u00a0: les emporter, les effacer.',
    sections: {
      export: {
        heading: 'Exporter vos données',
        text: 'Depuis votre profil, «\u202fPréparer l’export\u202f» fait une archive zip\u00a0: une page à lire, vos données au format JSON et vos fichiers. Une notification vous dit qu’elle est prête. Vous seul pouvez la télécharger, pendant 24 heures\u00a0; elle est ensuite effacée.',
      },
      remove: {
        heading: 'Supprimer votre compte',
        text: 'Depuis votre profil, vous supprimez votre compte vous-même. Vos sessions, votre profil, votre photo, votre boîte de réception et vos comptes liés disparaissent aussitôt. Vos messages restent, signés «\u202fUtilisateur supprimé\u202f», ou sont effacés avec leurs fichiers si vous le choisissez.',
      },
      kept: {
        heading: 'Combien de temps',
        text: 'Vos données sont gardées tant que votre compte existe. Une session s’éteint d’elle-même après trente jours. Un workspace peut effacer de lui-même les messages anciens de ses salons.',
      },
      google: {
        heading: 'Ce qui vient de Google',
        text: 'Votre nom, votre e-mail et votre photo reçus de Google sont des données de votre profil comme les autres\u00a0: elles sont dans l’export, et disparaissent avec le compte.',
      },
    },
  },
};
