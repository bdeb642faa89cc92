import { encode } from 'uqr';
import s from './QrCode.module.css';

/** Width of the quiet zone around a QR code, in modules, as ISO 18004 asks. */
const quiet = 4;

/** Shows a text as a QR code, dark on light in every theme: readers expect it so. */
export function QrCode({ text, label, hint }: { text: string; label: string; hint: string }) {
  const { size, data } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('');
  const side = size + 2 * quiet;
  return (
    <figure className={s.figure}>
      <svg className={s.code} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
      <figcaption className={s.hint}>{hint}</figcaption>
    </figure>
  );
}
