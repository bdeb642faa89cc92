/** General settings, kept on this device. */
export const preferences = {
  heading: 'Général',
  lead: 'Ces réglages valent pour cet appareil, ceux des e-mails pour tous les vôtres.',
  appearance: {
    heading: 'Apparence',
    theme: 'Thème',
    light: 'Clair',
    dark: 'Sombre',
    system: 'Système',
    systemHint: 'Comme votre appareil.',
  },
  language: { label: 'Langue de l’interface', fr: 'Français', en: 'English' },
  sound: {
    heading: 'Son',
    label: 'Jouer un son',
    hint: 'À chaque message qui vous concerne\u00a0: une mention, un message direct.',
    volume: 'Volume',
    percent: '{{volume}}\u00a0%',
    try: 'Écouter',
  },
  device: {
    heading: 'Sur cet appareil',
    keep: 'Rouvrir aussitôt, même sans connexion',
    keepHint:
      'Vos listes et les derniers messages lus restent ici, chiffrés, jusqu’à ce que votre session prenne fin. À désactiver sur un appareil que d’autres utilisent.',
    unable: 'Ce navigateur ne peut rien garder de chiffré ici\u00a0: il y faut une adresse en https.',
  },
  notifications: {
    heading: 'Notifications',
    label: 'Notifications activées',
    hint: 'Tant que Palabre est ouverte, votre appareil montre ce qui vous concerne et que vous ne regardez pas.',
    allow: 'Autoriser',
    permission: {
      default: 'Votre navigateur doit encore vous demander votre accord.',
      denied: 'Votre navigateur refuse les notifications de ce site\u00a0: rétablissez-les dans ses réglages.',
      unsupported: 'Ce navigateur ne montre pas de notifications ici\u00a0: il y faut une adresse en https.',
    },
    sound: 'Notifications avec son',
    soundHint: 'Celui de votre appareil, à la place de celui de Palabre.',
    mail: 'Notifications par e-mail',
    mailHint:
      'Une mention ou un message resté non lu quinze minutes, en votre absence\u00a0: un e-mail par heure au plus. Vaut pour tous vos appareils.',
  },
};
