import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { useSyncExternalStore } from 'react';
import { keep, keptKey, onKeptElsewhere, readKept } from '../../../../platform/device/kept.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import type { LocalFile } from '../../files/open/local-file.ts';

/** What was chosen to be mentioned: as it is typed (« @Camille Moreau », « #général »), and as it is stored for it. */
export type Named = Readonly<Record<string, string>>;

/** A message whose text is being changed. */
export interface Edit {
  /** The id of the message, or the nonce of one that could not be sent. */
  id: string;
  kind: 'sent' | 'unsent';
  original: string;
  text: string;
  /** Its files: of one that was not sent, those that it will have. */
  files?: readonly LocalFile[];
  /** It has files that stay: it may be without text. */
  mayBeBlank?: boolean;
}

/** Why a draft holds what was meant for a message: the message was deleted, or it no longer waits to be sent. */
export type Loss = 'deleted' | 'left';

/** What a person is writing in one place, on this device: kept through reloads and shared by the tabs. */
export interface Writing {
  /** What was typed for a new message. It waits while a message is being changed. */
  draft: string;
  /** The files that it will have. */
  files?: readonly LocalFile[];
  /** The message that it answers. */
  reply?: Answered | null;
  /** Messages whose change was begun, by id: going from one to the other loses nothing. */
  edits: Readonly<Record<string, Edit>>;
  /** The one that the field shows. */
  editing: string | null;
  loss: Loss | null;
  /** What was chosen to be mentioned in any of these texts. */
  named: Named;
}

const nothing: Writing = { draft: '', edits: {}, editing: null, loss: null, named: {} };
/** What the device keeps it as. */
export const what = 'draft';

const known = new Map<string, Writing>();
const listeners = new Set<(placeId: string | null) => void>();

function currentKey(placeId: string): string | null {
  const userId = useSession.getState().user?._id;
  return userId ? keptKey(what, userId, placeId) : null;
}

function load(key: string): Writing {
  const text = readKept(key);
  try {
    return text ? { ...nothing, ...(JSON.parse(text) as Writing) } : nothing;
  } catch {
    return nothing;
  }
}

/** What the person logged in is writing in a place. */
export function writingOf(placeId: string): Writing {
  const key = currentKey(placeId);
  if (!key) return nothing;
  const writing = known.get(key) ?? load(key);
  known.set(key, writing);
  return writing;
}

/** Calls back with each place whose writing has changed; null: any may have. Gives the way to stop. */
export function onWriting(listener: (placeId: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notify = (placeId: string | null) => {
  for (const listener of listeners) listener(placeId);
};

/** Whether a new message was begun: a text, a file, or what it answers. */
export const hasDraft = ({ draft, files, reply }: Writing): boolean =>
  draft.trim() !== '' || (files?.length ?? 0) > 0 || Boolean(reply);

function change(placeId: string, step: (writing: Writing) => Partial<Writing>): void {
  const key = currentKey(placeId);
  if (!key) return;
  const before = writingOf(placeId);
  const next = { ...before, ...step(before) };
  const isEmpty = !hasDraft(next) && next.editing === null && Object.keys(next.edits).length === 0;
  known.set(key, isEmpty ? { ...next, named: nothing.named } : next);
  keep(key, isEmpty ? null : JSON.stringify(next));
  notify(placeId);
}

/** What is picked of the writing in a place; only a change of that draws again. */
export function useWriting<T>(placeId: string, pick: (writing: Writing) => T): T {
  return useSyncExternalStore(onWriting, () => pick(writingOf(placeId)));
}

/** The message that the field shows, if it does not show the draft. */
export const editOf = ({ edits, editing }: Writing): Edit | null =>
  editing === null ? null : (edits[editing] ?? null);

/** What the field shows. */
export const textOf = (writing: Writing): string => editOf(writing)?.text ?? writing.draft;

const noFiles: readonly LocalFile[] = [];

/** The files that go with what the field shows. */
export const filesOf = (writing: Writing): readonly LocalFile[] => (editOf(writing) ?? writing).files ?? noFiles;

/** Changes the files of what the field shows, or of a message whose change was begun; of the draft where that is over, or null. */
export function changeFiles(
  placeId: string,
  step: (files: readonly LocalFile[]) => readonly LocalFile[],
  editId: string | null = writingOf(placeId).editing,
): void {
  change(placeId, ({ edits, files = noFiles }) => {
    const edit = editId === null ? undefined : edits[editId];
    return edit
      ? { edits: { ...edits, [edit.id]: { ...edit, files: step(edit.files ?? noFiles) } } }
      : { files: step(files) };
  });
}

/** The field now holds this. */
export function type(placeId: string, text: string): void {
  change(placeId, writing => {
    const edit = editOf(writing);
    if (edit) return { edits: { ...writing.edits, [edit.id]: { ...edit, text } } };
    return { draft: text, loss: text.trim() === '' ? null : writing.loss };
  });
}

/** What is typed so stands for what is stored so. */
export function name(placeId: string, named: Named): void {
  change(placeId, writing => ({ named: { ...writing.named, ...named } }));
}

/**
 * Puts the text of a message in the field, as far as its change had come if it was begun before.
 * @param named what its mentions, as they are typed, stand for
 */
export function startEdit(
  placeId: string,
  { id, kind, content, ...files }: Pick<Edit, 'id' | 'kind' | 'files' | 'mayBeBlank'> & { content: string },
  named: Named = {},
): void {
  change(placeId, ({ edits, named: before }) => {
    const begun = edits[id]?.original === content ? edits[id] : undefined;
    return {
      edits: { ...edits, [id]: begun ?? { id, kind, original: content, text: content, ...files } },
      editing: id,
      named: { ...before, ...named },
    };
  });
}

function withoutEdit({ edits, editing }: Writing, id: string): Pick<Writing, 'edits' | 'editing'> {
  const { [id]: _gone, ...others } = edits;
  return { edits: others, editing: editing === id ? null : editing };
}

/** The change of a message is saved or given up; the draft is back. */
export function endEdit(placeId: string, id: string): void {
  change(placeId, writing => withoutEdit(writing, id));
}

/** The message whose text was being changed is gone: what was typed for it becomes the draft, behind what is there. */
export function loseEdit(placeId: string, id: string, loss: Loss): void {
  change(placeId, writing => {
    const edit = writing.edits[id];
    if (!edit || edit.text === edit.original || edit.text.trim() === '') return withoutEdit(writing, id);
    const draft = [writing.draft.trimEnd(), edit.text].filter(Boolean).join('\n\n');
    return { ...withoutEdit(writing, id), draft, loss };
  });
}

/** What is being written answers this message, or none: the field shows it, and the change of a message that was begun waits. */
export function answer(placeId: string, reply: Answered | null): void {
  change(placeId, () => ({ reply, editing: null }));
}

/** The message that the new one answers. */
export const replyOf = ({ reply = null }: Writing): Answered | null => reply;

/** The draft is sent. */
export function endDraft(placeId: string): void {
  change(placeId, () => ({ draft: '', files: noFiles, reply: null, loss: null }));
}

/** Why the draft holds what it holds is known. */
export function forgetLoss(placeId: string): void {
  change(placeId, () => ({ loss: null }));
}

onKeptElsewhere(key => {
  if (key !== null && !key.includes(what)) return;
  if (key === null) known.clear();
  else known.delete(key);
  notify(null);
});

onSessionEnd(() => {
  known.clear();
  notify(null);
});
