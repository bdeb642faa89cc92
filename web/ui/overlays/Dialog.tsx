import X from 'lucide-react/icons/x';
import * as Primitive from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { keepOpenForAlerts } from '../alerts/above.ts';
import { cx } from '../cx.ts';
import { confirmLoss } from '../dialogs/loss.ts';
import { Form } from '../fields/Form.tsx';
import { IconButton } from '../fields/IconButton.tsx';
import { rememberFocus } from '../motion/focus.ts';
import s from './Dialog.module.css';
import { useLayer } from './layers.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** What gets the focus at first; otherwise the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Called when the content is submitted: the dialog is then a form. See {@link Form} for how it fails. */
  onSubmit?: () => unknown;
  /** What is in it was changed and not saved: leaving it otherwise than by its own buttons asks first. */
  unsaved?: boolean;
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean;
  className?: string;
}

interface ContentProps {
  className: string;
  described: boolean;
  initialFocus: DialogProps['initialFocus'];
  children: ReactNode;
}

function Content({ className, described, initialFocus, children }: ContentProps) {
  // Radix gives the focus back to its own trigger only, and these dialogs have none.
  const [giveBack] = useState(rememberFocus);
  useLayer();
  return (
    <Primitive.Content
      className={className}
      data-layer
      {...(described ? {} : { 'aria-describedby': undefined })}
      onInteractOutside={keepOpenForAlerts}
      onOpenAutoFocus={event => {
        if (!initialFocus?.current) return;
        event.preventDefault();
        // What is taller than the screen would bring its middle into view, and the title out of it.
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

/** A modal dialog: Escape and a press outside close it, the focus returns where it was. */
export function Dialog({
  open,
  onOpenChange,
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
  async function change(next: boolean) {
    if (next || !unsaved) return onOpenChange(next);
    if (asking.current) return;
    asking.current = true;
    const leave = await confirmLoss();
    asking.current = false;
    if (leave) onOpenChange(false);
  }
  return (
    <Primitive.Root open={open} onOpenChange={next => void change(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className={s.overlay}>
          <Content
            className={cx(s.dialog, s[size], className)}
            described={Boolean(description)}
            initialFocus={initialFocus}
          >
            <header className={cx(s.header, hideTitle && s.bare)}>
              <div className={s.titles}>
                <Primitive.Title className={cx(s.title, hideTitle && s.hidden)}>{title}</Primitive.Title>
                {description && <Primitive.Description className={s.description}>{description}</Primitive.Description>}
              </div>
            </header>
            {onSubmit ? (
              // What is closing can still be pressed, but asks for nothing more.
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
