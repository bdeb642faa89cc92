import { limits } from '@palabre/common/contract/fields.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../ui/alerts/failures.ts';
import { notice, prompt } from '../../ui/dialogs/dialogs.ts';
import { onceSaved } from '../../ui/fields/edits.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { Form, hasIssues } from '../../ui/fields/Form.tsx';
import { logoPreview, PicturePicker } from '../../ui/fields/PicturePicker.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { DangerCard } from '../../ui/pages/DangerCard.tsx';
import { SaveBar } from '../../ui/pages/SaveBar.tsx';
import { Subject, Subjects } from '../../ui/pages/Section.tsx';
import { useDeleteSociety, useEditSociety } from './open/societies.queries.ts';
import { Whitelist } from './Whitelist.tsx';

/** Edits the name and the logo; a field left untouched follows other owners' changes. */
function EditForm({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const [edited, setEdited] = useState<string | null>(null);
  const [logo, setLogo] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const save = useEditSociety(society._id);
  const name = edited ?? society.name;
  const dirty = logo !== null || (edited !== null && edited !== society.name);

  async function submit() {
    if (name.trim() === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    try {
      const { message } = await save.mutateAsync({ ...(edited !== null && { name: edited.trim() }), image: logo });
      setEdited(onceSaved(edited, null));
      setLogo(onceSaved(logo, null));
      alerts.success(message, { title: t('edit.doneTitle') });
    } catch (cause) {
      const text = t('done.editFailed');
      if (hasIssues(cause)) {
        tellFailure(cause, text);
        throw cause;
      }
      await notice({ type: 'error', title: t('done.errorTitle'), text, reasons: [reasonOf(cause, text)] });
    }
  }

  return (
    <Form unsaved={dirty} onSubmit={submit}>
      <Subject heading={t('edit.heading')} level="h3">
        <Field
          ref={field}
          label={t('edit.name')}
          name="name"
          required
          maxLength={limits.title}
          value={name}
          error={missing ? t('edit.nameRequired') : null}
          autoComplete="off"
          onChange={event => {
            setEdited(event.target.value);
            setMissing(false);
          }}
        />
        <PicturePicker
          label={t('edit.logo')}
          hint={t('edit.logoHint')}
          picture={logo}
          onChange={setLogo}
          fileName="cropped-logo.png"
          shape="squircle"
          words={{ choose: t('edit.changeLogo'), change: t('edit.changeLogo'), remove: t('edit.keepLogo') }}
          preview={src => (
            <Avatar id={society._id} title={name || society.name} src={src ?? society.logo} size={logoPreview} />
          )}
        />
      </Subject>
      <SaveBar
        unsaved={dirty}
        onUndo={() => {
          setEdited(null);
          setLogo(null);
          setMissing(false);
        }}
      />
    </Form>
  );
}

/** Deletes the society once its exact name is typed. */
function DangerZone({ society: { _id, name } }: { society: Society }) {
  const { t } = useTranslation('societies');
  const navigate = useNavigate();
  const remove = useDeleteSociety(_id);

  async function ask() {
    const given = await prompt({
      title: t('danger.title', { name }),
      text: t('danger.warning', { name }),
      fields: [{ name: 'name', label: t('danger.field'), required: false }],
      confirmLabel: t('danger.confirm'),
      cancelLabel: t('danger.cancel'),
      danger: true,
      validate: values => {
        if (values.name === '') return t('danger.required');
        return values.name === name ? null : t('danger.mismatch');
      },
    });
    if (!given) return;
    try {
      const { message } = await remove.mutateAsync(given.name);
      await navigate(paths.societies, { replace: true });
      alerts.success(message, { title: t('danger.doneTitle') });
    } catch (cause) {
      const text = t('done.deleteFailed');
      await notice({ type: 'error', title: t('done.errorTitle'), text, reasons: [reasonOf(cause, text)] });
    }
  }

  return (
    <DangerCard
      heading={t('danger.heading')}
      level="h3"
      text={t('danger.text')}
      action={t('danger.delete')}
      loading={remove.isPending}
      onAct={ask}
    />
  );
}

/** Shows the owners' settings: name and logo, whitelist, deletion. */
export function SocietySettings({ society }: { society: Society }) {
  return (
    <Subjects>
      <EditForm society={society} />
      <Whitelist societyId={society._id} addresses={society.whitelist ?? []} />
      <DangerZone society={society} />
    </Subjects>
  );
}
