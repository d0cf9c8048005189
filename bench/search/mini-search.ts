/**
 * The search library of many sites: MiniSearch, with the same folded texts and the query options its manual recommends.
 */
import MiniSearch from 'minisearch'
import { otherLayouts } from '#contract/search/keyboard-layouts.ts'
import { fold } from '#contract/search/search-folding.ts'

export interface NamedText {
  readonly ru: string
  readonly uz: string
  readonly original: string
  readonly people: string
}

/** The indexes of the best texts, best first. */
export type MiniSearcher = (query: string, max: number) => readonly number[]

export function openMiniSearch(texts: readonly NamedText[]): MiniSearcher {
  const index = new MiniSearch<NamedText & { readonly id: number }>({
    fields: ['ru', 'uz', 'original', 'people'],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { ru: 2, uz: 2, original: 2 } },
  })
  index.addAll(
    texts.map((text, id) => ({
      id,
      ru: fold(text.ru),
      uz: fold(text.uz),
      original: fold(text.original),
      people: fold(text.people),
    })),
  )
  return (query, max) => {
    let best: ReturnType<typeof index.search> = []
    for (const text of [query, ...otherLayouts(query)]) {
      const result = index.search(fold(text))
      if ((result[0]?.score ?? 0) > (best[0]?.score ?? 0)) best = result
    }
    return best.slice(0, max).map(({ id }) => Number(id))
  }
}
