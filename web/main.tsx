import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { Providers } from './app/providers.tsx';
import { goingTo, pageReady, router } from './app/router.tsx';
import { logFailure } from './platform/device/log.ts';
import { prepareToRecover } from './platform/device/newer-version.ts';
import { followVisibleHeight } from './platform/device/visible-height.ts';
import { restoreLanguage } from './platform/words/i18n.ts';
import { openSkeletons } from './ui/lists/skeletons.ts';
import './platform/theme.ts';
import './styles/emoji.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/opening.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

prepareToRecover(goingTo);
followVisibleHeight();

// Without the English texts the interface still speaks French.
const language = restoreLanguage().catch((cause: unknown) => logFailure('The language cannot be loaded', cause));
// Until then the shape that index.html draws stays: the page takes its place at once, never an empty one.
await Promise.all([language, pageReady()]);
openSkeletons();

// In slices that let the browser breathe, as nothing else of React's first render is by itself.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} useTransitions={false} />
      </Providers>
    </StrictMode>,
  ),
);
