import { type Visibility, visibilities } from '@palabre/common/contract/channels.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { memo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { useCreateChannel } from './channels.queries.ts';
import { VisibilityIcon } from './VisibilityIcon.tsx';

interface CreateChannelDialogProps {
  workspaceId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Spec 2 §2, « Channel-creation modal »; afterwards one is in the new channel. */
export const CreateChannelDialog = memo(function CreateChannelDialog({
  workspaceId,
  open,
  onOpenChange,
}: CreateChannelDialogProps) {
  const { t } = useTranslation('channels', { keyPrefix: 'create' });
  const { t: word } = useTranslation('channels');
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [title, setTitle] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const create = useCreateChannel();
  const navigate = useNavigate();
  const name = title.trim();

  const change = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    setTitle('');
    setVisibility('public');
  };
  const submit = async () => {
    if (name === '') return;
    const { message, channel } = await create.mutateAsync({ title: name, visibility, workspaceId });
    alerts.success(message);
    change(false);
    void navigate(paths.channel(workspaceId, channel._id));
  };

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t('title')}
      initialFocus={field}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={() => change(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={name === ''}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <RadioCards
        label={t('visibility')}
        value={visibility}
        onChange={setVisibility}
        options={visibilities.map(value => ({
          value,
          title: word(`visibility.${value}`),
          text: t(value),
          icon: <VisibilityIcon visibility={value} size={18} />,
        }))}
      />
      <Field
        ref={field}
        label={t('name')}
        name="title"
        placeholder={t('placeholder')}
        value={title}
        onChange={event => setTitle(event.target.value)}
        maxLength={limits.title}
        autoComplete="off"
      />
    </Dialog>
  );
});
