import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { like } from '../fields.ts';

const index = z.number().int().min(0).meta({ example: 0 });

/** Package included in Palabre. */
export const LicensedPackage = z
  .object({
    name: like('fastify'),
    version: like('5.12.8'),
    licence: like('MIT').meta({ description: 'SPDX identifier, as the package names it.' }),
    texts: z.array(index).meta({ description: 'Its texts, by their place in `texts`; none if it ships none.' }),
  })
  .meta({ id: 'LicensedPackage' });
export type LicensedPackage = z.infer<typeof LicensedPackage>;

export const about = {
  licences: endpoint({
    method: 'GET',
    path: '/licences',
    access: access.session,
    guests: true,
    summary: 'Lists the packages that Palabre is made with, with their licences',
    output: z.object({
      version: like('0.1.0').meta({ description: 'Version of the server.' }),
      packages: z.array(LicensedPackage),
      texts: z.array(like('Permission is hereby granted, free of charge…')).meta({
        description: 'Texts of the licences, each once.',
      }),
    }),
  }),
};
