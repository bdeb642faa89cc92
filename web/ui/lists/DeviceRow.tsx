import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import type { ComponentProps } from 'react';
import { Tag } from '../marks/Badge.tsx';
import { Row, RowIcon } from './Row.tsx';

const handheld = /iPhone|iPad|Android/;

interface DeviceRowProps {
  /** Browser and system: « Firefox · Windows ». */
  device: string;
  /** Mark of the device that shows the page; false on other devices. */
  current: string | false;
  facts: readonly (string | false | null)[];
  actions: ComponentProps<typeof Row>['actions'];
}

/** Line of a list about a device of the user's. */
export function DeviceRow({ device, current, facts, actions }: DeviceRowProps) {
  const Icon = handheld.test(device) ? Smartphone : Monitor;
  return (
    <Row
      wraps
      face={
        <RowIcon>
          <Icon />
        </RowIcon>
      }
      name={device}
      title={device}
      marks={current && <Tag tone="brand">{current}</Tag>}
      text={facts.filter(Boolean).join(' · ')}
      actions={actions}
    />
  );
}
