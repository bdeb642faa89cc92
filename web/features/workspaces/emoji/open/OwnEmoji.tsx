import { limits } from '@palabre/common/contract/fields.ts';
import { type CustomEmoji, emojiName } from '@palabre/common/contract/workspaces/emoji.ts';
import Trash2 from 'lucide-react/icons/trash';
import { useEffect, useRef, useState } from 'react';
import { ownEmoji as en } from '../../../../locales/en/own-emoji.ts';
import { ownEmoji as fr } from '../../../../locales/fr/own-emoji.ts';
import { ApiError, atField } from '../../../../platform/server/api.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { textsOf } from '../../../../platform/words/lazy-texts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { onceSaved } from '../../../../ui/fields/edits.ts';
import { Field } from '../../../../ui/fields/Field.tsx';
import { FileButton } from '../../../../ui/fields/FileButton.tsx';
import { Form, hasIssues } from '../../../../ui/fields/Form.tsx';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { Subject } from '../../../../ui/pages/Section.tsx';
import s from '../settings/OwnEmoji.module.css';
import { useAddEmoji, useOwnEmoji, useRemoveEmoji } from './emoji.queries.ts';

const fill = (text: string, name: string) => text.replace('{{name}}', `:${name}:`);

/** Manages the emoji of a workspace. */
export function OwnEmoji({ workspaceId }: { workspaceId: string }) {
  // Re-renders when the language changes.
  useTranslation();
  const texts = textsOf({ fr, en });
  const { data: emojis, isError } = useOwnEmoji(workspaceId);
  const remove = useRemoveEmoji(workspaceId);

  async function ask({ _id, name }: CustomEmoji) {
    const sure = await confirm({
      title: fill(texts.sure, name),
      text: texts.sureText,
      confirmLabel: texts.confirm,
      danger: true,
    });
    // A refusal shows its own alert.
    if (sure) remove.mutate(_id);
  }

  return (
    <Subject
      heading={texts.heading}
      hint={texts.lead}
      end={
        <>
          {isError && !emojis ? (
            <p className={s.empty}>{texts.failed}</p>
          ) : emojis?.length === 0 ? (
            <p className={s.empty}>{texts.empty}</p>
          ) : (
            emojis && (
              <ul className={s.list} aria-label={texts.list}>
                {emojis.map(emoji => (
                  <li key={emoji._id} className={s.emoji}>
                    <img src={emoji.url} alt="" width={32} height={32} loading="lazy" />
                    <span className={s.name}>:{emoji.name}:</span>
                    <IconButton
                      label={fill(texts.remove, emoji.name)}
                      size="sm"
                      tone="danger"
                      onClick={() => void ask(emoji)}
                    >
                      <Trash2 />
                    </IconButton>
                  </li>
                ))}
              </ul>
            )
          )}
          {emojis && emojis.length > 0 && (
            <p className={s.count}>
              {texts.count
                .replace('{{count}}', String(emojis.length))
                .replace('{{most}}', String(limits.emojiPerWorkspace))}
            </p>
          )}
        </>
      }
    >
      <AddForm workspaceId={workspaceId} />
    </Subject>
  );
}

/** Derives an emoji name from a file name: « Mon Logo.png » gives mon_logo. */
const nameFrom = (file: string) =>
  file
    .replace(/\.\w+$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9_+-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, limits.emojiName);

function AddForm({ workspaceId }: { workspaceId: string }) {
  const texts = textsOf({ fr, en });
  const [image, setImage] = useState<File | null>(null);
  const [src, setSrc] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const add = useAddEmoji(workspaceId);

  useEffect(() => {
    if (!image) return setSrc(null);
    const url = URL.createObjectURL(image);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [image]);

  async function submit() {
    const wanted = name.trim().toLowerCase();
    if (wanted.length < 2 || !emojiName.test(wanted)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    if (!image) return;
    try {
      await add.mutateAsync({ name: wanted, image });
    } catch (cause) {
      const told = atField(cause, 'name', ['emoji_taken']);
      if (hasIssues(told)) throw told;
      if (cause instanceof ApiError) tellFailure(cause);
      else throw cause;
      return;
    }
    setImage(onceSaved(image, null));
    setName(onceSaved(name, ''));
  }

  return (
    <Form onSubmit={submit} className={s.form}>
      <div className={s.choice}>
        <span className={s.preview} aria-hidden="true">
          {src && <img src={src} alt="" width={32} height={32} />}
        </span>
        <FileButton
          size="sm"
          accept="image/png,image/webp,image/gif"
          onFiles={([file]) => {
            if (!file) return;
            setImage(file);
            if (name === '') setName(nameFrom(file.name));
          }}
        >
          {image ? texts.otherPicture : texts.picture}
        </FileButton>
      </div>
      <Field
        ref={field}
        label={texts.name}
        name="name"
        hint={texts.nameHint}
        value={name}
        error={wrong ? texts.nameWrong : null}
        maxLength={limits.emojiName}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => {
          setName(event.target.value);
          setWrong(false);
        }}
      />
      <Button type="submit" size="sm" disabled={!image || name.trim() === ''}>
        {texts.add}
      </Button>
    </Form>
  );
}
