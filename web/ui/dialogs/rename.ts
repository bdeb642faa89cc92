import { limits } from '@palabre/common/contract/fields.ts';
import { i18n } from '../../platform/words/i18n.ts';
import { alerts } from '../alerts/alerts.ts';
import { reasonOf } from '../alerts/failures.ts';
import { hasIssues } from '../fields/Form.tsx';
import { notice, prompt } from './dialogs.ts';

type Words = 'title' | 'name' | 'empty' | 'doneTitle' | 'done' | 'failedTitle' | 'failed';

/**
 * Asks for a new title and saves it, if it is not blank and has changed; then shows the success or the failure.
 * @param save saves the trimmed title
 */
export async function rename(options: {
  t: (word: Words) => string;
  current: string | null;
  save: (title: string) => Promise<unknown>;
}): Promise<void> {
  const { t, current, save } = options;
  let done = false;
  let failure: unknown;
  const values = await prompt({
    title: t('title'),
    fields: [{ name: 'title', label: t('name'), value: current ?? '', required: false, maxLength: limits.title }],
    confirmLabel: i18n.t('save'),
    validate: ({ title }) => (title === '' ? t('empty') : null),
    async submit({ title }) {
      if (title === current) return;
      try {
        await save(title);
        done = true;
      } catch (cause) {
        // The form shows an issue with the title itself; any other failure is shown in a notice.
        if (hasIssues(cause)) throw cause;
        failure = cause;
      }
    },
  });
  if (!values) return;
  if (done) alerts.success(t('done'), { title: t('doneTitle') });
  if (failure) {
    const text = t('failed');
    await notice({ type: 'error', title: t('failedTitle'), text, reasons: [reasonOf(failure, text)] });
  }
}
