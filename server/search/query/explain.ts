import { fold, foldedWords } from '#contract/search/search-folding.ts'
import type { SearchDocument } from './search-document.ts'

const rawWord = /[\p{L}\p{N}]+(?:[ʻʼ’‘'`´ʹ′ˈ-]+[\p{L}\p{N}]+)*[ʻʼ’‘]?/gu

function isCyrillic(text: string) {
  return /[а-яёўқғҳ]/i.test(text)
}

function textsOf(document: SearchDocument) {
  return [...document.names, ...document.more.map(({ text }) => text)]
}

/** How a folded word is written in a result: in the alphabet of `like` if it occurs there, in lower case. */
export function writtenWord(document: SearchDocument, folded: string, like: string): string | undefined {
  const written = textsOf(document)
    .flatMap((text) => text.match(rawWord) ?? [])
    .filter((raw) => fold(raw) === folded || fold(raw, 'ks') === folded)
  return (written.find((raw) => isCyrillic(raw) === isCyrillic(like)) ?? written[0])?.toLowerCase()
}

/**
 * The text by which a result matched, when its shown name does not show it: the one with most words of the query.
 * Empty when the shown name has as many.
 */
export function matchedBy(
  requested: readonly string[],
  shown: string,
  document: () => SearchDocument,
): string {
  const answered = (text: string) => {
    const words = foldedWords(text)
    return requested.filter((word) => words.some((other) => other.startsWith(word))).length
  }
  let [best, max] = ['', answered(shown)]
  if (max === requested.length) return ''
  for (const text of textsOf(document())) {
    const count = answered(text)
    if (count > max) [best, max] = [text, count]
    if (max === requested.length) break
  }
  return best
}
