import type { SocialRefusal } from '@palabre/common/contract/people/social-login.ts';

/** Nobody is let in. */
export class Refused extends Error {
  override name = 'Refused';

  /** @param reason what the person may be told; undefined: what the log says is no business of theirs */
  constructor(
    message: string,
    readonly reason?: SocialRefusal,
  ) {
    super(message);
  }
}
