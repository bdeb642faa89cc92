import type { preferences as fr } from '../fr/preferences.ts';
import type { Translation } from '../translation.ts';

export const preferences: Translation<typeof fr> = {
  heading: 'General',
  lead: 'These settings are for this device, those of e-mails for all of them.',
  appearance: {
    heading: 'Appearance',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
    systemHint: 'As your device has it.',
  },
  language: { label: 'Language of the interface', fr: 'Français', en: 'English' },
  sound: {
    heading: 'Sound',
    label: 'Play a sound',
    hint: 'For each message that concerns you: a mention, a direct message.',
    volume: 'Volume',
    percent: '{{volume}}%',
    try: 'Listen',
  },
  device: {
    heading: 'On this device',
    keep: 'Open again at once, even without a connection',
    keepHint:
      'Your lists and the last messages you read stay here, encrypted, until your session ends. Turn it off on a device that others use.',
    unable: 'This browser can keep nothing encrypted here: it takes an https address.',
  },
  notifications: {
    heading: 'Notifications',
    label: 'Notifications enabled',
    hint: 'While Palabre is open, your device shows what concerns you and that you are not looking at.',
    allow: 'Allow',
    permission: {
      default: 'Your browser still has to ask for your consent.',
      denied: 'Your browser refuses notifications from this site: allow them again in its settings.',
      unsupported: 'This browser shows no notifications here: that takes an https address.',
    },
    sound: 'Notifications with sound',
    soundHint: 'That of your device, in place of Palabre’s own.',
    mail: 'Notifications by e-mail',
    mailHint:
      'A mention or message left unread for fifteen minutes while you are away: one e-mail an hour at most. Holds on all your devices.',
  },
};
