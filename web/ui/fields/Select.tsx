import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import * as Primitive from 'radix-ui/select';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../cx.ts';
import { SheetTop, sheet } from '../overlays/Sheet.tsx';
import { FieldFrame, type FieldTexts } from './Field.tsx';
import s from './Select.module.css';

/** An option of a select. */
export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface SelectProps<Value extends string> extends FieldTexts {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
  size?: 'md' | 'lg';
  className?: string;
}

/** Field to choose an option of a short list, which is a sheet on a phone. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  disabled,
  name,
  size = 'lg',
  className,
  ...texts
}: SelectProps<Value>) {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  return (
    <FieldFrame {...texts} name={name} className={className}>
      {({ required, ...control }) => (
        <Primitive.Root
          open={isOpen}
          onOpenChange={setOpen}
          value={value ?? ''}
          onValueChange={next => onChange(next as Value)}
          disabled={disabled}
          required={required}
          name={name}
        >
          <Primitive.Trigger className={cx(s.trigger, s[size])} {...control}>
            <Primitive.Value placeholder={placeholder ?? t('choose')} />
            <Primitive.Icon className={s.chevron}>
              <ChevronDown />
            </Primitive.Icon>
          </Primitive.Trigger>
          <Primitive.Portal>
            <Primitive.Content
              className={cx(s.content, sheet)}
              data-layer
              position="popper"
              sideOffset={4}
              collisionPadding={8}
            >
              <SheetTop onClose={() => setOpen(false)} />
              <Primitive.Viewport className={s.list}>
                {options.map(option => (
                  <Primitive.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    className={s.option}
                  >
                    <Primitive.ItemText>
                      <span className={s.text}>
                        {option.icon}
                        {option.label}
                      </span>
                    </Primitive.ItemText>
                    <Primitive.ItemIndicator className={s.check}>
                      <Check />
                    </Primitive.ItemIndicator>
                  </Primitive.Item>
                ))}
              </Primitive.Viewport>
            </Primitive.Content>
          </Primitive.Portal>
        </Primitive.Root>
      )}
    </FieldFrame>
  );
}
