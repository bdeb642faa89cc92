import type { Visibility } from '@palabre/common/contract/channels.ts';
import { Hash, Lock, Shield } from 'lucide-react';

const icons = { public: Hash, protected: Shield, private: Lock } satisfies Record<Visibility, unknown>;

/** # for a public channel, a shield for a protected one, a lock for a private one. */
export function VisibilityIcon({ visibility, size = 16 }: { visibility: Visibility; size?: number }) {
  const Icon = icons[visibility];
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}
