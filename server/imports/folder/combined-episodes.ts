/** Files with several episodes beside what the catalogue has of their series. Pure. */
import type { PublishedEpisode, StoredTitle } from '#server/catalogue/catalogue.ts'
import type { Reason } from '#server/imports/nfo/understand-name.ts'

/**
 * An episode as an import would store it: its file covers numbers up to the next one that the catalogue has, with the
 * reason where that is fewer than the file has.
 */
export function upToStored(
  season: number,
  episode: PublishedEpisode,
  stored: StoredTitle['episodes'] | undefined,
): { readonly episode: PublishedEpisode; readonly reasons: readonly Reason[] } {
  const { last = episode.number, ...single } = episode
  for (let next = episode.number + 1; next <= last; next += 1) {
    const own = stored?.get(`${season} ${next}`)
    if (own === undefined || own.isHidden) continue
    const [isSingle, until] = [next - 1 === episode.number, next - 1]
    const value = isSingle ? String(episode.number) : `${episode.number}–${until}`
    return {
      episode: isSingle ? single : { ...single, last: until },
      reasons: [{ what: 'episode', value, from: 'catalogue', by: `S${season}E${next}` }],
    }
  }
  return { episode, reasons: [] }
}
