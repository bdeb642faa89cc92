import type { preferences as fr } from '../fr/preferences.ts';
import type { Translation } from '../translation.ts';

export const preferences: Translation<typeof fr> = {
  heading: 'General',
  lead: 'These settings apply to this device; e-mail settings apply to all your devices.',
  appearance: {
    heading: 'Appearance',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
    systemHint: 'Follows your device.',
  },
  language: { label: 'Interface language', fr: 'Français', en: 'English' },
  sound: {
    heading: 'Sound',
    label: 'Play a sound',
    hint: 'For each message that concerns you: a mention, a direct message.',
    volume: 'Volume',
    percent: '{{volume}}%',
    try: 'Play',
  },
  device: {
    heading: 'On this device',
    keep: 'Open instantly, even without a connection',
    keepHint:
      'Your lists and the last messages you read stay here, encrypted, until your session ends. Turn this off on a shared device.',
    unable: 'This browser cannot store encrypted data here: an https address is needed.',
  },
  notifications: {
    heading: 'Notifications',
    label: 'Notifications enabled',
    hint: 'While Palabre is open, your device notifies you of what concerns you and is not on screen.',
    allow: 'Allow',
    permission: {
      default: 'Your browser needs your permission.',
      denied: 'Your browser is blocking notifications from this site: allow them again in its settings.',
      unsupported: 'This browser cannot show notifications here: an https address is needed.',
    },
    sound: 'Notifications with sound',
    soundHint: 'Your device’s sound instead of Palabre’s.',
    mail: 'Notifications by e-mail',
    mailHint:
      'A mention or message left unread for fifteen minutes while you are away: at most one e-mail an hour. Applies to all your devices.',
  },
};
