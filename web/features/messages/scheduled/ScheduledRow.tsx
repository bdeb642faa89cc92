import { api } from '@palabre/common/contract/index.ts';
import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { excerptOf } from '@palabre/common/rules/messages/excerpts.ts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import Pencil from 'lucide-react/icons/pencil';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { Link } from 'react-router';
import { addressIn, paths } from '../../../platform/address/paths.ts';
import { call } from '../../../platform/server/api.ts';
import { useSession } from '../../../platform/session/session.ts';
import { formatDateTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { Row, RowIcon, RowNote } from '../../../ui/lists/Row.tsx';
import { useConversation } from '../../conversations/open/conversations.queries.ts';
import { conversationName } from '../../conversations/open/names.ts';
import { useChannelTitle } from '../../workspaces/structure/open/channels.queries.ts';
import { type MentionNames, plainText } from '../text/open/mentions.ts';
import s from './Scheduled.module.css';

interface ScheduledRowProps {
  scheduled: Scheduled;
  /** Message of a reminder, if it may be read. */
  reminded: Linked | undefined;
  names: MentionNames;
  onEdit: () => void;
}

/** Returns the path of the message's place, or of the message that a reminder is about. */
function pathOf({ workspaceId, channelId, conversationId, threadOf }: Scheduled, reminded: Linked | undefined): string {
  const home =
    workspaceId && channelId ? paths.channel(workspaceId, channelId) : paths.conversation(conversationId ?? '');
  return reminded ? addressIn(home, reminded._id, reminded.threadId) : addressIn(home, null, threadOf);
}

/** Returns the name of the message's place, as far as the user sees it: « #général ». */
function usePlaceName({ workspaceId, channelId, conversationId }: Scheduled): string {
  const { t } = useTranslation('scheduled');
  const userId = useSession(state => state.user?._id) ?? '';
  const title = useChannelTitle(workspaceId ?? '', channelId ?? '');
  const { conversation } = useConversation(conversationId ?? '');
  if (conversation) return conversationName(conversation, userId);
  return title ? `#${title}` : t('unknownPlace');
}

/** Shows a scheduled message or reminder of the list, with its actions. */
export function ScheduledRow({ scheduled, reminded, names, onEdit }: ScheduledRowProps) {
  const { t } = useTranslation('scheduled');
  const { _id: id, remindsOf, content, fileAttachments: files, at, state, failure, threadOf, version } = scheduled;
  const [isBusy, setBusy] = useState(false);
  const place = usePlaceName(scheduled);
  const isReminder = remindsOf !== null;
  const said = plainText(excerptOf(isReminder ? (reminded?.excerpt ?? '') : content), names);
  const name = isReminder
    ? said
      ? t('reminderOf', { text: said })
      : t('reminder')
    : said || t('filesOnly', { count: files.length });
  const isLeaving = state === 'leaving';

  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    await act().catch(tellFailure);
    setBusy(false);
  };
  const sendNow = () =>
    run(async () => {
      await call(api.scheduled.sendNow, { params: { id }, body: { version } });
      alerts.success(t('sent'));
    });
  const cancel = async () => {
    const sure = await confirm({
      title: t(isReminder ? 'cancelling.titleReminder' : 'cancelling.title'),
      text: t(isReminder ? 'cancelling.textReminder' : 'cancelling.text'),
      confirmLabel: t(isReminder ? 'cancelling.confirmReminder' : 'cancelling.confirm'),
      cancelLabel: t('cancelling.keep'),
      danger: true,
    });
    if (sure) await run(() => call(api.scheduled.cancel, { params: { id } }));
  };

  const disabled = isLeaving || isBusy;
  const why = [
    formatDateTime(at),
    place,
    threadOf && t('inThread'),
    isLeaving && t('leaving'),
    !isReminder && files.length > 0 && said && t('filesOnly', { count: files.length }),
  ];
  return (
    <Row
      face={
        <RowIcon {...(failure && { colour: 'var(--danger)' })}>
          {isReminder ? <AlarmClock /> : <SendHorizontal />}
        </RowIcon>
      }
      title={
        <Link className={s.title} to={pathOf(scheduled, reminded)}>
          {name}
        </Link>
      }
      name={name}
      marks={failure && <RowNote title={t(`failure.${failure}`)}>{t('notSent')}</RowNote>}
      text={failure ? `${place} · ${t(`failure.${failure}`)}` : why.filter(Boolean).join(' · ')}
      wraps
      actions={[
        !isReminder && {
          ...{ label: t('sendNow'), name: t('sendNowOf', { name }), icon: <SendHorizontal /> },
          ...{ bare: true, disabled, onSelect: () => void sendNow() },
        },
        {
          ...{ label: t('edit'), name: t('editOf', { name }), icon: <Pencil /> },
          ...{ bare: true, disabled, onSelect: onEdit },
        },
        {
          ...{ label: t('cancel'), name: t('cancelOf', { name }), icon: <Trash2 />, danger: true },
          ...{ bare: true, disabled, onSelect: () => void cancel() },
        },
      ]}
    />
  );
}
