/** Cities of subscribers, for the operator's own billing. */
import * as z from 'zod/mini'
import { id, whole } from '#contract/form/fields.ts'
import { externalEndpoint } from './external-endpoint.ts'

export const externalCities = {
  list: externalEndpoint({
    method: 'GET',
    path: '/cities',
    scope: 'accounts:read',
    summary: 'Regions, each followed by its cities',
    input: z.object({}),
    output: z.object({
      cities: z.array(
        z.object({
          city_id: z.int(),
          /** 0 for a region. */
          region_id: z.int(),
          name_ru: z.string(),
          name_uz: z.string(),
          name_en: z.string(),
        }),
      ),
    }),
  }),
  show: externalEndpoint({
    method: 'GET',
    path: '/accounts/{account_id}/city',
    scope: 'accounts:read',
    summary: 'In which city a subscriber is, and who said so',
    input: z.object({ account_id: id() }),
    output: z.object({
      /** 0: none. */
      city_id: z.int(),
      /** `network`: nobody said it, it is where a device was seen; '' without a city. */
      way: z.enum(['staff', 'subscriber', 'billing', 'network', '']),
    }),
    failures: ['not_found'],
  }),
  set: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/city',
    scope: 'accounts:write',
    summary: 'Says in which city a subscriber is; 0: nobody says it',
    input: z.object({ account_id: id(), city_id: whole(0, 2_147_483_647) }),
    output: z.object({ city_id: z.int() }),
    failures: ['not_found', 'city_not_found'],
  }),
}
