import { limits } from '@palabre/common/contract/fields.ts';
import { type Visibility, visibilities } from '@palabre/common/contract/workspaces/channels.ts';
import { memo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useCreateChannel } from '../structure/open/channels.queries.ts';
import { VisibilityIcon } from '../structure/open/VisibilityIcon.tsx';

interface CreateChannelDialogProps {
  workspaceId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a channel, then opens it. */
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

  const close = () => {
    onOpenChange(false);
    setTitle('');
    setVisibility('public');
  };
  const submit = async () => {
    const { message, channel } = await create.mutateAsync({ title: name, visibility, workspaceId });
    alerts.success(message);
    close();
    void navigate(paths.channel(workspaceId, channel._id));
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('title')}
      initialFocus={field}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
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
