import { limits } from '@palabre/common/contract/fields.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { prompt } from '../../../ui/dialogs/dialogs.ts';
import { addNote, answerReport } from './open/reports.queries.ts';

const said = (name: string, label: string) =>
  ({ name, label, type: 'textarea', maxLength: limits.reportNote }) as const;

/** Asks for a note about a report, and adds it. */
export function askNote(id: string) {
  const t = i18n.within('reports');
  return prompt({
    title: t('noteTitle'),
    text: t('noteText'),
    fields: [said('content', t('noteField'))],
    confirmLabel: t('add'),
    submit: ({ content = '' }) => addNote(id, content),
  });
}

/** Asks for the answer to the author of a report, and sends it. */
export function askAnswer(id: string, name: string) {
  const t = i18n.within('reports');
  return prompt({
    title: t('answerTitle', { name }),
    text: t('answerText'),
    fields: [said('text', t('answerField'))],
    confirmLabel: t('send'),
    submit: ({ text = '' }) => answerReport(id, text),
  });
}
