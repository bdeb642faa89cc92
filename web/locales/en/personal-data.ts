import type { personalData as fr } from '../fr/personal-data.ts';
import type { Translation } from '../translation.ts';

export const personalData: Translation<typeof fr> = {
  heading: 'Your data',
  export: {
    heading: 'Export your data',
    text: 'An archive of everything Palabre knows about you: your profile, your messages wherever you can still read them, and your files. It contains a page to read and JSON files.',
    action: 'Prepare the export',
    again: 'Prepare a new export',
    making:
      'Your export is being prepared. You will find a message in your inbox when it is ready, even if you leave this page.',
    download: 'Download the export ({{size}})',
    until: 'It will be erased on {{when}}.',
    failed: 'The export could not be prepared.',
  },
  remove: {
    heading: 'Delete your account',
    text: 'Your sessions end at once, and you leave all your workspaces and conversations. This cannot be undone.',
    messages: 'What happens to your messages',
    keep: 'Leave them',
    keepText: 'They stay readable, signed “Deleted user”.',
    erase: 'Erase them',
    eraseText: 'Their text and files are erased everywhere.',
    action: 'Delete my account',
    title: 'Delete your account?',
    chosen: {
      keep: 'Your messages will stay readable, signed “Deleted user”.',
      erase: 'The text and files of all your messages will be erased.',
    },
    warning: 'This is final.',
    password: 'Password',
    passwordHint: 'Needed if you signed in more than fifteen minutes ago.',
    confirm: 'Delete',
    cancel: 'Cancel',
    failed: 'The account could not be deleted.',
  },
  back: 'Back to Palabre',
  contact: 'A question? Write to',
  contactUnnamed: 'A question? Ask whoever runs this Palabre.',
  privacy: {
    title: 'Privacy',
    lead: 'What Palabre knows about you, why, and who sees it.',
    sections: {
      collected: {
        heading: 'What we collect',
        text: 'When you sign up: your name, your e-mail, your password, of which we keep only a hash, and your picture if you add one. Then what you write and send, your profile, and for each session the device and address it was opened from.',
      },
      google: {
        heading: 'Signing in with Google',
        text: 'If you sign in with Google, we receive your name, your e-mail and your picture from Google, and nothing else. They are used to create your account and to recognise you. We read neither your contacts nor your Google mail.',
      },
      cookies: {
        heading: 'Cookies',
        text: 'Palabre uses only essential cookies, which keep you signed in. No advertising, no analytics, no third-party cookies.',
      },
      seen: {
        heading: 'Who sees your data',
        text: 'Your messages can be read by anyone who can read the channel or conversation you write in. Your e-mail is shown to those who share a workspace, a conversation or a company with you, and to administrators. All of it stays on the server of whoever hosts Palabre: nothing is sold or passed on. Notifications that you turn on for a device go through the push service of its browser, encrypted: it cannot read them.',
      },
      yours: {
        heading: 'Export, delete',
        text: 'From your profile, you can export your data and delete your account, at any time and without asking anyone.',
      },
    },
  },
  data: {
    title: 'Data',
    lead: 'Your data is yours, to take with you or to erase.',
    sections: {
      export: {
        heading: 'Export your data',
        text: 'From your profile, “Prepare the export” makes a zip archive: a page to read, your data as JSON, and your files. A notification tells you when it is ready. Only you can download it, for 24 hours; then it is erased.',
      },
      remove: {
        heading: 'Delete your account',
        text: 'You can delete your account yourself, from your profile. Your sessions, profile, picture, inbox and linked accounts are gone at once. Your messages stay, signed “Deleted user”, or are erased with their files if you choose.',
      },
      kept: {
        heading: 'How long',
        text: 'Your data is kept for as long as your account exists. A session ends after thirty days. A workspace may automatically delete old messages from its channels.',
      },
      google: {
        heading: 'What comes from Google',
        text: 'Your name, e-mail and picture received from Google are part of your profile like everything else in it: they are included in the export, and are deleted with the account.',
      },
    },
  },
};
