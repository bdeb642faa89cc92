import { i18n } from '../../platform/words/i18n.ts';
import { confirm } from './dialogs.ts';

/** Asks whether unsaved changes may be lost. */
export const confirmLoss = (): Promise<boolean> =>
  confirm({
    title: i18n.t('ui:unsaved.title'),
    text: i18n.t('ui:unsaved.text'),
    confirmLabel: i18n.t('ui:unsaved.leave'),
    cancelLabel: i18n.t('ui:unsaved.stay'),
    danger: true,
  });
