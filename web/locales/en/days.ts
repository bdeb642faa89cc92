import type { days as french } from '../fr/days.ts';
import type { Translation } from '../translation.ts';

export const days: Translation<typeof french> = {
  title: 'Jump to a date',
  usual: 'Quick picks',
  today: 'Today',
  yesterday: 'Yesterday',
  lastWeek: 'Last week',
  lastMonth: 'Last month',
  beginning: 'The very beginning',
};
