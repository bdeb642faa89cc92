import type { proofs as french } from '../fr/proofs.ts';
import type { Translation } from '../translation.ts';

export const proofs: Translation<typeof french> = {
  cancel: 'Cancel',
  failedToLoad: 'Your account could not be loaded.',
  identity: {
    title: 'Confirm that it is you',
    lead: 'This change concerns the security of your account. Enter your password to confirm that it is you.',
    leadCode:
      'This change concerns the security of your account. Enter the code sent to your address to confirm that it is you.',
    password: 'Password',
    required: 'Enter your password.',
    confirm: 'Confirm',
    wrong: 'Wrong or expired code.',
  },
  address: {
    title: 'Confirm your address',
    titleFirst: 'Confirm your address first',
    lead: 'Enter the code sent there to confirm that this address is yours.',
    leadFirst:
      'Your address gives you access to this: enter the code sent there to confirm that it is yours. The rest happens automatically.',
    confirm: 'Confirm address',
    wrong: 'Wrong or expired code.',
    done: 'Your address is confirmed.',
  },
};
