import CircleCheck from 'lucide-react/icons/circle-check';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../platform/words/i18n.ts';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';
import s from './AlertOverlay.module.css';
import { type Alert, dispatchAlert, useAlerts } from './alerts.ts';
import { HtmlMessage } from './HtmlMessage.tsx';
import { roomNow, spotFor, takenNow } from './spot.ts';

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };

function AlertBar({ alert }: { alert: Alert }) {
  const { t } = useTranslation('ui');
  const Icon = icons[alert.type];
  const { action } = alert;
  return (
    <li className={s.alert} data-type={alert.type}>
      <span className={s.progress} style={{ animationDuration: `${alert.durationMs}ms` }} aria-hidden="true" />
      <Icon className={s.icon} aria-hidden="true" />
      <div className={s.message}>
        <VisuallyHidden>{`${t(`alert.${alert.type}`)}\u00a0: `}</VisuallyHidden>
        {alert.title && (
          <>
            <strong>{alert.title}</strong>{' '}
          </>
        )}
        {alert.isHtmlMessage ? <HtmlMessage html={alert.message} /> : <span>{alert.message}</span>}
        {alert.reason && <span className={s.reason}>{alert.reason}</span>}
      </div>
      {action && (
        <button
          type="button"
          className={s.action}
          onClick={() => {
            dispatchAlert(alert.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={s.close} aria-label={t('closeAlert')} onClick={() => dispatchAlert(alert.id)}>
        <X aria-hidden="true" />
      </button>
    </li>
  );
}

/**
 * Overlay of the alerts, above any page and dialog, placed where it covers no control. Each alert has a progress bar and a
 * colour by type. Mounted once.
 */
export function AlertOverlay() {
  const { t } = useTranslation('ui');
  const list = useAlerts(state => state.alerts);
  const overlay = useRef<HTMLElement>(null);
  const count = list.length;
  useLayoutEffect(() => {
    const { current } = overlay;
    if (!current || count === 0) return undefined;
    const place = () => {
      const { width, height } = current.getBoundingClientRect();
      const { left, top } = spotFor({ width, height }, roomNow(), takenNow());
      Object.assign(current.style, { left: `${left}px`, top: `${top}px` });
    };
    place();
    // A banner that appears above the page moves the content.
    const content = document.querySelector('#content');
    if (!content || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(place);
    observer.observe(content);
    return () => observer.disconnect();
  }, [count]);
  return createPortal(
    <section
      ref={overlay}
      className={s.overlay}
      data-alerts
      aria-live="polite"
      aria-relevant="additions"
      aria-label={t('alerts')}
    >
      <ul>
        {list.map(alert => (
          <AlertBar key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>,
    document.body,
  );
}
