import type { Report } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import '../reports.texts.ts';
import s from './UserReports.module.css';

interface ReportNotesProps {
  label: string;
  notes: Report['notes'];
  /** Whether owners' notes are marked. */
  marksOwners?: boolean;
}

/** Shows the notes on a report of the people who handle it. */
export function ReportNotes({ label, notes, marksOwners }: ReportNotesProps) {
  const { t } = useTranslation('reports');
  if (notes.length === 0) return null;
  return (
    <ul className={s.notes} aria-label={label}>
      {notes.map(({ _id, author, content, byOwner, createdAt }) => (
        <li key={_id}>
          <span className={s.by}>
            {author ? fullName(author) : t('unknown')}
            {marksOwners && byOwner && ` (${t('owner')})`} ·{' '}
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </span>
          <span className={s.description} dir="auto">
            {content}
          </span>
        </li>
      ))}
    </ul>
  );
}
