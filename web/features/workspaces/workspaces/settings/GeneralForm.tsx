import { limits } from '@palabre/common/contract/fields.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { parseTags, type Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../../../ui/alerts/failures.ts';
import { notice } from '../../../../ui/dialogs/dialogs.ts';
import { onceSaved, unsent } from '../../../../ui/fields/edits.ts';
import { Field, TextAreaField } from '../../../../ui/fields/Field.tsx';
import { Form, focusField, hasIssues } from '../../../../ui/fields/Form.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { Switch } from '../../../../ui/fields/Switch.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { SaveBar } from '../../../../ui/pages/SaveBar.tsx';
import { Subject, Subjects } from '../../../../ui/pages/Section.tsx';
import { daysOf } from '../../../messages/retention/open/days.ts';
import { RetentionFields } from '../../../messages/retention/open/RetentionFields.tsx';
import { useMe } from '../../../people/users/open/users.queries.ts';
import { VisibilityIcon } from '../../structure/open/VisibilityIcon.tsx';
import { useSaveSettings } from '../../structure/open/workspaces.queries.ts';
import s from './General.module.css';
import { LogoField } from './LogoField.tsx';

interface Fields {
  title: string;
  welcomeChannel: string;
  description: string;
  tags: string;
  /** `none`, or the id of a society. */
  society: string;
  restricted: boolean;
  announceMoves: boolean;
  autoDelete: boolean;
  /** Typed number of days. */
  autoDeleteDays: string;
}

const noSociety = 'none';

const fieldsOf = (workspace: Workspace): Fields => {
  const { title, welcomeChannel, announceMoves, description, tags, societyId, restricted, autoDelete } = workspace;
  return {
    ...{ title, welcomeChannel, announceMoves, description, restricted, autoDelete },
    tags: tags.join(', '),
    society: societyId ?? noSociety,
    autoDeleteDays: String(workspace.autoDeleteDays),
  };
};

interface GeneralFormProps {
  workspace: Workspace;
  /** Channels that may be the welcome channel. */
  welcomes: readonly Channel[];
}

/**
 * Edits the settings. Keeps the user's edits apart from the saved settings: another owner's change shows at once in the
 * fields left untouched, and only edited fields are sent.
 */
export function GeneralForm({ workspace, welcomes }: GeneralFormProps) {
  const { t } = useTranslation('settings');
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [logo, setLogo] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const [wrongDays, setWrongDays] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  const save = useSaveSettings(workspace._id);
  const kept = fieldsOf(workspace);
  const form = { ...kept, ...edits };
  const tags = parseTags(form.tags);
  // Offers the user's society, no society, or the current one (`can.placeInSociety`).
  const own = useMe()?.societyId;
  const societies = [...new Set([own, workspace.societyId].filter(id => id != null))];
  const dirty = logo !== null || Object.keys(edits).length > 0;

  function set<Name extends keyof Fields>(name: Name, value: Fields[Name]) {
    setEdits(({ [name]: _old, ...others }) => (value === kept[name] ? others : { ...others, [name]: value }));
  }

  async function submit() {
    if (form.title.trim() === '') {
      setMissing(true);
      title.current?.focus();
      return;
    }
    const {
      tags: editedTags,
      title: editedTitle,
      description: editedText,
      autoDeleteDays: editedDays,
      society: editedSociety,
      ...others
    } = edits;
    const days = editedDays === undefined ? null : daysOf(editedDays);
    if (form.autoDelete && editedDays !== undefined && days === null) {
      setWrongDays(true);
      focusField(title.current?.form, 'autoDeleteDays');
      return;
    }
    try {
      await save.mutateAsync({
        body: {
          ...others,
          ...(editedTitle !== undefined && { title: editedTitle.trim() }),
          ...(editedText !== undefined && { description: editedText.trim() }),
          ...(editedTags !== undefined && { tags: parseTags(editedTags) }),
          // An empty text removes the society: with a logo, the request is a form, which would omit null.
          ...(editedSociety !== undefined && { societyId: editedSociety === noSociety ? '' : editedSociety }),
          ...(days !== null && { autoDeleteDays: days }),
        },
        image: logo,
      });
    } catch (cause) {
      const text = t('general.failed');
      if (hasIssues(cause)) {
        tellFailure(cause, text);
        throw cause;
      }
      return notice({ type: 'error', title: t('general.failedTitle'), text, reasons: [reasonOf(cause, text)] });
    }
    setEdits(now => unsent(now, edits));
    setLogo(onceSaved(logo, null));
    alerts.success(t('general.saved'), { title: t('general.savedTitle') });
  }

  return (
    <Form unsaved={dirty} onSubmit={submit}>
      <Subjects>
        <Subject heading={t('general.identity')}>
          <Field
            ref={title}
            label={t('general.name')}
            name="title"
            required
            maxLength={limits.title}
            value={form.title}
            error={missing ? t('general.nameRequired') : null}
            autoComplete="off"
            onChange={event => {
              set('title', event.target.value);
              setMissing(false);
            }}
          />
          <LogoField
            workspaceId={workspace._id}
            title={form.title}
            logo={workspace.logo}
            picture={logo}
            onChange={setLogo}
          />
          <TextAreaField
            label={t('general.description')}
            name="description"
            maxLength={limits.description}
            value={form.description}
            onChange={event => set('description', event.target.value)}
          />
          <div className={s.tagged}>
            <Field
              label={t('general.tags')}
              name="tags"
              hint={t('general.tagsHint')}
              value={form.tags}
              autoComplete="off"
              onChange={event => set('tags', event.target.value)}
            />
            {tags.length > 0 && (
              <ul className={s.tags} aria-label={t('general.tags')}>
                {tags.map(tag => (
                  <li key={tag}>
                    <Tag>{tag}</Tag>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </Subject>
        <Subject heading={t('general.welcoming')}>
          <Select
            label={t('general.welcome')}
            hint={t('general.welcomeHint')}
            value={form.welcomeChannel}
            onChange={value => set('welcomeChannel', value)}
            options={welcomes.map(({ _id, title, visibility }) => ({
              value: _id,
              label: title,
              icon: <VisibilityIcon visibility={visibility} />,
            }))}
          />
          <Switch
            label={t('general.announceMoves')}
            hint={t('general.announceMovesHint')}
            checked={form.announceMoves}
            onChange={value => set('announceMoves', value)}
          />
        </Subject>
        <Subject heading={t('general.access')}>
          {societies.length > 0 && (
            <Select
              label={t('general.society')}
              hint={t('general.societyHint')}
              value={form.society}
              onChange={value => set('society', value)}
              options={[
                { value: noSociety, label: t('general.noSociety') },
                ...societies.map(id => ({
                  value: id,
                  label: t(id === own ? 'general.ownSociety' : 'general.otherSociety'),
                })),
              ]}
            />
          )}
          <Switch
            label={t('general.restricted')}
            hint={t(form.society !== noSociety ? 'general.restrictedSocietyHint' : 'general.restrictedHint')}
            checked={form.restricted}
            onChange={value => set('restricted', value)}
          />
        </Subject>
        <Subject heading={t('general.keeping')}>
          <RetentionFields
            autoDelete={form.autoDelete}
            days={form.autoDeleteDays}
            error={wrongDays ? t('general.autoDeleteWrong', { max: limits.autoDeleteDaysMax }) : null}
            onAutoDelete={value => set('autoDelete', value)}
            onDays={value => {
              set('autoDeleteDays', value);
              setWrongDays(false);
            }}
          />
        </Subject>
      </Subjects>
      <SaveBar
        unsaved={dirty}
        onUndo={() => {
          setEdits({});
          setLogo(null);
          setMissing(false);
          setWrongDays(false);
        }}
      />
    </Form>
  );
}
