/** General data of the site: region, page titles, banners, collections, genres, tariffs, news. */
import * as z from 'zod/mini'
import { ShownTariffLook } from '#contract/form/shown-tariff-look.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { FilmCard } from '#contract/films/films.ts'
import { answeredFlag, common, id, items, limit, page, whole } from '#contract/form/fields.ts'

function siteInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({
    lang: common.lang,
    format: common.format,
    authkey: common.authkey,
    device: common.device,
    ...shape,
  })
}

export const Banner = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  image: z.string(),
  /** A path of the site. */
  href: z.string(),
  button: z.string(),
})
export const Collection = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  items: z.array(FilmCard),
})
/** A generated row; `href` is the list with the same filter. */
export const Selection = z.object({
  key: z.string(),
  name: z.string(),
  href: z.string(),
  items: z.array(FilmCard),
})
export type Selection = z.output<typeof Selection>
export const Genre = z.object({ id: z.int(), name: z.string() })
export const NewsItem = z.object({
  id: z.int(),
  title: z.string(),
  lead: z.string(),
  image: z.string(),
  published_at: z.int(),
})
export const SubTariff = z.object({
  id: z.int(),
  name_en: z.string(),
  name_ru: z.string(),
  name_uz: z.string(),
  period_en: z.string(),
  period_ru: z.string(),
  period_uz: z.string(),
  price: z.number(),
})
/** A tariff with the fields of the specification (TARIFF-01). Prices are sums. */
export const Tariff = z.extend(SubTariff, {
  provider_id: z.int(),
  tariff_id: z.int(),
  sub_tariffs: z.array(z.extend(SubTariff, { days: z.int() })),
  is_recommended: answeredFlag,
  remote_tariff_id: z.nullable(z.int()),
  channel_count: z.int(),
  /** How many streams may be watched at once with it. */
  streams: z.int(),
  /** Some sentences; '' for none. */
  description_ru: z.string(),
  description_uz: z.string(),
  look: ShownTariffLook,
  /** Days before the first charge for a subscriber who never had it; 0: none. With a session: for the caller. */
  trial_days: z.int(),
  /** Hours of recordings that stay beyond the archive; 0: none. */
  recording_hours: z.int(),
})

/** A tariff on offer, with what is needed to choose one. */
export const OfferedTariff = z.extend(Tariff, {
  is_base: answeredFlag,
  /** Some of its channels by their logos; those that the tariff below it has not stand first. */
  logos: z.array(z.object({ name: z.string(), logo: z.string() })),
  /** The deepest archive among its channels. */
  archive_days: z.int(),
  /** Whose films and series it opens. */
  films: z.array(z.string()),
  /** The base tariff before this base tariff, with which it is compared; 0 for none. */
  compared_to: z.int(),
  added_channels: z.int(),
  /** Channels of the compared tariff that this one has not. */
  missing_channels: z.int(),
  added_films: z.array(z.string()),
  /** The days of it that the current offer gives a subscriber once for nothing (PROMO-02); 0 for none. */
  free_days: z.int(),
})

/** Title and description of a page for browser tabs and search engines. */
const PageText = z.object({ title: z.string(), desc: z.string() })

export const site = {
  ipCheck: endpoint({
    path: '/api/v1.2.0/ip/check',
    envelope: 'bare',
    summary: 'Whether the caller is inside the national network',
    input: siteInput({}),
    output: z.object({ is_tasix: answeredFlag }),
  }),
  about: endpoint({
    path: '/api/v1.2.0/about',
    envelope: 'data',
    summary: 'The provider of the service, and its call centre',
    input: siteInput({}),
    output: z.object({
      company: z.string(),
      support_phone: z.string(),
      /** The name of the service in both languages, and the address of its logo, '' for the built-in one. */
      name_ru: z.string(),
      name_uz: z.string(),
      logo: z.string(),
    }),
    cache: { sec: 60 },
  }),
  title: endpoint({
    path: '/api/title',
    envelope: 'bare',
    summary:
      'Title and description of a page by its full path, falling back to the root path; without a path those of all pages of the site, by path',
    input: siteInput({ path: z.optional(z.string().check(z.maxLength(500))) }),
    output: z.union([PageText, z.record(z.string().check(z.startsWith('/')), PageText)]),
    cache: { sec: 60 },
  }),
  banners: endpoint({
    path: '/api/v1.1.0/banners',
    envelope: 'data',
    summary: 'Banners of the home page, the notice above every page, or the offer to a visitor',
    input: siteInput({ place: z._default(z.enum(['home', 'top', 'promo']), 'home') }),
    output: z.array(Banner),
    cache: { sec: 60 },
  }),
  collections: endpoint({
    path: '/api/v1.2.0/constructors',
    envelope: 'data',
    summary: 'Collections of the home page, each with its first titles',
    input: siteInput({ limit: limit(12, 40) }),
    output: z.array(Collection),
    cache: { sec: 60 },
  }),
  collection: endpoint({
    path: '/api/v1.2.0/constructors/{id}',
    envelope: 'data',
    summary: 'One collection with all its titles, or its first ones',
    input: siteInput({ id: id(), limit: z.optional(whole(1, 100)) }),
    output: Collection,
    failures: ['not_found'],
    cache: { sec: 60 },
  }),
  selections: endpoint({
    path: '/api/v1.2.0/selections',
    envelope: 'data',
    summary: 'Generated rows: new, best rated, by genre',
    input: siteInput({ limit: limit(18, 40) }),
    output: z.array(Selection),
    cache: { sec: 60 },
  }),
  providers: endpoint({
    path: '/api/v1.1.0/providers',
    envelope: 'data',
    summary: 'Providers of films and series, the fixed extra one last',
    input: siteInput({}),
    output: z.array(z.object({ provider_id: z.int(), provider_name: z.string() })),
    cache: { sec: 60 },
  }),
  genres: endpoint({
    path: '/api/v1.1.0/genres',
    envelope: 'data',
    summary: 'Genres, sorted by name',
    input: siteInput({}),
    output: z.array(Genre),
    cache: { sec: 60 },
  }),
  tariffs: endpoint({
    path: '/api/v1.3.0/tariffs',
    envelope: 'data',
    summary: 'Tariffs on offer',
    input: siteInput({}),
    output: z.array(OfferedTariff),
    cache: { sec: 60 },
  }),
  /** The same for a page that asks its own host: the specification defines it as an empty POST. */
  tariffList: endpoint({
    method: 'POST',
    path: '/api/tariff/list',
    envelope: 'data',
    summary: 'Tariffs on offer, as the site’s own host lists them',
    input: siteInput({}),
    output: z.object({ tariffs: items(OfferedTariff) }),
    cache: { sec: 0 },
  }),
  news: endpoint({
    path: '/api/v1.1.0/news',
    envelope: 'bare',
    summary: 'News, newest first, page by page',
    input: siteInput({ page: page(), limit: limit(6, 50) }),
    output: z.object({
      data: z.array(NewsItem),
      page: z.int(),
      total: z.int(),
      last_page: z.int(),
    }),
    cache: { sec: 60 },
  }),
  newsDetail: endpoint({
    path: '/api/v1.0.0/news/{id}',
    envelope: 'data',
    summary: 'One news item',
    input: siteInput({ id: id() }),
    output: z.extend(NewsItem, { body: z.string() }),
    failures: ['not_found'],
    cache: { sec: 60 },
  }),
}
