/** Changing the address of an account. */
export const addresses = {
  change: 'Change address…',
  title: 'Change your address',
  lead: 'A code is sent to the new address, to check that it is yours. Your other sessions then end, and a mail tells your present address.',
  titleOf: 'Change the address of {{name}}',
  leadOf:
    'A code is sent to the new address: this person types it in their profile, or gives it to you. Their sessions then end. A mail tells them all this at their present address.',
  email: 'New address',
  send: 'Send the code',
  sent: 'Type the code received at {{email}}. It is good for an hour.',
  sentOf:
    'Type the code received at {{email}} here if this person gives it to you. They can also type it themself, for an hour.',
  code: 'Six-digit code',
  other: 'Choose another address',
  wrong: 'Read the last code you received again, or ask for another one.',
  confirm: 'Change the address',
  cancel: 'Cancel',
  later: 'Close',
  waiting: 'An address waits for its code.',
  waitingText: '{{email}} will be yours once you have typed the code that came there.',
  type: 'Type the code',
  giveUp: 'Give up',
};
