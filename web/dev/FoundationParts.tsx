import {
  formatCompact,
  formatDateTime,
  formatDay,
  formatList,
  formatNumber,
  formatSize,
  formatTime,
} from '../platform/words/format.ts';
import s from './UiPage.module.css';

const colours = [
  'canvas',
  'panel',
  'raised',
  'sunken',
  'bar',
  'bar-hover',
  'ink',
  'ink-soft',
  'ink-faint',
  'line',
  'line-strong',
  'line-control',
  'brand',
  'brand-soft',
  'accent',
  'accent-soft',
  'accent-strong',
  'danger',
  'danger-soft',
  'success',
  'success-soft',
  'warning',
  'warning-soft',
  'info',
  'info-soft',
  'online',
  'away',
  'busy',
  'offline',
  'focus',
];
const texts = ['text-3xl', 'text-2xl', 'text-xl', 'text-lg', 'text-md', 'text-sm', 'text-xs'];
const now = new Date();

export function FoundationParts() {
  return (
    <section className={s.section}>
      <h2>Fondations</h2>
      <div className={s.stack}>
        <div className={s.swatches}>
          {colours.map(name => (
            <div key={name} className={s.swatch}>
              <span style={{ background: `var(--${name})` }} />
              {name}
            </div>
          ))}
        </div>
        <div>
          {texts.map((name, index) => (
            <p
              key={name}
              style={{
                fontSize: `var(--${name})`,
                lineHeight: 1.4,
                fontFamily: index < 3 ? 'var(--font-display)' : undefined,
              }}
            >
              On se parle, on s’entend. <i>Çà et là</i> <b>0123456789</b>
            </p>
          ))}
        </div>
        <p>
          {formatNumber(1204)} membres · {formatCompact(12400)} · {formatSize(1_468_006)} · {formatSize(52_428_800)} ·{' '}
          {formatTime(now)} · {formatDay(now)} · {formatDay(now.getTime() - 86_400_000)} · {formatDay('2027-03-12')} ·{' '}
          {formatDay('jamais')} · {formatDateTime(now)} · {formatList(['Camille', 'Karim', 'Léonie'])}
        </p>
      </div>
    </section>
  );
}
