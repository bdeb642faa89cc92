import { z } from 'zod';
import { registrationChoices } from '../../rules/people/registration.ts';
import { access, endpoint } from '../define.ts';
import { like, limits, lines, text } from '../fields.ts';

const who = z.enum(registrationChoices).meta({ example: 'everybody' });
const shown = like('Écrivez à Camille Riou pour avoir un compte.').meta({
  description: 'Text for who may not register.',
});

/** Domain of addresses: the part after the « @ ». */
const domain = text(limits.domain, 1)
  .toLowerCase()
  .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u)
  .meta({ example: 'exemple.fr' });

/** Registration rules that administrators chose. */
export const Registration = z
  .object({ who, domains: z.array(like('exemple.fr')), text: shown })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof Registration>;

export const registration = {
  shown: endpoint({
    method: 'GET',
    path: '/registration',
    access: access.public,
    summary: 'Tells who may register, and the text for who may not',
    output: z.object({ registration: z.object({ who, text: shown }) }),
    refuses: ['too_many_requests'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/admin/registration',
    access: access.administrator,
    summary: 'Reads who may register, with the listed domains',
    output: z.object({ registration: Registration }),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/admin/registration',
    access: access.administrator,
    summary: 'Chooses who may register; accounts that exist stay',
    body: z.object({
      who,
      domains: z.array(domain).max(limits.domains).default([]),
      text: lines(limits.registrationText)
        .default('')
        .meta({ example: 'Écrivez à Camille Riou pour avoir un compte.' }),
    }),
    output: z.object({ registration: Registration }),
    refuses: ['domains_missing'],
  }),
};
