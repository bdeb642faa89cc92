import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { readHour } from '@palabre/common/rules/hours.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import { useState } from 'react';
import { dayOf, localDay, ownZone } from '../../../platform/local-day.ts';
import { call, failureMessage } from '../../../platform/server/api.ts';
import { dayKey } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { addDays, readDay } from '../../../ui/fields/calendar.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { TextAreaField } from '../../../ui/fields/Field.tsx';
import { HourField } from '../../../ui/fields/HourField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { MessageFiles } from '../files/open/MessageFiles.tsx';
import { type MentionNames, mentionText } from '../text/open/mentions.ts';
import { storedText, typedText } from '../text/open/mentions-typed.ts';
import s from './Scheduled.module.css';

interface EditScheduledProps {
  /** Scheduled message as it was when the dialog was opened: a change elsewhere meanwhile is refused. */
  scheduled: Scheduled;
  names: MentionNames;
  onClose: () => void;
}

/**
 * Dialog that shows the files of a scheduled message and changes its text and time, or the time of a reminder, on this
 * device’s clock.
 */
export function EditScheduled({ scheduled, names, onClose }: EditScheduledProps) {
  const { t } = useTranslation('scheduled');
  const { _id: id, version, remindsOf, content, fileAttachments: files, at, state } = scheduled;
  const zone = ownZone();
  const [before] = useState(() => {
    const localTime = localTimeOf(Date.parse(at), zone);
    const typed = typedText(content, mentionPattern, stored => mentionText(stored, names, null));
    return { ...typed, day: dayKey(dayOf(localTime)), hour: localTime.slice(11) };
  });
  const [text, setText] = useState(before.text);
  const [day, setDay] = useState(before.day);
  const [hour, setHour] = useState(before.hour);
  const [failure, setFailure] = useState<string | null>(null);
  const isMoved = day !== before.day || hour !== before.hour;
  const isChanged = isMoved || text !== before.text;
  const isText = remindsOf === null;

  const save = async () => {
    const [on, time] = [readDay(day), readHour(hour)];
    if (!on || !time) return setFailure(t('editing.wrong'));
    try {
      await call(api.scheduled.edit, {
        params: { id },
        body: {
          version,
          ...(isText && text !== before.text && { content: storedText(text, before.named) }),
          ...((isMoved || state === 'failed') && { when: { localTime: `${localDay(on)}T${time}`, zone } }),
        },
      });
      onClose();
    } catch (cause) {
      setFailure(failureMessage(cause));
    }
  };

  return (
    <Dialog
      onClose={onClose}
      title={t(isText ? 'editing.title' : 'editing.titleReminder')}
      unsaved={isChanged}
      onSubmit={save}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('editing.leave')}
          </Button>
          <Button type="submit" disabled={isText && files.length === 0 && text.trim() === ''}>
            {t('editing.save')}
          </Button>
        </>
      }
    >
      {isText && (
        <TextAreaField
          label={t('editing.text')}
          name="content"
          maxLength={limits.messageContent}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      )}
      {files.length > 0 && (
        <MessageFiles files={files} nonce={null} state="sent" reachable onCancel={() => undefined} />
      )}
      <div className={s.when}>
        <DateField
          label={t('editing.day')}
          name="day"
          last={addDays(new Date(), limits.scheduledDaysAhead - 1)}
          value={day}
          onChange={setDay}
        />
        <HourField
          label={t('editing.hour')}
          name="hour"
          value={hour}
          onChange={setHour}
          hint={t('editing.zone', { zone })}
        />
      </div>
      {failure && <Note tone="danger">{failure}</Note>}
    </Dialog>
  );
}
