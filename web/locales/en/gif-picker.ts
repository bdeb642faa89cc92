import type { gifPicker as fr } from '../fr/gif-picker.ts';
import type { Translation } from '../translation.ts';

export const gifPicker: Translation<typeof fr> = {
  label: 'Choose a GIF',
  search: 'Search for a GIF',
  recent: 'Recent GIFs',
  categories: 'Categories',
  results: 'GIFs found',
  back: 'Back to categories',
  none: 'No GIF for these words.',
  failed: 'Error loading gifs :(',
  retry: 'Try again',
  loading: 'Loading GIFs…',
  unnamed: 'GIF',
  terms: {
    sleepy: 'sleepy',
    hello: 'hello',
    hugs: 'hugs',
    ok: 'ok',
    please: 'please',
    'thank you': 'thank you',
    'miss you': 'miss you',
    wink: 'wink',
    whatever: 'whatever',
    hungry: 'hungry',
    dance: 'dance',
    annoyed: 'annoyed',
  },
};
