/** The grid's position: in the address for sharing, exactly in the history for returning. */

export interface GuidePosition {
  /** The moment at the left edge, unix seconds. */
  readonly atSec: number
  /** The channel at the top. */
  readonly cid: number
  /** How much of its row is scrolled off. */
  readonly offsetPx: number
  readonly focus: { readonly cid: number; readonly atSec: number } | null
}

/** Closer than this to the initial position, a later return shows the time of that return. */
const nearSec = 5400

function wholeOf(text: string | null): number {
  const value = Number(text ?? Number.NaN)
  return Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** From the history's state when there is one, else from the address; null where neither has it. */
export function positionFrom(state: unknown, params: URLSearchParams): GuidePosition | null {
  const stored = (state as { readonly guide?: GuidePosition } | null)?.guide
  if (stored !== undefined && Number.isFinite(stored.atSec)) return stored
  const [atSec, cid] = [wholeOf(params.get('at')), wholeOf(params.get('ch'))]
  return atSec === 0 && cid === 0 ? null : { atSec, cid, offsetPx: 0, focus: null }
}

/** The part of a position in the address; empty where the grid is in its initial position. */
export function positionParams(
  place: GuidePosition,
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
