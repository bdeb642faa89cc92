import X from 'lucide-react/icons/x';
import * as Primitive from 'radix-ui/dialog';
import { type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { keepOpenForAlerts } from '../alerts/above.ts';
import { cx } from '../cx.ts';
import { confirmLoss } from '../dialogs/loss.ts';
import { Form } from '../fields/Form.tsx';
import { IconButton } from '../fields/IconButton.tsx';
import { useOpeningPress } from '../motion/double-click.ts';
import { rememberFocus } from '../motion/focus.ts';
import s from './Dialog.module.css';
import { Layer } from './layers.ts';
import { SheetTop, sheet } from './Sheet.tsx';

interface DialogProps {
  /** False while a dialog that stays mounted is closed. */
  open?: boolean;
  /** Called as the person closes the dialog: by Escape, a press outside, its cross or, on a phone, its handle. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** Element to focus at first; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Makes the dialog's content a form with this action; {@link Form} explains its failures. */
  onSubmit?: () => unknown;
  /** Whether the dialog has unsaved changes; only its own buttons then close it without asking first. */
  unsaved?: boolean;
  /** Shows the title to screen readers only; on a phone, the dialog then has the whole screen instead of being a sheet. */
  hideTitle?: boolean;
  className?: string;
}

/** Leaves Escape to a field whose list of options is open (`useOptions`): Escape then only closes the list. */
const leaveToOptions = (event: KeyboardEvent) => {
  if (event.target instanceof Element && event.target.matches('[data-options]')) event.preventDefault();
};

/** Leaves focus in the dialog when its scrim is pressed, until the press closes it, if it does. */
const keepFocus = (event: MouseEvent) => {
  if (event.target === event.currentTarget) event.preventDefault();
};

interface ContentProps {
  className: string;
  described: boolean;
  initialFocus: DialogProps['initialFocus'];
  children: ReactNode;
}

function Content({ className, described, initialFocus, children }: ContentProps) {
  // Radix gives focus back only to its own trigger, and these dialogs have none.
  const [giveBack] = useState(rememberFocus);
  const { keepOpen, onClickCapture } = useOpeningPress();
  return (
    <Primitive.Content
      className={className}
      data-layer
      {...(described ? {} : { 'aria-describedby': undefined })}
      onInteractOutside={event => {
        keepOpenForAlerts(event);
        keepOpen(event);
      }}
      onClickCapture={onClickCapture}
      onEscapeKeyDown={leaveToOptions}
      onOpenAutoFocus={event => {
        if (!initialFocus?.current) return;
        event.preventDefault();
        // A section taller than the screen would scroll its middle into view, and the title out of it.
        initialFocus.current.focus({
          preventScroll: initialFocus.current.tabIndex === 0 && initialFocus.current.matches('section'),
        });
      }}
      onCloseAutoFocus={event => {
        event.preventDefault();
        giveBack();
      }}
    >
      {children}
    </Primitive.Content>
  );
}

/** Modal dialog, a sheet on a phone. Escape and a click outside close it, and focus returns to the element that had it. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  initialFocus,
  onSubmit,
  unsaved,
  hideTitle,
  className,
}: DialogProps) {
  const { t } = useTranslation('ui');
  const inside = (
    <>
      {children && <div className={s.body}>{children}</div>}
      {footer && <div className={s.footer}>{footer}</div>}
    </>
  );
  const asking = useRef(false);
  async function close() {
    if (!unsaved) return onClose();
    if (asking.current) return;
    asking.current = true;
    const leave = await confirmLoss();
    asking.current = false;
    if (leave) onClose();
  }
  return (
    <Primitive.Root open={open} onOpenChange={next => next || void close()}>
      <Primitive.Portal>
        <Primitive.Overlay className={s.overlay} onMouseDown={keepFocus}>
          <Content
            className={cx(s.dialog, s[size], !hideTitle && sheet, className)}
            described={Boolean(description)}
            initialFocus={initialFocus}
          >
            {hideTitle ? <Layer /> : <SheetTop onClose={close} />}
            <header className={cx(s.header, hideTitle && s.bare)}>
              <div className={s.titles}>
                <Primitive.Title className={cx(s.title, hideTitle && s.hidden)}>{title}</Primitive.Title>
                {description && <Primitive.Description className={s.description}>{description}</Primitive.Description>}
              </div>
            </header>
            {onSubmit ? (
              // A closing dialog can still be clicked, but submits nothing.
              <Form className={s.form} onSubmit={() => open && onSubmit()}>
                {inside}
              </Form>
            ) : (
              inside
            )}
            <Primitive.Close asChild>
              <IconButton label={t('close')} tooltip={false} className={s.close}>
                <X />
              </IconButton>
            </Primitive.Close>
          </Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
