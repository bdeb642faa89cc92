import type { announcements as french } from '../fr/announcements.ts';
import type { Translation } from '../translation.ts';

/** Announcements of administrators to everybody. */
export const announcements: Translation<typeof french> = {
  tab: 'Announcements',
  region: 'Announcements',
  dismiss: 'Do not show this announcement any more',
  kinds: { info: 'Information', important: 'Important' },
  make: {
    heading: 'New announcement',
    hint: 'A banner that everybody sees at once, until its end or until they close it.',
    text: 'Text',
    kind: 'Kind',
    kinds: {
      info: 'Some news, a reminder.',
      important: 'An outage, a change to make: the banner stands out more.',
    },
    day: 'Last day',
    hour: 'Time of its end',
    past: 'Choose an end in the future, within a year.',
    required: 'Write the announcement.',
    submit: 'Announce',
    done: 'The announcement is made.',
  },
  list: {
    heading: 'Announcements made',
    hint: 'Three at most at once; past ones stay here.',
    label: 'Announcements made',
    search: 'Search announcements',
    none: 'No announcement yet.',
    noneFound: 'No announcement matches.',
    failed: 'The announcements could not be loaded.',
    on: 'shown',
    over: 'past',
    until: '{{who}} · until {{date}}',
    ended: '{{who}} · ended on {{date}}',
    gone: 'A deleted account',
    end: 'End',
    endNamed: 'End the announcement “{{text}}”',
    endSure: 'End this announcement?',
    endText: 'Nobody will see it any more.',
  },
};
