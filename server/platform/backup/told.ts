import { sized } from '../figures.ts';
import type { End } from './archive.ts';

const figure = new Intl.NumberFormat('fr');
const counted = (count: number, one: string, many: string) => `${figure.format(count)} ${count < 2 ? one : many}`;

/** Summarizes the contents of a backup, in French. */
export function told({ rows, files, bytes }: End): string {
  return [
    counted(rows.users ?? 0, 'personne', 'personnes'),
    counted(rows.messages ?? 0, 'message', 'messages'),
    counted(files, 'fichier', 'fichiers'),
    sized(bytes),
  ].join(' · ');
}
