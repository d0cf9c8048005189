/** Cities of subscribers and networks of the operator. */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const edit = { section: 'settings', level: 'edit' } as const

const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), id: z.int() })

const City = z.object({
  city_id: z.int(),
  /** 0 for a region. */
  region_id: z.int(),
  name: Words,
  version: z.int(),
  /** Subscribers with this city. */
  accounts: z.int(),
})
export type CityRow = z.output<typeof City>

/** What can be wrong in a line of a list of networks. */
export const networkProblems = [
  ...(['columns', 'prefix', 'name', 'long_name', 'name_signs'] as const),
  ...(['city_unknown', 'city_ambiguous', 'twice'] as const),
] as const

const Diff = z.object({ total: z.int(), added: z.int(), changed: z.int(), removed: z.int() })

export const consoleCities = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/cities',
    permission: { section: 'subscribers', level: 'view' },
    summary: 'Regions, each followed by its cities',
    input: z.object({}),
    output: z.object({ cities: z.array(City) }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/cities/save',
    permission: edit,
    summary: 'Saves a city or a region, or enters one',
    input: z.object({
      city_id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new one. */
      version: whole(0, 2_147_483_647),
      /** 0: it is a region itself. */
      region_id: whole(0, 2_147_483_647),
      name_ru: text(100, 1),
      name_uz: text(100, 1),
      name_en: text(100, 1),
    }),
    output: Changed,
    failures: ['city_not_found', 'changed_since', 'city_name_taken', 'city_region', 'cities_full'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/cities/remove',
    permission: edit,
    summary: 'Deletes a city or a region that nothing uses',
    input: z.object({ city_id: id() }),
    output: Changed,
    failures: ['city_not_found', 'city_in_use'],
  }),
  networks: consoleEndpoint({
    method: 'GET',
    path: '/cities/networks',
    permission: { section: 'settings', level: 'view' },
    summary: 'The networks of the operator, as rows and as text',
    input: z.object({}),
    output: z.object({
      /** At most 5,000, by name. */
      networks: z.array(
        z.object({
          prefix: z.string(),
          name: z.string(),
          /** '' without a city. */
          city: Words,
        }),
      ),
      text: z.string(),
      /** Of this list: a change of another one is refused. */
      mark: z.string(),
    }),
  }),
  saveNetworks: consoleEndpoint({
    method: 'POST',
    path: '/cities/networks/save',
    permission: edit,
    summary: 'Checks a list of networks line by line; saves it when no line is wrong',
    input: z.object({
      /** Lines like `10.20.0.0/16; Samarkand-1; Самарканд`; '' for no networks. */
      text: z.string().check(z.maxLength(230_000)),
      mark: z.string().check(z.maxLength(32)),
      /** Only checked. */
      is_trial: z.boolean(),
    }),
    output: z.object({
      /** The first 50 wrong lines, from 1. With any nothing is saved. */
      problems: z.array(z.object({ line: z.int(), problem: z.enum(networkProblems), value: z.string() })),
      problem_count: z.int(),
      /** Against the list before; null with wrong lines. */
      diff: z.nullable(Diff),
      change_id: z.int(),
    }),
    failures: ['changed_since', 'cities_full'],
  }),
  setAccount: consoleEndpoint({
    method: 'POST',
    path: '/cities/account',
    permission: { section: 'subscribers', level: 'edit' },
    summary: 'Says in which city a subscriber is',
    input: z.object({
      account_id: id(),
      /** 0: nobody says it, and the network may suggest one. */
      city_id: whole(0, 2_147_483_647),
    }),
    output: z.object({}),
    failures: ['not_found', 'city_not_found'],
  }),
}
