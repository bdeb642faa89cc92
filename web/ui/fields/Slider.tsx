import { useId } from 'react';
import s from './Slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  disabled?: boolean;
  /** The value, as it is read. */
  text: string;
  onChange: (value: number) => void;
  /** The finger, the pointer or the key is lifted. */
  onChosen?: () => void;
}

/** A number out of a range, by pointer or arrows. */
export function Slider({ label, value, min, max, step = 1, disabled, text, onChange, onChosen }: SliderProps) {
  const id = useId();
  return (
    <div className={s.slider} data-disabled={disabled || undefined}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} aria-hidden="true">
        {text}
      </output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={text}
        onChange={event => onChange(Number(event.target.value))}
        onPointerUp={onChosen}
        onKeyUp={onChosen}
      />
    </div>
  );
}
