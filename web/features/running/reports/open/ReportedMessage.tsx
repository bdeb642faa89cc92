import type { NearMessage, Report } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import '../reports.texts.ts';
import s from './UserReports.module.css';

/** Shows a reported message as it was, among the messages around it if the reporter attached them. */
export function ReportedMessage({ message, context }: Pick<Report, 'message' | 'context'>) {
  const { t } = useTranslation('reports');
  if (!message) return null;
  const before = context?.filter(({ time }) => time < message.time) ?? [];
  const after = context?.filter(({ time }) => time >= message.time) ?? [];
  return (
    <figure className={s.message}>
      <figcaption>
        {message.place ? t('messageIn', { place: message.place }) : t('message')} ·{' '}
        <time dateTime={message.time}>{formatDateTime(message.time)}</time>
        {message.deleted && ` · ${t('messageGone')}`}
      </figcaption>
      <Near label={t('before')} messages={before} />
      <div className={context && context.length > 0 ? s.pointed : undefined}>
        {message.content && <blockquote dir="auto">{message.content}</blockquote>}
        {message.files.map(name => (
          <p key={name}>{t('file', { name })}</p>
        ))}
      </div>
      <Near label={t('after')} messages={after} />
    </figure>
  );
}

/** Messages before or after the reported message. */
function Near({ label, messages }: { label: string; messages: readonly NearMessage[] }) {
  const { t } = useTranslation('reports');
  if (messages.length === 0) return null;
  return (
    <ul className={s.near} aria-label={label}>
      {messages.map(({ _id, author, content, files, time }) => (
        <li key={_id}>
          <span className={s.by}>
            {author ? fullName(author) : t('unknown')} · <time dateTime={time}>{formatDateTime(time)}</time>
          </span>
          {content && (
            <span className={s.description} dir="auto">
              {content}
            </span>
          )}
          {files > 0 && <span className={s.by}>{t('files', { count: files })}</span>}
        </li>
      ))}
    </ul>
  );
}
