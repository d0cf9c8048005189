/** Pages of text as the staff edits them, in Markdown. Every change is a set that can be taken back. */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { Block, informationSlug } from '#contract/site/information.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'home', level: 'view' } as const
const edit = { section: 'home', level: 'edit' } as const

/** Markdown of a page without its title and lead. */
const body = text(100_000, 1)

const texts = {
  title_ru: text(200, 1),
  title_uz: text(200, 1),
  lead_ru: text(1000, 1),
  lead_uz: text(1000, 1),
  body_ru: body,
  body_uz: body,
}
const Texts = z.object(texts)

const Stored = {
  id: z.int(),
  slug: z.string(),
  /** The path of the site. */
  path: z.string(),
  /** 0: it has the text it came with. */
  version: z.int(),
  /** It came with the product: removing it restores that text. */
  is_built_in: z.boolean(),
}

/** Why a line of Markdown was not understood. */
export const markdownReasons = [
  'before_section',
  'empty_section',
  'no_text',
  'link_address',
  'unknown_mark',
  'same_id',
  'too_long',
  'no_sections',
] as const

const Changed = z.object({ change_id: z.int(), id: z.int() })

export const consolePages = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/pages',
    permission: view,
    summary: 'The pages of text: those that came with the product, then the staff’s own',
    input: z.object({}),
    output: z.object({
      pages: z.array(
        z.object({
          ...Stored,
          title_ru: z.string(),
          title_uz: z.string(),
          /** Unix seconds; null for the text it came with. */
          changed_at: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/pages/one',
    permission: view,
    summary: 'A page with its texts',
    input: z.object({ id: id() }),
    output: z.object({ ...Stored, ...texts }),
    failures: ['page_not_found'],
  }),
  versions: consoleEndpoint({
    method: 'GET',
    path: '/pages/versions',
    permission: view,
    summary: 'The last 50 versions of a page, the present one first',
    input: z.object({ id: id() }),
    output: z.object({
      versions: z.array(
        z.object({
          /** The change that made it; 0 for the one before the first change. */
          change_id: z.int(),
          /** '' at the command line. */
          staff_name: z.string(),
          /** Unix seconds; null before the first change. */
          made_at: z.nullable(z.int()),
          /** Null: the page was deleted. */
          texts: z.nullable(Texts),
        }),
      ),
    }),
    failures: ['page_not_found'],
  }),
  preview: consoleEndpoint({
    method: 'POST',
    path: '/pages/preview',
    permission: edit,
    summary: 'A page in one language as its viewers would see it; nothing is stored',
    input: z.object({
      language: z.enum(['ru', 'uz']),
      title: text(200),
      lead: text(1000),
      body: text(100_000),
    }),
    output: z.object({
      title: z.string(),
      lead: z.string(),
      sections: z.array(z.object({ id: z.string(), title: z.string(), blocks: z.array(Block) })),
      problems: z.array(z.object({ line: z.int(), reason: z.enum(markdownReasons) })),
    }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/pages/save',
    permission: edit,
    summary: 'Saves a page, or creates one at /info/<name>',
    input: z.object({
      id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new page. */
      version: whole(0, 2_147_483_647),
      slug: informationSlug,
      ...texts,
    }),
    output: Changed,
    failures: ['page_not_found', 'page_name_taken', 'page_text_wrong', 'pages_full', 'changed_since'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/pages/remove',
    permission: edit,
    summary: 'Deletes a page of the staff, or restores the text that a page came with',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['page_not_found'],
  }),
}
