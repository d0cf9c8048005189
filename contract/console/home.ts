/** The rails of the home page as the staff orders them. Every change is a set that can be taken back. */
import * as z from 'zod/mini'
import { listOrders } from '#contract/films/films.ts'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { railAudiences, railFilmKinds, railKinds, railLanguages, railPlatforms } from '#contract/site/home.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The version that was shown: a newer one refuses the change. 0 for a new thing. */
const version = whole(0, 2_147_483_647)

const year = z.nullable(whole(1880, 2200))

/** What a rail of the editor's choice contains; each kind takes its own fields, and the others are not stored. */
const contentInput = {
  /** Of a `collection`. */
  collection_id: z.nullable(id()),
  /** Of `films`: '' for films and series of all kinds. */
  film_kind: z.enum(['', ...railFilmKinds]),
  genre_id: z.nullable(id()),
  /** ISO 3166-1 alpha-2; '' for all. */
  country: z.string().check(z.regex(/^(?:[A-Z]{2})?$/)),
  year_from: year,
  year_to: year,
  /** The minimum rating. */
  rating: z.nullable(whole(1, 10)),
  order: z.enum(listOrders),
  /** Of a `channel_category`. */
  category_id: z.nullable(id()),
  /** Of `channels`, in their order. */
  cids: z.array(id()).check(z.maxLength(50)),
}

const railInput = {
  kind: z.enum(railKinds),
  /** Both '' for the title of its kind. */
  title_ru: text(100),
  title_uz: text(100),
  /** Unix seconds; null for no limit. */
  shown_from: z.nullable(unixSec()),
  shown_until: z.nullable(unixSec()),
  platforms: z.array(z.enum(railPlatforms)).check(z.minLength(1), z.maxLength(railPlatforms.length)),
  languages: z.array(z.enum(railLanguages)).check(z.minLength(1), z.maxLength(railLanguages.length)),
  audience: z.enum(railAudiences),
  /** The brands that show it; none for all. */
  brands: z._default(z.array(id()).check(z.maxLength(50)), []),
  ...contentInput,
}

const Rail = z.object({
  ...railInput,
  brands: z.array(z.int()),
  id: z.int(),
  version: z.int(),
  is_hidden: z.boolean(),
  /** By its dates. */
  state: z.enum(['planned', 'on', 'ended']),
  /** What it contains has nothing to show now. */
  is_empty: z.boolean(),
})

const Named = z.object({ id: z.int(), name_ru: z.string(), name_uz: z.string() })

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), id: z.int() })

/** A rail as a viewer would see it. */
const PreviewRail = z.object({
  id: z.int(),
  kind: z.enum(railKinds),
  /** '' for the title of its kind. */
  title: z.string(),
  /** Of `films`; '' for all kinds. */
  film_kind: z.enum(['', ...railFilmKinds]),
  /** Each viewer sees their own here. */
  is_personal: z.boolean(),
  /** The first ones. */
  items: z.array(z.object({ name: z.string(), image: z.string() })),
})

const view = { section: 'home', level: 'view' } as const
const edit = { section: 'home', level: 'edit' } as const
const ids = z.array(id()).check(z.minLength(1), z.maxLength(500))

export const consoleHome = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/home',
    permission: view,
    summary: 'All rails in their order, hidden and planned ones too, and what a rail may contain',
    input: z.object({}),
    output: z.object({
      rails: z.array(Rail),
      choices: z.object({
        collections: z.array(Named),
        genres: z.array(Named),
        categories: z.array(Named),
        channels: z.array(
          z.object({ id: z.int(), number: z.int(), name_ru: z.string(), name_uz: z.string() }),
        ),
      }),
    }),
  }),
  preview: consoleEndpoint({
    method: 'GET',
    path: '/home/preview',
    permission: view,
    summary: 'The rails that somebody would see at a moment, with the first items of each',
    input: z.object({
      platform: z.enum(railPlatforms),
      language: z.enum(railLanguages),
      audience: z.enum(['guests', 'subscribers']),
      /** The brand. */
      service_id: z._default(id(), 1),
      /** Unix seconds; absent: now. */
      at: z.optional(unixSec()),
    }),
    output: z.object({ rails: z.array(PreviewRail) }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/home/save',
    permission: edit,
    summary: 'Saves a rail, or adds one at the end',
    input: z.object({ id: z.nullable(id()), version, ...railInput }),
    output: Changed,
    failures: [
      'rail_not_found',
      'rails_full',
      'rail_content_missing',
      'rail_years_wrong',
      'brand_unknown',
      'changed_since',
      'period_wrong',
    ],
  }),
  order: consoleEndpoint({
    method: 'POST',
    path: '/home/order',
    permission: edit,
    summary: 'Puts the rails into this order, unless it is another one now than that which was shown',
    input: z.object({ ids, shown: ids }),
    output: Changed,
    failures: ['rail_not_found', 'order_changed_since'],
  }),
  hide: consoleEndpoint({
    method: 'POST',
    path: '/home/hide',
    permission: edit,
    summary: 'Hides a rail, or shows it again',
    input: z.object({ id: id(), is_hidden: z.boolean() }),
    output: Changed,
    failures: ['rail_not_found'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/home/remove',
    permission: edit,
    summary: 'Deletes a rail',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['rail_not_found'],
  }),
  reset: consoleEndpoint({
    method: 'POST',
    path: '/home/reset',
    permission: edit,
    summary: 'Puts the rails back as they came; those that were added are deleted',
    input: z.object({}),
    output: Changed,
  }),
}
