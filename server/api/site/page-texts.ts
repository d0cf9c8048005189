import * as z from 'zod/mini'
import written from './page-texts.json' with { type: 'json' }
import type { PageTextPair } from '#server/site/site.ts'

const text = z.strictObject({ title: z.string(), desc: z.string() })
const pair = z.strictObject({ ru: text, uz: text })

/** The texts a page has until an operator writes others (`page_text`). Any page that is not here has those of `/`. */
export const builtInTexts: Readonly<Record<string, PageTextPair>> & { readonly '/': PageTextPair } = z.parse(
  z.catchall(z.object({ '/': pair }), pair),
  written,
)
