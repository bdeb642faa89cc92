import type { disconnection as fr } from '../fr/disconnection.ts';
import type { Translation } from '../translation.ts';

/** Disconnection: default hours, the charter, the numbers of each month. */
export const disconnection: Translation<typeof fr> = {
  tab: 'Disconnection',
  defaults: {
    heading: 'Default hours',
    hint: 'They hold for whoever has chosen none: those of their company first, else those of this installation. Each person has the last word.',
    society: 'Company',
    everyone: 'The whole installation',
    none: 'No company matches.',
    on: 'Set default hours',
    save: 'Save the default hours',
    saved: 'The default hours have been saved.',
    failed: 'The default hours could not be loaded.',
  },
  charter: {
    heading: 'Disconnection charter',
    hint: 'Everyone reads it in their profile, beside their hours.',
    text: 'Text of the charter',
    save: 'Save the charter',
    saved: 'The charter has been saved.',
    updated: 'Updated on {{date}}.',
  },
  reports: {
    heading: 'Report of the month',
    hint: 'Numbers by company, without any name; a group of fewer than ten people does not appear.',
    month: 'Month',
    list: 'Report by company',
    noSociety: 'Without a company',
    none: 'No report yet: it is made when a month is over, for groups of at least ten people who have hours.',
    failed: 'The report could not be loaded.',
    people_one: '{{count, number}} person',
    people_many: '{{count, number}} people',
    people_other: '{{count, number}} people',
    numbers: '{{people}} · {{share}}% of messages written off duty ({{off}} of {{messages}}) · urgent: {{urgent}}',
  },
};
