import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { restoreLanguage } from './platform/i18n.ts';
import { logFailure } from './platform/log.ts';
import { reloadForNewerVersion } from './platform/newer-version.ts';
import './platform/theme.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

reloadForNewerVersion();

// Without the English texts the interface still speaks French.
await restoreLanguage().catch((cause: unknown) => logFailure('The language cannot be loaded', cause));

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
