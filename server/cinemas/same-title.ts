import { fold } from '#contract/search/search-folding.ts'
import type { Snapshot, TitleRecord, Words } from '#server/catalogue/catalogue.ts'

/**
 * The title of the catalogue that is shown: with the same name in any of its languages and the same year. Without a
 * year the name must be unique.
 */
export function sameTitle(
  snapshot: Snapshot,
  { name, year }: { readonly name: Words; readonly year: number | null },
): TitleRecord | undefined {
  const names = [name.ru, name.uz]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
  const requested = new Set(names.map((text) => fold(text)))
  const matches = names
    .flatMap(
      (query) =>
        snapshot.list({
          filter: { query, ...(year === null ? {} : { years: [year] }) },
          order: '-popularity',
          language: 'ru',
          page: 1,
          limit: maxSameNames,
        }).titles,
    )
    .filter(({ name: own }) => [own.ru, own.uz, own.original].some((text) => requested.has(fold(text))))
  const vids = new Set(matches.map(({ vid }) => vid))
  return year === null && vids.size !== 1 ? undefined : matches[0]
}

/** Names that contain this one and have the same year. */
const maxSameNames = 40
