import type { SocialRefusal } from '@palabre/common/contract/people/social-login.ts';

/** Failure of a login: nobody is let in. */
export class Refused extends Error {
  override name = 'Refused';

  /** @param reason reason told to the person; undefined when only the log may know it */
  constructor(
    message: string,
    readonly reason?: SocialRefusal,
  ) {
    super(message);
  }
}
