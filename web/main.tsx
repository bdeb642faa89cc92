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

// If the English texts can't be loaded, the interface is French.
const language = restoreLanguage().catch((cause: unknown) => logFailure('The language cannot be loaded', cause));
// Until both are ready, the skeleton of index.html stays, so that no empty page is shown.
await Promise.all([language, pageReady()]);
openSkeletons();

// A transition, because React renders it in slices that leave the browser responsive; a plain first render is a single
// long task.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} useTransitions={false} />
      </Providers>
    </StrictMode>,
  ),
);
