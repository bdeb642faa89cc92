import type { ReactNode } from 'react';
import { create } from 'zustand';
import { onSessionEnd } from '../../platform/session/session.ts';

interface DialogTexts {
  title: string;
  text?: ReactNode;
}

/** Texts of a failure: what failed, and the reason under it. */
export interface FailureTexts {
  title: string;
  text: string;
  reason?: string;
}

/** Options of `confirm`. */
export interface ConfirmOptions extends DialogTexts {
  /** Labels of the buttons, « Confirmer » and « Annuler » by default. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Whether the action can't be undone: its button is red, and « Annuler » is focused. */
  danger?: boolean;
}

/** Options of `notice`. */
export interface NoticeOptions extends DialogTexts {
  type?: 'success' | 'error' | 'warning' | 'info';
  /** Reasons of a failure, one per line under the text. */
  reasons?: readonly (string | undefined)[];
  /** Label of the button, « OK » by default. */
  label?: string;
}

/** A field of `prompt`. */
export interface PromptField<Name extends string = string> {
  name: Name;
  label: string;
  type?: 'text' | 'email' | 'password' | 'textarea';
  value?: string;
  placeholder?: string;
  hint?: string;
  required?: boolean;
  maxLength?: number;
}

/** Values of a prompt, by field name. */
export type PromptValues<Name extends string = string> = Record<Name, string>;

/** Errors by field name, or a single sentence for the first field; null or undefined if the values are valid. */
export type PromptErrors<Name extends string = string> = Partial<Record<Name, string>> | string | null | undefined;

/** Options of `prompt`. */
export interface PromptOptions<Name extends string = string> extends DialogTexts {
  fields: readonly PromptField<Name>[];
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Validates the values at each attempt; the dialog stays open with the errors it returns. */
  validate?: (values: PromptValues<Name>) => PromptErrors<Name>;
  /** Action with valid values; the dialog waits for it, and stays open if it throws. */
  submit?: (values: PromptValues<Name>) => Promise<unknown>;
  /** Texts of a failure of `submit` that is about no field; the failure's message by default. */
  failure?: (cause: unknown) => FailureTexts;
}

/** A dialog that is not answered yet. */
export type PendingDialog =
  | { id: number; kind: 'confirm'; options: ConfirmOptions; answer: (confirmed: boolean) => void }
  | { id: number; kind: 'notice'; options: NoticeOptions; answer: () => void }
  | { id: number; kind: 'prompt'; options: PromptOptions; answer: (values: PromptValues | null) => void };

interface DialogsState {
  pending: readonly PendingDialog[];
}

/** Queue of the pending dialogs; `DialogHost` shows the first. */
export const useDialogs = create<DialogsState>(() => ({ pending: [] }));

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

function open(dialog: PendingDialog): void {
  useDialogs.setState(({ pending }) => ({ pending: [...pending, dialog] }));
}

/** Removes a dialog from the queue. */
export function closeDialog(id: number): void {
  useDialogs.setState(({ pending }) => ({ pending: pending.filter(dialog => dialog.id !== id) }));
}

/** Cancels a dialog, as closing it does. */
export function giveUp(dialog: PendingDialog): void {
  if (dialog.kind === 'confirm') dialog.answer(false);
  else if (dialog.kind === 'prompt') dialog.answer(null);
  else dialog.answer();
  closeDialog(dialog.id);
}

/** Prompts whose action is pending: each ends by itself, once its action is done. */
export const runningPrompts = new WeakSet<PromptOptions>();

// One person's dialogs must not be shown to the next.
onSessionEnd(() => {
  for (const dialog of useDialogs.getState().pending)
    if (dialog.kind !== 'prompt' || !runningPrompts.has(dialog.options)) giveUp(dialog);
});

/** Asks the person to confirm. Resolves with true when confirmed, with false on Escape, a click outside or « Annuler ». */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise(answer => open({ id: nextId(), kind: 'confirm', options, answer }));
}

/** Shows a message, such as « Modifié ! », until the person closes it. */
export function notice(options: NoticeOptions): Promise<void> {
  return new Promise(answer => open({ id: nextId(), kind: 'notice', options, answer }));
}

/** Asks for one or more texts. Resolves with them, trimmed except for passwords, or with null when cancelled. */
export function prompt<Name extends string>(options: PromptOptions<Name>): Promise<PromptValues<Name> | null> {
  return new Promise(resolve =>
    open({
      id: nextId(),
      kind: 'prompt',
      // Safe cast: the host reads only the names of the given fields.
      options: options as unknown as PromptOptions,
      answer: values => resolve(values as PromptValues<Name> | null),
    }),
  );
}
