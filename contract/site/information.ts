/** Text pages: about the service, questions and answers, installation, and contacts. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { keyedInput as input } from '#contract/form/fields.ts'

/** The pages that come with the product; each is also the path of its page. */
export const informationSlugs = ['about', 'answers', 'android', 'job', 'lg', 'pay', 'samsung'] as const
export type InformationSlug = (typeof informationSlugs)[number]

/** The drawn pictures that a step may have. */
export const stepPictures = [
  'network',
  'home-key',
  'address',
  'bookmark',
  'store-search',
  'start',
  'code',
  'scan',
  'allow',
  'ready',
  'phone-address',
  'phone-login',
  'phone-menu',
  'phone-icon',
  'phone-store',
  'remote-arrows',
  'tv-menu',
  'remote-channels',
] as const
export type StepPictureName = (typeof stepPictures)[number]

/** The picture of each item, in their order; null or nothing for none. */
export const picturesOfItems = z.optional(z.array(z.nullable(z.enum(stepPictures))))

/** The name of a page: one of those, or of a page of the staff, which stands at `/info/<name>`. */
export const informationSlug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

/** One block of a page. Plain text, without markup. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()), pictures: picturesOfItems }),
  /** Steps in order. */
  z.object({ kind: z.literal('steps'), items: z.array(z.string()), pictures: picturesOfItems }),
  /** A question that can be opened: `id` is the fragment of its link. */
  z.object({ kind: z.literal('answer'), id: z.string(), question: z.string(), text: z.string() }),
  /** One reason per card. */
  z.object({ kind: z.literal('reason'), title: z.string(), text: z.string() }),
  /** A contact or a link: `href` is tel:, mailto:, https: or a path of the site. */
  z.object({ kind: z.literal('link'), name: z.string(), text: z.string(), href: z.string() }),
])
export type Block = z.output<typeof Block>

export const information = {
  page: endpoint({
    path: '/api/v1.2.0/pages/{slug}',
    envelope: 'data',
    summary: 'A page of text in the caller’s language, with the operator’s contact data in it',
    input: input({ slug: informationSlug }),
    failures: ['not_found'],
    output: z.object({
      slug: z.string(),
      title: z.string(),
      /** For a page about an app: where it is installed from; null without such a place, and for other pages. */
      store: z.nullable(z.string()),
      lead: z.string(),
      sections: z.array(z.object({ id: z.string(), title: z.string(), blocks: z.array(Block) })),
    }),
    cache: { sec: 60 },
  }),
}
