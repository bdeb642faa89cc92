import type { End } from './archive.ts';

const figure = new Intl.NumberFormat('fr');
const units = ['o', 'ko', 'Mo', 'Go', 'To'];
const amount = new Intl.NumberFormat('fr', { maximumSignificantDigits: 3 });
const counted = (count: number, one: string, many: string) => `${figure.format(count)} ${count < 2 ? one : many}`;

function sized(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${amount.format(bytes / 1000 ** power)} ${units[power]}`;
}

/** Says what a backup holds, in French. */
export function told({ rows, files, bytes }: End): string {
  return [
    counted(rows.users ?? 0, 'personne', 'personnes'),
    counted(rows.messages ?? 0, 'message', 'messages'),
    counted(files, 'fichier', 'fichiers'),
    sized(bytes),
  ].join(' · ');
}
