import type { LanguagePart } from './both-languages.tsx'

/** The texts of a banner. */
export const bannerParts: readonly LanguagePart[] = [
  { part: 'title', rows: 1, isRequired: true },
  { part: 'text', rows: 3 },
  { part: 'button', rows: 1 },
]

/** The texts of a notice of works or an outage. */
export const noticeParts: readonly LanguagePart[] = [
  { part: 'title', rows: 1, isRequired: true },
  { part: 'text', rows: 4 },
]

/** The texts of a page. */
export const pageParts: readonly LanguagePart[] = [
  { part: 'title', rows: 1, isRequired: true },
  { part: 'lead', rows: 3, isRequired: true },
  { part: 'body', rows: 24, isRequired: true, label: 'markdown' },
]

/** The texts of a news item. */
export const newsParts: readonly LanguagePart[] = [
  { part: 'title', rows: 1, isRequired: true },
  { part: 'lead', rows: 3 },
  { part: 'body', rows: 12 },
]
