import CircleCheck from 'lucide-react/icons/circle-check';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import * as AlertDialog from 'radix-ui/alert-dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../cx.ts';
import { Button } from '../fields/Button.tsx';
import { rememberFocus } from '../motion/focus.ts';
import d from '../overlays/Dialog.module.css';
import { Layer } from '../overlays/layers.ts';
import { SheetTop, sheet } from '../overlays/Sheet.tsx';
import { type ConfirmOptions, closeDialog, type NoticeOptions, type PendingDialog } from './dialogs.ts';
import s from './PendingDialog.module.css';
import { PromptForm } from './PromptForm.tsx';

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };

interface ShellProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  tone?: string;
  /** Whether the dialog holds a form, which is a sheet on a phone. */
  isForm?: boolean;
  children: ReactNode;
  onClose: () => void;
}

function Shell({ title, text, icon, tone, isForm, children, onClose }: ShellProps) {
  // Radix gives focus back only to its own trigger, and these dialogs have none.
  const [giveBack] = useState(rememberFocus);
  return (
    <AlertDialog.Root open onOpenChange={next => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay
          className={d.overlay}
          onPointerDown={event => event.target === event.currentTarget && onClose()}
        >
          <AlertDialog.Content
            className={cx(d.dialog, d.sm, isForm && sheet)}
            data-layer
            {...(text ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={event => {
              // Radix would always focus « Annuler ».
              event.preventDefault();
              const first =
                event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector('[data-initial]');
              if (first instanceof HTMLElement) first.focus();
              if (first instanceof HTMLInputElement) first.select();
            }}
            onCloseAutoFocus={event => {
              event.preventDefault();
              giveBack();
            }}
          >
            {isForm ? <SheetTop onClose={onClose} /> : <Layer />}
            <div className={cx(s.head, Boolean(icon) && s.withIcon, isForm && s.underGrabber)} data-tone={tone}>
              {icon && <span className={s.icon}>{icon}</span>}
              <div>
                <AlertDialog.Title className={d.title}>{title}</AlertDialog.Title>
                {text && (
                  <AlertDialog.Description className={d.description} asChild>
                    <div>{text}</div>
                  </AlertDialog.Description>
                )}
              </div>
            </div>
            {children}
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Confirm({ options, onAnswer }: { options: ConfirmOptions; onAnswer: (confirmed: boolean) => void }) {
  const { t } = useTranslation('ui');
  return (
    <Shell
      title={options.title}
      text={options.text}
      icon={options.danger ? <TriangleAlert /> : undefined}
      tone="error"
      onClose={() => onAnswer(false)}
    >
      <div className={d.footer}>
        <AlertDialog.Cancel asChild>
          <Button variant="secondary" data-initial={options.danger}>
            {options.cancelLabel ?? t('cancel')}
          </Button>
        </AlertDialog.Cancel>
        <Button
          variant={options.danger ? 'danger' : 'primary'}
          data-initial={!options.danger || undefined}
          onClick={() => onAnswer(true)}
        >
          {options.confirmLabel ?? t('confirm')}
        </Button>
      </div>
    </Shell>
  );
}

function Notice({ options, onAnswer }: { options: NoticeOptions; onAnswer: () => void }) {
  const { t } = useTranslation('ui');
  const type = options.type ?? 'info';
  const Icon = icons[type];
  return (
    <Shell
      title={options.title}
      text={
        <>
          {options.text}
          {options.reasons?.filter(Boolean).map(reason => (
            <p key={reason} className={d.reason}>
              {reason}
            </p>
          ))}
        </>
      }
      icon={<Icon />}
      tone={type}
      onClose={onAnswer}
    >
      <div className={d.footer}>
        <AlertDialog.Cancel asChild>
          <Button data-initial>{options.label ?? t('ok')}</Button>
        </AlertDialog.Cancel>
      </div>
    </Shell>
  );
}

/** A pending dialog, shown until it is answered. It has its own chunk, since the first paint needs no dialog. */
export default function Pending({ dialog }: { dialog: PendingDialog }) {
  function done() {
    closeDialog(dialog.id);
  }
  switch (dialog.kind) {
    case 'confirm':
      return (
        <Confirm
          options={dialog.options}
          onAnswer={confirmed => {
            dialog.answer(confirmed);
            done();
          }}
        />
      );
    case 'notice':
      return (
        <Notice
          options={dialog.options}
          onAnswer={() => {
            dialog.answer();
            done();
          }}
        />
      );
    case 'prompt':
      return (
        <Shell
          title={dialog.options.title}
          text={dialog.options.text}
          isForm
          onClose={() => {
            dialog.answer(null);
            done();
          }}
        >
          <PromptForm
            options={dialog.options}
            onAnswer={values => {
              dialog.answer(values);
              done();
            }}
          />
        </Shell>
      );
  }
}
