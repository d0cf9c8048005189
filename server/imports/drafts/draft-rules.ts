/** What deserves a look in an import, decided from fields alone; pure. */
import { catchupTemplateOf, isWrittenLocal } from '#media/media.ts'
import { fold } from '#contract/search/search-folding.ts'
import type { Fields } from '#server/changes/changes.ts'
import { readCatchupRule } from '#server/television/television.ts'
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

/** A list brings an address of the local network; that of a port (udp, or a listener) is not one of a server there. */
function hasLocal(sources: unknown): boolean {
  if (!Array.isArray(sources)) return false
  return (sources as readonly SourceField[]).some(
    ({ url, is_own: isOwn }) =>
      isOwn !== true && /^https?:/i.test(url) && URL.canParse(url) && isWrittenLocal(new URL(url)),
  )
}

/** The host of a provider's archive, as the list writes it where it depends on the moment; '' without an archive. */
function archiveHost(stored: unknown, liveUrl: string): string {
  const rule = readCatchupRule(stored)
  const made = rule === undefined ? undefined : catchupTemplateOf(rule, liveUrl)
  if (made?.kind !== 'template') return ''
  const { template } = made
  return URL.canParse(template) ? new URL(template).host : (template.split('/')[2] ?? '')
}

/** The marks of a channel that a list changes. `current`: the addresses that it is received from now. */
export function marksOfChange(
  before: Fields,
  after: Fields,
  current: readonly string[] = [],
): readonly DraftMark[] {
  const marks: DraftMark[] = []
  if (hasLocal(after['sources']) && !hasLocal(before['sources'])) marks.push('local_address')
  const [was, is] = [hostsOf(before['sources']), hostsOf(after['sources'])]
  if (was.size > 0 && is.size > 0 && [...was].every((host) => !is.has(host))) marks.push('address_moved')
  const [liveUrl = ''] = current
  const archive = archiveHost(after['catchup'], liveUrl)
  const live = hostsOf(current.map((url) => ({ url })))
  if (archive !== '' && archive !== archiveHost(before['catchup'], liveUrl) && !live.has(archive))
    marks.push('catchup_moved')
  const [name, renamed] = [before['name_ru'], after['name_ru']]
  if (
    typeof name === 'string' &&
    typeof renamed === 'string' &&
    comparableName(name) !== comparableName(renamed)
  )
    marks.push('renamed')
  return marks
}
