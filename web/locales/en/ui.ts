import type { ui as fr } from '../fr/ui.ts';
import type { Translation } from '../translation.ts';

export const ui: Translation<typeof fr> = {
  close: 'Close',
  clear: 'Clear',
  cancel: 'Cancel',
  confirm: 'Confirm',
  ok: 'OK',
  required: 'required',
  requiredError: 'Fill in this field.',
  hourExample: 'hh:mm',
  wrongHour: 'Enter a time such as 09:00.',
  calendar: { open: 'Calendar: {{label}}', before: 'Previous month', after: 'Next month' },
  dateExample: 'dd/mm/yyyy',
  wrongDate: 'Enter a date such as 31/12/2026.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  loading: 'Loading…',
  choose: 'Choose…',
  alerts: 'Alerts',
  alert: { success: 'Success', error: 'Error', warning: 'Warning', info: 'Information' },
  closeAlert: 'Close the notification',
  status: { online: 'Online', away: 'Away', busy: 'Busy', offline: 'Offline' },
  unsaved: {
    title: 'Leave without saving?',
    text: 'Your changes will be lost.',
    leave: 'Leave',
    stay: 'Keep editing',
  },
  crop: {
    title: 'Crop the image',
    hint: 'Move and zoom the image to choose what is shown.',
    zoom: 'Zoom',
    apply: 'Use this image',
    area: 'Crop area',
    invalid: 'Please choose a valid image.',
  },
  picture: {
    choose: 'Choose an image',
    change: 'Change the image',
    remove: 'Remove',
  },
  sortable: {
    up: 'Move {{name}} up',
    down: 'Move {{name}} down',
    moved: '{{name}}: position {{position, number}} of {{count, number}}',
  },
};
