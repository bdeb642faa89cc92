/** Part of an address that opens the inbox. */
export const inboxHash = '#inbox';

/** Path of the inbox, which a push about several places opens. */
export const inboxLink = `/home${inboxHash}`;

/** Payload of a push, for the service worker that shows it. */
export interface PushPayload {
  title: string;
  body: string;
  /**
   * Id of the place, or of the person for a push about several places: a notification replaces an earlier one with the
   * same tag.
   */
  tag: string;
  /** Path of the message in the application, or of the inbox. */
  link: string;
}
