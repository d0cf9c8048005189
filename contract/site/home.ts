/** The rails of the home page, in the order an editor gave them (FRONT-01). */
import * as z from 'zod/mini'
import { listOrders } from '#contract/films/films.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { common } from '#contract/form/fields.ts'

/** Where the home page is shown: on the site, in the apps for phones, on televisions. */
export const railPlatforms = ['web', 'phone', 'television'] as const
export type RailPlatform = (typeof railPlatforms)[number]

export const railLanguages = ['ru', 'uz'] as const

/** Who sees a rail: everybody, those without an account, those who are logged in. */
export const railAudiences = ['everybody', 'guests', 'subscribers'] as const
export type RailAudience = (typeof railAudiences)[number]

/** What a rail contains. The last four are of the editor's choice. */
export const railKinds = [
  'live',
  'continue',
  'favourite_channels',
  'guest_offer',
  'interesting',
  'new_films',
  'collections',
  'uzbek',
  'kids',
  'news',
  'cinema',
  'selections',
  'broadcast_titles',
  'collection',
  'films',
  'channel_category',
  'channels',
] as const
export type RailKind = (typeof railKinds)[number]

/** Kinds that are several rails, each with a title of its own. */
export const severalRails: readonly RailKind[] = ['interesting', 'collections', 'selections']

export const railFilmKinds = ['films', 'serials', 'kids', 'uzbek'] as const

/** The filters of a list of films, as `video/list` takes them. */
const RailFilms = z.object({
  kind: z.optional(z.enum(railFilmKinds)),
  genre_id: z.optional(z.int()),
  country: z.optional(z.string()),
  year: z.optional(z.string()),
  rating: z.optional(z.int()),
  order: z.enum(listOrders),
})

export const HomeRail = z.object({
  id: z.int(),
  kind: z.enum(railKinds),
  /** In the language of the request; '' for the title of its kind. */
  title: z.string(),
  audience: z.enum(railAudiences),
  /** The page of the whole list, a path of the site; '' for none. */
  href: z.string(),
  /** Of a `collection`; else 0. */
  collection_id: z.int(),
  /** Of `films`; else null. */
  films: z.nullable(RailFilms),
  /** Of a `channel_category`; else 0. */
  category_id: z.int(),
  /** Of `channels`, in their order. */
  cids: z.array(z.int()),
})
export type HomeRail = z.output<typeof HomeRail>

/** The page as it comes: the numbers of its rails, in their order. A television starts with television. */
export const originalRails: readonly {
  readonly id: number
  readonly kind: RailKind
  readonly platforms: readonly RailPlatform[]
}[] = [
  { id: 1, kind: 'live', platforms: ['television'] },
  { id: 2, kind: 'continue', platforms: railPlatforms },
  { id: 3, kind: 'favourite_channels', platforms: railPlatforms },
  { id: 4, kind: 'live', platforms: ['web', 'phone'] },
  { id: 5, kind: 'guest_offer', platforms: railPlatforms },
  { id: 6, kind: 'interesting', platforms: railPlatforms },
  { id: 7, kind: 'new_films', platforms: railPlatforms },
  { id: 14, kind: 'broadcast_titles', platforms: railPlatforms },
  { id: 8, kind: 'collections', platforms: railPlatforms },
  { id: 9, kind: 'uzbek', platforms: railPlatforms },
  { id: 10, kind: 'kids', platforms: railPlatforms },
  { id: 11, kind: 'news', platforms: railPlatforms },
  { id: 12, kind: 'cinema', platforms: railPlatforms },
  { id: 13, kind: 'selections', platforms: railPlatforms },
]

/** Generated rows that the home page has further up as rails of their own, and how many others it shows. */
const rowsOfOwn: readonly string[] = ['new', 'kids']
const maxSelections = 6

/** Those of the generated rows that the home page shows. */
export function homeSelections<Row extends { readonly key: string }>(all: readonly Row[]): readonly Row[] {
  return all.filter(({ key }) => !rowsOfOwn.includes(key)).slice(0, maxSelections)
}

/** The collections that have a rail of their own: the rails of all collections leave them out. */
export function ownCollections(rails: readonly Pick<HomeRail, 'collection_id'>[]): ReadonlySet<number> {
  return new Set(rails.map((rail) => rail.collection_id))
}

export const home = {
  rails: endpoint({
    path: '/api/v1/home',
    envelope: 'data',
    summary:
      'The rails of the home page in their order, for a platform and a language; each says whether guests or subscribers see it',
    input: z.object({
      lang: common.lang,
      format: common.format,
      authkey: common.authkey,
      device: common.device,
      platform: z._default(z.enum(railPlatforms), 'web'),
    }),
    output: z.array(HomeRail),
    cache: { sec: 60 },
  }),
}
