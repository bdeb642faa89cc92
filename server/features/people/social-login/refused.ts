import type { SocialRefusal } from '@palabre/common/contract/people/social-login.ts';

/** Failures of logins into closed accounts. */
export const refusedAs = {
  get suspended() {
    return new Refused('suspended', 'suspended');
  },
  get stay_over() {
    return new Refused('the stay of a guest is over', 'stay-over');
  },
};

/** Failure of a login. */
export class Refused extends Error {
  override name = 'Refused';

  /**
   * Makes a failure.
   * @param reason reason shown to the person; undefined when only the log may know it
   */
  constructor(
    message: string,
    readonly reason?: SocialRefusal,
  ) {
    super(message);
  }
}
