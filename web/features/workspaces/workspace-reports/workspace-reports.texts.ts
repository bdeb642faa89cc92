import { workspaceReports as en } from '../../../locales/en/workspace-reports.ts';
import { workspaceReports as fr } from '../../../locales/fr/workspace-reports.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the section that shows them, before its first render.
addTexts('workspaceReports', { fr, en });
