import type { SourceAddress } from './channel.ts'

/** The database numbers positions from 0 to 15. */
export const maxSources = 16

export interface StoredSource extends SourceAddress {
  /** The operator's own: no import removes it. */
  readonly isOwn: boolean
}

/**
 * The sources of a channel after an import: the operator's own keep their positions, the imported ones fill the rest.
 */
export function mergeSources(
  imported: readonly SourceAddress[],
  own: readonly (SourceAddress & { readonly place: number })[],
): readonly StoredSource[] {
  const ownUrls = new Set(own.map(({ url }) => url))
  const merged: StoredSource[] = imported
    .filter(({ url }) => !ownUrls.has(url))
    .slice(0, maxSources - own.length)
    .map((source) => ({ ...source, isOwn: false }))
  for (const { place, ...source } of own.toSorted((a, b) => a.place - b.place))
    merged.splice(Math.min(place, merged.length), 0, { ...source, isOwn: true })
  return merged
}

/** As rows of `channel_source`, in order. */
export function sourceRows(cid: number, sources: readonly StoredSource[]) {
  return sources.map(({ url, protocol, userAgent, referer, isOwn }, place) => ({
    channel_id: cid,
    place,
    url,
    protocol,
    user_agent: userAgent ?? null,
    referer: referer ?? null,
    is_own: isOwn,
  }))
}
