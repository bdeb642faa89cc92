import { limits } from '@palabre/common/contract/fields.ts';
import { defaultAutoDeleteDays } from '@palabre/common/contract/messages/retention.ts';
import { parseTags } from '@palabre/common/contract/workspaces/workspaces.ts';
import { useRef, useState } from 'react';
import { usePlace } from '../../../platform/place-settings.ts';
import { failureMessage } from '../../../platform/server/api.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Field, TextAreaField } from '../../../ui/fields/Field.tsx';
import { focusField, hasIssues } from '../../../ui/fields/Form.tsx';
import { logoPreview, PicturePicker } from '../../../ui/fields/PicturePicker.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Tag } from '../../../ui/marks/Badge.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { daysOf } from '../../messages/retention/open/days.ts';
import { RetentionFields } from '../../messages/retention/open/RetentionFields.tsx';
import { useEnterWorkspace } from '../structure/open/enter.ts';
import { useCreateWorkspace } from '../structure/open/workspaces.queries.ts';
import s from './CreateWorkspaceDialog.module.css';
import { useCreateWorkspaceDialog } from './create.store.ts';

const blankForm = {
  ...{ title: '', description: '', tags: '', society: 'none', restricted: false },
};

/** Returns the initial form, with the place's default of automatic deletion. */
function beginning() {
  const days = usePlace.getState().settings?.autoDeleteDays ?? defaultAutoDeleteDays;
  return { ...blankForm, autoDelete: days !== 0, days: String(days || defaultAutoDeleteDays) };
}

/** Creates a workspace from its title, logo, description, society, restriction and tags. */
export function CreateWorkspaceDialog() {
  const { t } = useTranslation('workspaces');
  const setOpen = useCreateWorkspaceDialog(state => state.setOpen);
  const ownSociety = useSession(state => state.user?.societyId);
  const [form, setForm] = useState(beginning);
  const [logo, setLogo] = useState<File | null>(null);
  /** Whether the name was typed in: an emptied name is an error, a name not yet typed is none. */
  const [typed, setTyped] = useState(false);
  const [wrongDays, setWrongDays] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  const request = useCreateWorkspace();
  const enter = useEnterWorkspace();
  const tags = parseTags(form.tags);
  const societyId = ownSociety && form.society === 'own' ? ownSociety : null;
  const set = (change: Partial<typeof form>) => setForm(old => ({ ...old, ...change }));

  const blank = form.title.trim() === '';

  async function create() {
    const { description, restricted, autoDelete } = form;
    const days = daysOf(form.days);
    if (autoDelete && days === null) {
      setWrongDays(true);
      focusField(title.current?.form, 'autoDeleteDays');
      return;
    }
    const { workspace } = await request.mutateAsync({
      body: {
        ...{ title: form.title.trim(), description: description.trim(), tags, societyId, restricted, autoDelete },
        ...(days !== null && { autoDeleteDays: days }),
      },
      image: logo,
    });
    setOpen(false);
    await enter(workspace);
  }

  return (
    <Dialog
      onClose={() => setOpen(false)}
      title={t('create.title')}
      description={t('create.description')}
      initialFocus={title}
      onSubmit={create}
      footer={
        <>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={blank}>
            {t('create.submit')}
          </Button>
        </>
      }
    >
      <Field
        ref={title}
        label={t('create.name')}
        name="title"
        required
        maxLength={limits.title}
        placeholder={t('create.namePlaceholder')}
        value={form.title}
        error={typed && blank ? t('create.nameRequired') : null}
        autoComplete="off"
        onChange={event => {
          set({ title: event.target.value });
          setTyped(true);
        }}
      />
      <PicturePicker
        label={t('create.logo')}
        hint={t('create.logoHint')}
        picture={logo}
        onChange={setLogo}
        fileName="cropped-logo.png"
        shape="squircle"
        preview={src => <Avatar id="palabre" title={form.title || t('create.title')} src={src} size={logoPreview} />}
      />
      <TextAreaField
        label={t('create.about')}
        name="description"
        maxLength={limits.description}
        placeholder={t('create.aboutPlaceholder')}
        value={form.description}
        onChange={event => set({ description: event.target.value })}
      />
      <Field
        label={t('create.tags')}
        name="tags"
        hint={t('create.tagsHint')}
        placeholder={t('create.tagsPlaceholder')}
        value={form.tags}
        autoComplete="off"
        onChange={event => set({ tags: event.target.value })}
      />
      {tags.length > 0 && (
        <ul className={s.tags} aria-label={t('card.tags')}>
          {tags.map(tag => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      {ownSociety && (
        <Select
          label={t('create.society')}
          value={form.society}
          onChange={society => set({ society })}
          options={[
            { value: 'none', label: t('create.noSociety') },
            { value: 'own', label: t('create.ownSociety') },
          ]}
        />
      )}
      <Switch
        label={t('create.restricted')}
        hint={t(societyId ? 'create.restrictedSocietyHint' : 'create.restrictedHint')}
        checked={form.restricted}
        onChange={restricted => set({ restricted })}
      />
      <RetentionFields
        autoDelete={form.autoDelete}
        days={form.days}
        error={wrongDays ? t('settings:general.autoDeleteWrong', { max: limits.autoDeleteDaysMax }) : null}
        onAutoDelete={autoDelete => set({ autoDelete })}
        onDays={days => {
          set({ days });
          setWrongDays(false);
        }}
      />
      {request.isError && !hasIssues(request.error) && <Note tone="danger">{failureMessage(request.error)}</Note>}
    </Dialog>
  );
}
