import type { emojiPicker as fr } from '../fr/emoji-picker.ts';
import type { Translation } from '../translation.ts';

export const emojiPicker: Translation<typeof fr> = {
  categoriesLabel: 'Categories',
  emojiUnsupportedMessage: 'Your browser does not support color emoji.',
  favoritesLabel: 'Favourites',
  loadingMessage: 'Loading…',
  networkErrorMessage: 'Could not load emoji.',
  regionLabel: 'Choose an emoji',
  searchDescription: 'When there are results, press up or down to select and Enter to choose.',
  searchLabel: 'Search',
  searchResultsLabel: 'Results',
  skinToneDescription: 'When expanded, press up or down to select and Enter to choose.',
  skinToneLabel: 'Choose a skin tone (currently {skinTone})',
  skinTonesLabel: 'Skin tones',
  skinTones: {
    none: 'default',
    light: 'light',
    mediumLight: 'medium-light',
    medium: 'medium',
    mediumDark: 'medium-dark',
    dark: 'dark',
  },
  categories: {
    custom: 'Those of this server',
    'smileys-emotion': 'Smileys and emotions',
    'people-body': 'People and gestures',
    'animals-nature': 'Animals and nature',
    'food-drink': 'Food and drink',
    'travel-places': 'Travel and places',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  },
  none: 'No emoji for these words.',
  retry: 'Try again',
};
