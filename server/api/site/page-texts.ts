import * as z from 'zod/mini'
import written from './page-texts.json' with { type: 'json' }
import type { PageTextPair } from '#server/site/site.ts'

const text = z.strictObject({ title: z.string(), desc: z.string() })
const pair = z.strictObject({ ru: text, uz: text })

/**
 * The built-in texts of pages, until an operator writes others (`page_text`). A page that is not listed here has
 * those of `/`.
 */
export const builtInTexts: Readonly<Record<string, PageTextPair>> & { readonly '/': PageTextPair } = z.parse(
  z.catchall(z.object({ '/': pair }), pair),
  written,
)
