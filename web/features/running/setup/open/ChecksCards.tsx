import { formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { CardFooter, Subject } from '../../../../ui/pages/Section.tsx';
import { useBackUp, useSetup, useTestMail } from '../setup.queries.ts';
import './setup.texts.ts';

/** Tests whether mails are sent. */
export function MailCard() {
  const { t } = useTranslation('setup', { keyPrefix: 'mails' });
  const { data } = useSetup();
  const test = useTestMail();
  const ended = test.data;
  const isGood = ended?.result === 'sent' || ended?.result === 'written';
  return (
    <Subject
      heading={t('heading')}
      hint={t('hint')}
      end={
        <CardFooter>
          <Button variant="outline" loading={test.isPending} onClick={() => test.mutate()}>
            {t('send')}
          </Button>
        </CardFooter>
      }
    >
      <div role="status">
        {data && !ended && <Note tone={data.mails === 'smtp' ? 'info' : 'warning'}>{t(data.mails)}</Note>}
        {ended && (
          <Note tone={isGood ? 'info' : 'danger'}>
            {t(`results.${ended.result}`, { to: ended.to })}
            {ended.reason && ` ${t('said', { reason: ended.reason })}`}
          </Note>
        )}
      </div>
    </Subject>
  );
}

/** Says where backups are stored, and makes a backup. */
export function BackupCard() {
  const { t } = useTranslation('setup', { keyPrefix: 'backup' });
  const { data } = useSetup();
  const backUp = useBackUp();
  if (!data) return null;
  const { place, newest, isRunning } = data.backup;
  return (
    <Subject
      heading={t('heading')}
      hint={t('hint')}
      end={
        place && (
          <CardFooter>
            <Button variant="outline" loading={isRunning || backUp.isPending} onClick={() => backUp.mutate()}>
              {t('now')}
            </Button>
          </CardFooter>
        )
      }
    >
      {place ? (
        <p role="status">
          {t('place', { place })}{' '}
          {isRunning ? t('running') : newest ? t('newest', { date: formatDateTime(newest) }) : t('noneYet')}
        </p>
      ) : (
        <Note tone="warning">{t('none')}</Note>
      )}
    </Subject>
  );
}
