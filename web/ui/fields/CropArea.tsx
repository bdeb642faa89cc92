import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from '../../platform/words/i18n.ts';
import s from './CropDialog.module.css';
import type { CropBox } from './crop.ts';

interface CropAreaProps {
  url: string;
  shape: 'round' | 'squircle';
  onChange: (box: CropBox) => void;
  onError: () => void;
}

/** Picture under a square crop, moved and zoomed by pointer, fingers, wheel or arrow keys. */
export function CropArea({ url, shape, onChange, onError }: CropAreaProps) {
  const { t } = useTranslation('ui');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  // A picture smaller than the area is enlarged, since it would be hard to move at its own size.
  const [small, setSmall] = useState(false);
  return (
    <>
      <div className={s.area} data-shape={shape}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape={shape === 'round' ? 'round' : 'rect'}
          showGrid={false}
          objectFit={small ? 'cover' : 'contain'}
          onMediaLoaded={({ width, naturalWidth }) => setSmall(old => old || width === naturalWidth)}
          maxZoom={4}
          disableAutomaticStylesInjection
          mediaProps={{ onError }}
          cropperProps={{ role: 'group', 'aria-label': t('crop.area') }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onChange(pixels)}
        />
      </div>
      <label className={s.zoom}>
        <ZoomOut aria-hidden="true" />
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          aria-label={t('crop.zoom')}
          onChange={event => setZoom(Number(event.target.value))}
        />
        <ZoomIn aria-hidden="true" />
      </label>
    </>
  );
}
