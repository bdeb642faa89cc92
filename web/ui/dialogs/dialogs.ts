import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { create } from 'zustand';

interface DialogTexts {
  title: string;
  text?: ReactNode;
}

/** What failed, and under it why. */
export interface FailureTexts {
  title: string;
  text: string;
  reason?: string;
}

export interface ConfirmOptions extends DialogTexts {
  /** « Confirmer » and « Annuler » by default. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** What is confirmed cannot be undone: red button, focus on « Annuler ». */
  danger?: boolean;
}

export interface NoticeOptions extends DialogTexts {
  type?: 'success' | 'error' | 'warning' | 'info';
  /** Under it, a line each: why it failed. */
  reasons?: readonly (string | undefined)[];
  /** « OK » by default. */
  label?: string;
}

export interface PromptField<Name extends string = string> {
  name: Name;
  label: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'textarea';
  value?: string;
  placeholder?: string;
  hint?: string;
  required?: boolean;
  maxLength?: number;
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

export type PromptValues<Name extends string = string> = Record<Name, string>;

/** Errors by field name, or one sentence for the first field; nothing when the values are good. */
export type PromptErrors<Name extends string = string> = Partial<Record<Name, string>> | string | null | undefined;

export interface PromptOptions<Name extends string = string> extends DialogTexts {
  fields: readonly PromptField<Name>[];
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Runs at each attempt, the dialog stays open with what it returns. */
  validate?: (values: PromptValues<Name>) => PromptErrors<Name>;
  /** What the values are for, once they are good: the dialog waits for it, and stays open when it throws. */
  submit?: (values: PromptValues<Name>) => Promise<unknown>;
  /** What the dialog then says, where the server blames none of its fields; its message by default. */
  failure?: (cause: unknown) => FailureTexts;
}

export type PendingDialog =
  | { id: number; kind: 'confirm'; options: ConfirmOptions; answer: (confirmed: boolean) => void }
  | { id: number; kind: 'notice'; options: NoticeOptions; answer: () => void }
  | { id: number; kind: 'prompt'; options: PromptOptions; answer: (values: PromptValues | null) => void };

interface DialogsState {
  pending: readonly PendingDialog[];
}

/** The dialogs asked for and not answered yet; `DialogHost` shows the first. */
export const useDialogs = create<DialogsState>(() => ({ pending: [] }));

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

function open(dialog: PendingDialog): void {
  useDialogs.setState(({ pending }) => ({ pending: [...pending, dialog] }));
}

export function closeDialog(id: number): void {
  useDialogs.setState(({ pending }) => ({ pending: pending.filter(dialog => dialog.id !== id) }));
}

/** Answers as who closes it without a word. */
export function giveUp(dialog: PendingDialog): void {
  if (dialog.kind === 'confirm') dialog.answer(false);
  else if (dialog.kind === 'prompt') dialog.answer(null);
  else dialog.answer();
  closeDialog(dialog.id);
}

/** Asks yes or no: true when confirmed; Escape, a press outside and « Annuler » give false. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise(answer => open({ id: nextId(), kind: 'confirm', options, answer }));
}

/** Says something that waits to be read, as « Modifié ! »; resolves when closed. */
export function notice(options: NoticeOptions): Promise<void> {
  return new Promise(answer => open({ id: nextId(), kind: 'notice', options, answer }));
}

/** Asks for one or several texts (trimmed, passwords as typed); null when given up. */
export function prompt<Name extends string>(options: PromptOptions<Name>): Promise<PromptValues<Name> | null> {
  return new Promise(resolve =>
    open({
      id: nextId(),
      kind: 'prompt',
      // The host only reads back, by name, the fields it was given here.
      options: options as unknown as PromptOptions,
      answer: values => resolve(values as PromptValues<Name> | null),
    }),
  );
}
