/** What deserves a look in an import, decided from fields alone; pure. */
import { fold } from '#contract/search/search-folding.ts'
import type { Fields } from '#server/changes/changes.ts'
import type { DraftMark } from './tables.ts'

interface SourceField {
  readonly url: string
  readonly is_own?: boolean
}

/** A name in one alphabet, without its punctuation and quality, to compare names of channels. */
export function comparableName(name: string): string {
  const withoutQuality = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<![\p{L}\p{N}])(?:[fu]?hd|sd|4k|\d{3,4}[pi])(?![\p{L}\p{N}])/gu, '')
  return fold(withoutQuality).replace(/[^\p{L}\p{N}+]/gu, '')
}

/** The hosts of the sources that a list brought; addresses without a host count as a whole. */
function hostsOf(sources: unknown): ReadonlySet<string> {
  if (!Array.isArray(sources)) return new Set()
  const listed = (sources as readonly SourceField[]).filter(({ is_own: isOwn }) => isOwn !== true)
  return new Set(listed.map(({ url }) => (URL.canParse(url) ? new URL(url).host : '') || url))
}

/** The marks of a channel that a list changes. */
export function marksOfChange(before: Fields, after: Fields): readonly DraftMark[] {
  const marks: DraftMark[] = []
  const [was, is] = [hostsOf(before['sources']), hostsOf(after['sources'])]
  if (was.size > 0 && is.size > 0 && [...was].every((host) => !is.has(host))) marks.push('address_moved')
  const [name, renamed] = [before['name_ru'], after['name_ru']]
  if (
    typeof name === 'string' &&
    typeof renamed === 'string' &&
    comparableName(name) !== comparableName(renamed)
  )
    marks.push('renamed')
  return marks
}
