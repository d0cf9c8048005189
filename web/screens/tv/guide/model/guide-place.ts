/** Where the grid was left: in the address for whoever is sent it, exactly in the history for whoever comes back. */

export interface GuidePlace {
  /** The moment at the left edge, unix seconds. */
  readonly atSec: number
  /** The channel at the top. */
  readonly cid: number
  /** How much of its row is scrolled away. */
  readonly offsetPx: number
  readonly focus: { readonly cid: number; readonly atSec: number } | null
}

/** Nearer than this to the opening moment, coming back later should show the present of then. */
const nearSec = 5400

function wholeOf(text: string | null): number {
  const value = Number(text ?? Number.NaN)
  return Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** From the history's state when there is one, else from the address; null where neither tells. */
export function placeFrom(state: unknown, params: URLSearchParams): GuidePlace | null {
  const stored = (state as { readonly guide?: GuidePlace } | null)?.guide
  if (stored !== undefined && Number.isFinite(stored.atSec)) return stored
  const [atSec, cid] = [wholeOf(params.get('at')), wholeOf(params.get('ch'))]
  return atSec === 0 && cid === 0 ? null : { atSec, cid, offsetPx: 0, focus: null }
}

/** The address's own part of a place: nothing of it where the grid stands as it opens. */
export function placeParams(
  place: GuidePlace,
  openingSec: number,
  firstCid: number,
  existing: URLSearchParams,
) {
  const params = new URLSearchParams(existing)
  params.delete('at')
  params.delete('ch')
  if (Math.abs(place.atSec - openingSec) > nearSec) params.set('at', String(place.atSec))
  if (place.cid !== firstCid && place.cid !== 0) params.set('ch', String(place.cid))
  return params
}
