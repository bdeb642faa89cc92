import { useId } from 'react';
import s from './Slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  disabled?: boolean;
  /** Value in words. */
  text: string;
  onChange: (value: number) => void;
  /** Called when the finger, the pointer or the key is lifted. */
  onChosen?: () => void;
}

/** Slider for a number in a range. */
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
