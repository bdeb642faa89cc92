/** What a push says to the service worker that shows it. */
export interface PushPayload {
  title: string;
  body: string;
  /** Id of the place: a notification replaces the one of the same place. */
  tag: string;
  /** Path of the message in the application. */
  link: string;
}
