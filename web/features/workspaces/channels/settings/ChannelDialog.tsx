import { limits } from '@palabre/common/contract/fields.ts';
import { type Channel, type Visibility, visibilities } from '@palabre/common/contract/workspaces/channels.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Field } from '../../../../ui/fields/Field.tsx';
import { RadioCards } from '../../../../ui/fields/RadioCards.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { useSaveChannel } from '../../structure/open/channels.queries.ts';
import { VisibilityIcon } from '../../structure/open/VisibilityIcon.tsx';

interface ChannelDialogProps {
  workspaceId: string;
  /** Channel being edited, current; null for a new one; undefined once it is deleted. */
  channel: Channel | null | undefined;
  isWelcome: boolean;
  /** Tells whether the channel may get this visibility. */
  allows: (visibility: Visibility) => boolean;
  onClose: () => void;
}

/** Creates a channel or edits one; « Créer » waits for the name. Warns when another user changes the channel meanwhile. */
export function ChannelDialog({ workspaceId, channel, isWelcome, allows, onClose }: ChannelDialogProps) {
  const { t } = useTranslation('settings');
  const [base] = useState(channel);
  const [title, setTitle] = useState(channel?.title ?? '');
  const [visibility, setVisibility] = useState<Visibility>(channel?.visibility ?? 'public');
  /** Whether the name was typed in: an emptied name is an error, a name not yet typed is none. */
  const [typed, setTyped] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const save = useSaveChannel(workspaceId, base?._id);
  const wanted = title.trim();
  const gone = Boolean(base) && !channel;
  const changed =
    !save.isPending && base && channel && (base.title !== channel.title || base.visibility !== channel.visibility);

  async function submit() {
    if (wanted === base?.title && visibility === base.visibility) return onClose();
    try {
      // Sends only the changed fields: another user may be changing the other ones.
      await save.mutateAsync({
        ...(wanted !== base?.title && { title: wanted }),
        ...(visibility !== base?.visibility && { visibility }),
      });
      alerts.success(t(base ? 'channels.edited' : 'channels.created'));
      onClose();
    } catch (cause) {
      tellFailure(cause, t(base ? 'channels.editFailed' : 'channels.createFailed'));
      throw cause;
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={t(base ? 'channels.editTitle' : 'channels.createTitle')}
      initialFocus={name}
      unsaved={Boolean(base) && !gone && (title !== base?.title || visibility !== base.visibility)}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={gone || wanted === ''}>
            {t(base ? 'channels.submitEdit' : 'channels.submitCreate')}
          </Button>
        </>
      }
    >
      {gone && <Note tone="danger">{t('channels.gone')}</Note>}
      {changed && <Note tone="warning">{t('channels.changed')}</Note>}
      <Field
        ref={name}
        label={t('channels.name')}
        name="title"
        value={title}
        required
        maxLength={limits.title}
        autoComplete="off"
        error={typed && wanted === '' ? t('channels.required') : null}
        onChange={event => {
          setTitle(event.target.value);
          setTyped(true);
        }}
      />
      <RadioCards
        label={t('channels.visibility')}
        value={visibility}
        onChange={setVisibility}
        options={visibilities.map(value => ({
          value,
          title: t(`channels:visibility.${value}`),
          text: t(`channels:create.${value}`),
          icon: <VisibilityIcon visibility={value} size={18} />,
          disabled: !allows(value),
        }))}
      />
      {isWelcome && <Note>{t('channels.welcomeKept')}</Note>}
    </Dialog>
  );
}
