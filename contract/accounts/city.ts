/** In which city the viewer is, if the viewer wants to say it: for messages about the city. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, siteInput as input, whole } from '#contract/form/fields.ts'

const Chosen = {
  /** 0: none. */
  city_id: z.int(),
  /** 1: nobody said it, it is the city of the network. */
  is_suggested: answeredFlag,
}

export const accountCity = {
  show: endpoint({
    path: '/api/v1/account-city',
    envelope: 'data',
    access: 'viewer',
    summary: 'The city of the viewer, and the cities to choose from',
    input: input({}),
    output: z.object({
      ...Chosen,
      /** Regions, each followed by its cities; `region_id` is 0 for a region. */
      cities: z.array(z.object({ city_id: z.int(), region_id: z.int(), name: z.string() })),
    }),
  }),
  save: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/v1/account-city/save',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Says in which city the viewer is; 0: the viewer does not say it',
    input: input({ city_id: whole(0, 2_147_483_647) }),
    output: z.object(Chosen),
    failures: ['city_not_found'],
  }),
}
