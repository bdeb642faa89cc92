import * as Primitive from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { Badge } from '../marks/Badge.tsx';
import s from './Tabs.module.css';

/** A tab and its content. */
export interface Tab<Value extends string> {
  value: Value;
  label: string;
  content: ReactNode;
  icon?: ReactNode;
  count?: number;
}

interface TabsProps<Value extends string> {
  /** Name of the list of tabs, for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Whether `onChange` asks first: a tab then opens by a press or by Enter, and not as it gets the focus. */
  asks?: boolean;
  className?: string;
}

/** Tabs with their contents. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, asks, className }: TabsProps<Value>) {
  return (
    <Primitive.Root
      className={className}
      value={value}
      activationMode={asks ? 'manual' : 'automatic'}
      onValueChange={next => onChange(next as Value)}
    >
      <Primitive.List className={s.list} aria-label={label}>
        {tabs.map(tab => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className={s.tab}
            // Radix focuses a pressed tab by script, for which browsers draw the ring of the keyboard.
            onPointerDown={({ currentTarget }) => currentTarget.toggleAttribute('data-pressed', true)}
            onKeyDown={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
            onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
            // A press on a tab half beyond the edge shows it whole.
            onClick={({ currentTarget }) => currentTarget.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })}
          >
            {tab.icon}
            {tab.label}
            {tab.count !== undefined && <Badge count={tab.count} max={9_999} tone="neutral" showZero />}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(tab => (
        <Primitive.Content key={tab.value} value={tab.value} className={s.content}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
