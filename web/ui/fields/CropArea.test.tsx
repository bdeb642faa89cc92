// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { CropArea } from './CropArea.tsx';

type Cropper = Record<string, unknown> & {
  mediaProps: { onError: () => void };
  onMediaLoaded: (size: { width: number; naturalWidth: number }) => void;
  onZoomChange: (zoom: number) => void;
  onCropChange: (crop: object) => void;
  onCropComplete: (percent: object, pixels: object) => void;
};
// jsdom draws no pictures: the tests stand in for the cropper.
const cropper = vi.hoisted(() => ({ given: {} }) as { given: Cropper });
vi.mock('react-easy-crop/react-easy-crop.css', () => ({}));
vi.mock('react-easy-crop', () => ({
  default: (given: Cropper) => {
    cropper.given = given;
    return null;
  },
}));
afterEach(cleanup);

test('A picture is cut to a square, round for a person, in the pixels of the picture; one that is none is told', () => {
  const [changed, failed] = [vi.fn(), vi.fn()];
  const area = (shape: 'round' | 'squircle') => (
    <CropArea url="blob:moi" shape={shape} onChange={changed} onError={failed} />
  );
  const { rerender } = render(area('round'));
  expect(cropper.given).toMatchObject({ image: 'blob:moi', aspect: 1, cropShape: 'round', maxZoom: 4, zoom: 1 });
  rerender(area('squircle'));
  expect(cropper.given.cropShape).toBe('rect');
  expect(cropper.given.cropperProps).toEqual({ role: 'group', 'aria-label': 'Zone de recadrage' });
  cropper.given.onCropComplete({ x: 10, y: 10, width: 50, height: 50 }, { x: 40, y: 40, width: 200, height: 200 });
  expect(changed.mock.calls).toEqual([[{ x: 40, y: 40, width: 200, height: 200 }]]);
  cropper.given.mediaProps.onError();
  expect(failed).toHaveBeenCalledOnce();
});

test('A picture is zoomed by its slider as by the pointer, and a small one is enlarged to its area', () => {
  render(<CropArea url="blob:moi" shape="round" onChange={() => {}} onError={() => {}} />);
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Zoom' });
  expect([slider.min, slider.max, slider.value]).toEqual(['1', '4', '1']);
  fireEvent.change(slider, { target: { value: '2.5' } });
  expect(cropper.given.zoom).toBe(2.5);
  act(() => cropper.given.onZoomChange(3));
  expect(slider.value).toBe('3');
  act(() => cropper.given.onCropChange({ x: -40, y: 12 }));
  expect(cropper.given.crop).toEqual({ x: -40, y: 12 });
  act(() => cropper.given.onMediaLoaded({ width: 400, naturalWidth: 2_000 }));
  expect(cropper.given.objectFit).toBe('contain');
  act(() => cropper.given.onMediaLoaded({ width: 80, naturalWidth: 80 }));
  expect(cropper.given.objectFit).toBe('cover');
});
