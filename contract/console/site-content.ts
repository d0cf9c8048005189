/** Banners and news as the staff edits them. Every change is a set that can be taken back. */
import * as z from 'zod/mini'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { undoOfSection } from './changes.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { picturePiece, pictureVersion } from './pictures.ts'

/** The home page, the line above every page, the offer to a visitor. */
export const bannerPlaces = ['home', 'top', 'promo'] as const
export type BannerPlace = (typeof bannerPlaces)[number]

/** The version that was shown: a newer one refuses the change. 0 for a new thing. */
const version = whole(0, 2_147_483_647)

/** The brands that show it; none for all. */
const brands = z._default(z.array(id()).check(z.maxLength(50)), [])

const bannerInput = {
  brands,
  place: z.enum(bannerPlaces),
  title_ru: text(160, 1),
  title_uz: text(160, 1),
  text_ru: text(500),
  text_uz: text(500),
  button_ru: text(60),
  button_uz: text(60),
  picture: pictureVersion,
  /** A path of the site that exists: `/tariff`, `/movie/12`. */
  href: text(300, 1),
  /** Unix seconds; null for no limit. */
  shown_from: z.nullable(unixSec()),
  shown_until: z.nullable(unixSec()),
}

const newsInput = {
  brands,
  title_ru: text(160, 1),
  title_uz: text(160, 1),
  lead_ru: text(500),
  lead_uz: text(500),
  /** Plain text; a blank line begins a paragraph. */
  body_ru: text(20_000),
  body_uz: text(20_000),
  picture: pictureVersion,
  /** Unix seconds; shown from then on. */
  published_at: unixSec(),
}

const Stored = {
  id: z.int(),
  version: z.int(),
  /** The address of its picture; '' for none. */
  image: z.string(),
}

const shownBrands = { brands: z.array(z.int()) }
const Banner = z.object({
  ...bannerInput,
  ...Stored,
  ...shownBrands,
  state: z.enum(['planned', 'on', 'ended']),
})
const News = z.object({ ...newsInput, ...Stored, ...shownBrands, state: z.enum(['planned', 'on']) })

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), id: z.int() })

const view = { section: 'home', level: 'view' } as const
const edit = { section: 'home', level: 'edit' } as const

export const consoleBanners = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/banners',
    permission: view,
    summary: 'All banners in their order, planned and ended ones too',
    input: z.object({}),
    output: z.object({ banners: z.array(Banner) }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/banners/save',
    permission: edit,
    summary: 'Saves a banner, or creates one',
    input: z.object({ id: z.nullable(id()), version, ...bannerInput }),
    output: Changed,
    failures: [
      'banner_not_found',
      'changed_since',
      'link_unknown',
      'brand_unknown',
      'picture_refused',
      'period_wrong',
      'banners_full',
    ],
  }),
  order: consoleEndpoint({
    method: 'POST',
    path: '/banners/order',
    permission: edit,
    summary: 'Puts the banners of a place into this order',
    input: z.object({
      place: z.enum(bannerPlaces),
      ids: z.array(id()).check(z.minLength(1), z.maxLength(1000)),
    }),
    output: Changed,
    failures: ['banner_not_found'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/banners/remove',
    permission: edit,
    summary: 'Deletes a banner',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['banner_not_found'],
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/banners/picture',
    permission: edit,
    summary: 'Stores the next piece of a picture; the last one makes a picture of them',
    ...picturePiece,
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/banners/undo',
    permission: edit,
    summary: 'Takes a change of banners back',
    ...undoOfSection,
  }),
}

const viewNews = { section: 'news', level: 'view' } as const
const editNews = { section: 'news', level: 'edit' } as const

export const consoleNews = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/news',
    permission: viewNews,
    summary: 'The newest 1,000 news, those to come first, with which texts are missing',
    input: z.object({}),
    output: z.object({
      news: z.array(
        z.object({
          ...Stored,
          ...shownBrands,
          state: z.enum(['planned', 'on']),
          title_ru: z.string(),
          title_uz: z.string(),
          published_at: z.int(),
          /** Languages in which a text is missing that the other has. */
          missing: z.array(z.enum(['ru', 'uz'])),
        }),
      ),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/news/one',
    permission: viewNews,
    summary: 'A news item with its texts',
    input: z.object({ id: id() }),
    output: News,
    failures: ['news_item_not_found'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/news/save',
    permission: editNews,
    summary: 'Saves a news item, or creates one',
    input: z.object({ id: z.nullable(id()), version, ...newsInput }),
    output: Changed,
    failures: ['brand_unknown', 'news_item_not_found', 'changed_since', 'picture_refused'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/news/remove',
    permission: editNews,
    summary: 'Deletes a news item',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['news_item_not_found'],
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/news/picture',
    permission: editNews,
    summary: 'Stores the next piece of a picture; the last one makes a picture of them',
    ...picturePiece,
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/news/undo',
    permission: editNews,
    summary: 'Takes a change of news back',
    ...undoOfSection,
  }),
}
