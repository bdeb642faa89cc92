import type { push as fr } from '../fr/push.ts';
import type { Translation } from '../translation.ts';

/** Notifications that come while Palabre is closed. */
export const push: Translation<typeof fr> = {
  heading: 'When Palabre is closed',
  label: 'Notifications on this device',
  hint: 'A mention or a message left unread for ten seconds, if you are active on none of your devices.',
  obstacle: {
    server: 'This server has no https address: it cannot send notifications.',
    insecure: 'Your browser gets no notifications here: it needs an https address.',
    unsupported: 'This browser cannot get notifications while Palabre is closed.',
    ios: 'Install Palabre first: in Safari, press Share, then “Add to Home Screen”. Open it from there, and come back here.',
    denied: 'Your browser refuses notifications of this site: allow them in its settings.',
  },
  failed: 'Your browser could not subscribe to notifications. Try again in a moment.',
  detail: {
    label: 'What they show',
    all: 'The message',
    allText: 'Who writes, where, and the start of the text.',
    name: 'The name only',
    nameText: 'Who writes, without the text.',
    nothing: 'Nothing of the message',
    nothingText: '“A message”, without saying whose.',
  },
  devices: 'Devices that get notifications',
  count_one: '{{count, number}} device gets them',
  count_many: '{{count, number}} devices get them',
  count_other: '{{count, number}} devices get them',
  unknown: 'Unknown device',
  current: 'This device',
  last: 'Last received {{when}}',
  never: 'None received yet',
  refused_one: '{{count}} refused since',
  refused_many: '{{count}} refused since',
  refused_other: '{{count}} refused since',
  try: 'Try',
  tryOn: 'Try on {{device}}',
  remove: 'Remove',
  removeOf: 'Remove {{device}}',
  removed: 'This device gets no more notifications.',
  tried: {
    accepted: 'The push service accepted it: it is on its way to the device.',
    gone: 'The subscription of this device is over: it is removed. Turn notifications on again from that device.',
    refused: 'The push service refused it ({{status}}).',
    busy: 'The push service asks to try later ({{status}}).',
    unreachable: 'The push service does not answer this server.',
  },
};
