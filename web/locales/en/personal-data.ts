import type { personalData as fr } from '../fr/personal-data.ts';
import type { Translation } from '../translation.ts';

export const personalData: Translation<typeof fr> = {
  heading: 'Your data',
  export: {
    heading: 'Export your data',
    text: 'An archive of all that Palabre knows of you: your profile, your messages where you can still read them, your files. It holds a page to read and JSON files.',
    action: 'Prepare the export',
    again: 'Prepare a new export',
    making: 'Being prepared. Your inbox will tell you when it is ready, even if you leave this page.',
    download: 'Download the export ({{size}})',
    until: 'It will be erased on {{when}}.',
    failed: 'The export could not be prepared.',
  },
  remove: {
    heading: 'Delete your account',
    text: 'Your sessions end at once, and you leave all your workspaces and conversations. There is no way back.',
    messages: 'What becomes of your messages',
    keep: 'Leave them',
    keepText: 'They stay readable, signed “Deleted user”.',
    erase: 'Erase them',
    eraseText: 'Their text and files are erased everywhere.',
    action: 'Delete my account',
    title: 'Delete your account?',
    warning: 'This is final.',
    password: 'Password',
    passwordHint: 'Asked for when you have been signed in for more than a quarter of an hour.',
    confirm: 'Delete',
    cancel: 'Cancel',
    failed: 'The account could not be deleted.',
  },
  back: 'Back to Palabre',
  contact: 'A question? Write to',
  privacy: {
    title: 'Privacy',
    lead: 'What Palabre knows of you, why, and who sees it.',
    sections: {
      collected: {
        heading: 'What we collect',
        text: 'When you sign up: your name, your e-mail, your password, of which we keep a hash only, and your picture if you give one. Then what you write and send, your profile, and for each session the device and address it was opened from.',
      },
      google: {
        heading: 'Signing in with Google',
        text: 'If you sign in with Google, we receive your name, your e-mail and your picture from Google, and nothing else. They serve to create your account and to recognise you. We read neither your contacts nor your Google mail.',
      },
      cookies: {
        heading: 'Cookies',
        text: 'Palabre uses essential cookies only, those that keep your session open. No advertising, no audience measurement, no cookie of a third party.',
      },
      seen: {
        heading: 'Who sees your data',
        text: 'Your messages are read by those who may read the channel or conversation you write in. Your e-mail is shown to those who share a workspace, a conversation or a society with you, and to administrators. All of it stays on the server of whoever hosts Palabre: nothing is sold or passed on.',
      },
      yours: {
        heading: 'Export, delete',
        text: 'From your profile, you can export your data and delete your account, at any time and without asking anyone.',
      },
    },
  },
  data: {
    title: 'Data',
    lead: 'Your data are yours: to take away, to erase.',
    sections: {
      export: {
        heading: 'Export your data',
        text: 'From your profile, “Prepare the export” makes a zip archive: a page to read, your data as JSON, and your files. A notification tells you when it is ready. You alone can download it, for 24 hours; then it is erased.',
      },
      remove: {
        heading: 'Delete your account',
        text: 'From your profile, you delete your account yourself. Your sessions, profile, picture, inbox and linked accounts are gone at once. Your messages stay, signed “Deleted user”, or are erased with their files if you choose so.',
      },
      kept: {
        heading: 'How long',
        text: 'Your data are kept for as long as your account exists. A session ends by itself after thirty days. A workspace may erase old messages of its channels by itself.',
      },
      google: {
        heading: 'What comes from Google',
        text: 'Your name, e-mail and picture received from Google are data of your profile like any other: they are in the export, and go with the account.',
      },
    },
  },
};
