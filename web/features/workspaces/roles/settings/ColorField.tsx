import Check from 'lucide-react/icons/check';
import * as RadioGroup from 'radix-ui/radio-group';
import { useId, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { swatches, swatchNames } from '../swatches.ts';
import s from './ColorField.module.css';

interface ColorFieldProps {
  value: string;
  onChange: (color: string) => void;
}

/** Picks one of the 18 swatches; also offers a colour set elsewhere, so that it is not lost. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  const { t } = useTranslation('roles');
  const id = useId();
  const [first] = useState(value);
  const options = swatchNames.map(name => ({ color: swatches[name] as string, label: t(`colors.${name}`) }));
  const isKnown = (color: string) => options.some(option => option.color === color.toLowerCase());
  for (const color of new Set([first, value])) {
    if (!isKnown(color)) options.push({ color, label: t('form.current', { color }) });
  }
  return (
    <div className={s.field}>
      <span className={s.label} id={id}>
        {t('form.color')}
      </span>
      <RadioGroup.Root
        className={s.swatches}
        value={value.toLowerCase()}
        onValueChange={onChange}
        aria-labelledby={id}
        loop
      >
        {options.map(({ color, label }) => (
          <RadioGroup.Item
            key={color}
            value={color.toLowerCase()}
            className={s.swatch}
            style={{ background: color }}
            aria-label={label}
            title={label}
          >
            <RadioGroup.Indicator className={s.check}>
              <Check />
            </RadioGroup.Indicator>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
