import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { useSyncExternalStore } from 'react';
import { keep, keptKey, onKeptElsewhere, readKept } from '../../../../platform/device/local-storage.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { type Named, storedText } from '../../text/open/mentions-typed.ts';

/** Edit of a message in progress. */
export interface Edit {
  /** Id of the message, or nonce of a message that failed to send. */
  id: string;
  kind: 'sent' | 'unsent';
  original: string;
  text: string;
  /** Files of the message; for an unsent message, the files that it will have. */
  files?: readonly LocalFile[];
  /** Whether the text may be blank, as the message keeps files. */
  mayBeBlank?: boolean;
}

/** Reason why an edit's text became the draft: the message was deleted, or it is no longer in the outbox. */
export type Loss = 'deleted' | 'left';

/** Draft and edits of a user in one place on this device; survives reloads, and all tabs share it. */
export interface Writing {
  /** Text of the new message, which waits while another message is edited. */
  draft: string;
  /** Files of the new message. */
  files?: readonly LocalFile[];
  /** Message that the draft answers. */
  reply?: Answered | null;
  /** Edits in progress by message id: switching between them loses nothing. */
  edits: Readonly<Record<string, Edit>>;
  /** Id of the edit that the field shows. */
  editing: string | null;
  loss: Loss | null;
  /** Mentions chosen in any of these texts. */
  named: Named;
}

const nothing: Writing = { draft: '', edits: {}, editing: null, loss: null, named: {} };
/** Name of the drafts in the device's storage. */
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

/** Returns the user's writing in a place. */
export function writingOf(placeId: string): Writing {
  const key = currentKey(placeId);
  if (!key) return nothing;
  const writing = known.get(key) ?? load(key);
  known.set(key, writing);
  return writing;
}

/** Calls the listener with each place whose writing changed; null for any place. Returns the unsubscribe function. */
export function onWriting(listener: (placeId: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notify = (placeId: string | null) => {
  for (const listener of listeners) listener(placeId);
};

/** Tells whether there is a draft: a text, a file or an answered message. */
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

/** Selects from the writing in a place; re-renders only when the selection changes. */
export function useWriting<T>(placeId: string, pick: (writing: Writing) => T): T {
  return useSyncExternalStore(onWriting, () => pick(writingOf(placeId)));
}

/** Returns the edit that the field shows; null for the draft. */
export const editOf = ({ edits, editing }: Writing): Edit | null =>
  editing === null ? null : (edits[editing] ?? null);

/** Returns the text that the field shows. */
export const textOf = (writing: Writing): string => editOf(writing)?.text ?? writing.draft;

const noFiles: readonly LocalFile[] = [];

/** Returns the files of the draft or the edit that the field shows. */
export const filesOf = (writing: Writing): readonly LocalFile[] => (editOf(writing) ?? writing).files ?? noFiles;

/** Changes the files of an edit, by default the edit that the field shows; without such an edit, the draft's files. */
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

/** Sets the text of the field. */
export function type(placeId: string, text: string): void {
  change(placeId, writing => {
    const edit = editOf(writing);
    if (edit) return { edits: { ...writing.edits, [edit.id]: { ...edit, text } } };
    return { draft: text, loss: text.trim() === '' ? null : writing.loss };
  });
}

/** Adds mentions: typed form to stored form. */
export function name(placeId: string, named: Named): void {
  change(placeId, writing => ({ named: { ...writing.named, ...named } }));
}

/**
 * Starts the edit of a message in the field, or resumes it where it was left.
 * @param named stored form of the mentions as they are typed
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

/** Ends an edit, saved or given up; the field shows the draft again. */
export function endEdit(placeId: string, id: string): void {
  change(placeId, writing => withoutEdit(writing, id));
}

/** Ends an edit whose message is gone: appends its changed text to the draft. */
export function loseEdit(placeId: string, id: string, loss: Loss): void {
  change(placeId, writing => {
    const edit = writing.edits[id];
    if (!edit || edit.text === edit.original || edit.text.trim() === '') return withoutEdit(writing, id);
    const draft = [writing.draft.trimEnd(), edit.text].filter(Boolean).join('\n\n');
    return { ...withoutEdit(writing, id), draft, loss };
  });
}

/** Sets the message that the draft answers, or none; the field shows the draft, and an edit waits. */
export function answer(placeId: string, reply: Answered | null): void {
  change(placeId, () => ({ reply, editing: null }));
}

/** Returns the message that the draft answers. */
export const replyOf = ({ reply = null }: Writing): Answered | null => reply;

/** Clears the draft once sent. */
export function endDraft(placeId: string): void {
  change(placeId, () => ({ draft: '', files: noFiles, reply: null, loss: null }));
}

/**
 * Moves the draft to another place, after the draft there, and no longer as an answer. A mention whose name stands for
 * somebody else in that draft takes its stored form, with the id.
 */
export function moveDraft(from: string, to: string): void {
  const { draft, files = noFiles, named } = writingOf(from);
  change(to, before => {
    const toldApart = Object.entries(named).map(([typed, stored]) => {
      const isTaken = (before.named[typed] ?? stored) !== stored;
      return [typed, isTaken ? stored : typed];
    });
    const moved = storedText(draft, Object.fromEntries(toldApart));
    return {
      draft: [before.draft.trimEnd(), moved].filter(Boolean).join('\n\n'),
      files: [...(before.files ?? noFiles), ...files],
      named: { ...named, ...before.named },
      editing: null,
    };
  });
  endDraft(from);
}

/** Clears the reason of a lost edit once it is read. */
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
