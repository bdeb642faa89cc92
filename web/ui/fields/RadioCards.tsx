import * as RadioGroup from 'radix-ui/radio-group';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import s from './Choice.module.css';

/** An option of radio cards. */
export interface RadioCardOption<Value extends string> {
  value: Value;
  title: string;
  text?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  label: string;
  options: readonly RadioCardOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  name?: string;
  /** Number of columns, where there is room. */
  columns?: 1 | 2 | 3;
  className?: string;
}

/** Radio group whose options each have a sentence. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  name,
  columns = 1,
  className,
}: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <div className={cx(s.group, className)}>
      <span className={s.groupLabel} id={id}>
        {label}
      </span>
      <RadioGroup.Root
        className={s.cards}
        data-columns={columns}
        value={value}
        onValueChange={next => onChange(next as Value)}
        name={name}
        aria-labelledby={id}
      >
        {options.map((option, index) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className={s.card}
            // By its place: a value may have spaces, which end an id.
            aria-labelledby={`${id}-${index}`}
            aria-describedby={option.text ? `${id}-${index}-text` : undefined}
          >
            {option.icon && <span className={s.cardIcon}>{option.icon}</span>}
            <span className={s.cardTexts}>
              <span className={s.cardTitle} id={`${id}-${index}`} dir="auto">
                {option.title}
              </span>
              {option.text && (
                <span className={s.cardText} id={`${id}-${index}-text`}>
                  {option.text}
                </span>
              )}
            </span>
            <span className={s.radio}>
              <RadioGroup.Indicator className={s.radioDot} />
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
