export const mailsOff = {
  title: 'Stop receiving e-mails?',
  text: 'Mentions and messages you have not read will no longer be sent to you by e-mail. You can turn them on again in your settings.',
  confirm: 'Stop these e-mails',
  doneTitle: 'Done',
  done: 'You will no longer receive these e-mails. Everything stays in your inbox, and you can turn them on again in your settings.',
  failedTitle: 'This link no longer works',
  settings: 'Open settings',
};
