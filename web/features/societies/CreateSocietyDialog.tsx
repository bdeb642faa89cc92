import { limits } from '@palabre/common/contract/fields.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { failureMessage } from '../../platform/server/api.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { hasIssues } from '../../ui/fields/Form.tsx';
import { logoPreview, PicturePicker } from '../../ui/fields/PicturePicker.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Note } from '../../ui/pages/Note.tsx';
import { useCreateSociety } from './open/societies.queries.ts';

/** Creates a society from a name and a logo. */
export function CreateSocietyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('societies');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [logo, setLogo] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const request = useCreateSociety();
  const blank = name.trim() === '';

  async function create() {
    if (blank) {
      setMissing(true);
      field.current?.focus();
      return;
    }
    await request.mutateAsync({ body: { name: name.trim() }, image: logo });
    onClose();
    await navigate(paths.userSociety);
    alerts.success(t('createForm.done'), { title: t('createForm.doneTitle') });
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('createForm.title')}
      description={t('createForm.description')}
      initialFocus={field}
      unsaved={!blank || logo !== null}
      onSubmit={create}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={blank && !logo}>
            {t('createForm.submit')}
          </Button>
        </>
      }
    >
      <Field
        ref={field}
        label={t('createForm.name')}
        name="name"
        required
        maxLength={limits.title}
        placeholder={t('createForm.namePlaceholder')}
        value={name}
        error={missing ? t('createForm.nameRequired') : null}
        autoComplete="off"
        onChange={event => {
          setName(event.target.value);
          setMissing(false);
        }}
      />
      <PicturePicker
        label={t('createForm.logo')}
        hint={t('createForm.logoHint')}
        picture={logo}
        onChange={setLogo}
        fileName="cropped-logo.png"
        shape="squircle"
        preview={src => <Avatar id="palabre" title={name || t('createForm.title')} src={src} size={logoPreview} />}
      />
      {request.isError && !hasIssues(request.error) && <Note tone="danger">{failureMessage(request.error)}</Note>}
    </Dialog>
  );
}
