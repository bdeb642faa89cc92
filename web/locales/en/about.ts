import type { about as french } from '../fr/about.ts';
import type { Translation } from '../translation.ts';

export const about: Translation<typeof french> = {
  heading: 'About Palabre',
  version: 'Version {{version}}. Free software, under the AGPL 3.0 or later.',
  open: 'Licences',
  title: 'Licences',
  lead: 'Palabre {{version}} is made with this software and these fonts. Thanks to their authors.',
  newer: 'The server is at version {{version}}: reload the page to have it too.',
  list: 'Software and fonts',
  none: 'The list is made when Palabre is built, which was not done here.',
  noText: 'The text of this licence does not come with the package.',
  unnamed: 'Licence not named',
  failed: 'The licences could not be read',
};
