/** The tiles of the guide needed for the part near the screen. Pure. */
import {
  guideReachAheadSec,
  guideReachBackSec,
  guideTileChannels,
  guideTileSec,
} from '#contract/channels/guide.ts'
import type { GuideWindow } from './geometry.ts'

/** The channels requested together, in ascending order of their ids. */
export interface ChannelGroup {
  readonly key: string
  readonly cids: readonly number[]
}

export interface Tile {
  readonly key: string
  readonly fromSec: number
  readonly cids: readonly number[]
}

export function tileBegin(sec: number): number {
  return Math.floor(sec / guideTileSec) * guideTileSec
}

/** Rows in their order, in groups: viewers of the same list send the same requests, which can be cached. */
export function groupsOf(cids: readonly number[]): readonly ChannelGroup[] {
  const groups: ChannelGroup[] = []
  for (let first = 0; first < cids.length; first += guideTileChannels) {
    const own = cids.slice(first, first + guideTileChannels).sort((a, b) => a - b)
    groups.push({ key: own.join(','), cids: own })
  }
  return groups
}

function range(first: number, last: number) {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** The tiles of the visible part, then their neighbours: right and left, below and above. */
export function requestedTiles(
  groups: readonly ChannelGroup[],
  window: GuideWindow,
  nowSec: number,
): readonly Tile[] {
  if (groups.length === 0 || window.last <= window.first) return []
  const groupAt = (row: number) => Math.floor(row / guideTileChannels)
  const [top, bottom] = [groupAt(window.first), groupAt(window.last - 1)]
  const [left, right] = [tileBegin(window.fromSec), tileBegin(window.toSec - 1)]
  const seenGroups = range(top, bottom)
  const seenTimes = range(left / guideTileSec, right / guideTileSec).map((count) => count * guideTileSec)
  const pairs: [number, number][] = [
    ...seenTimes.flatMap((sec) => seenGroups.map((group): [number, number] => [group, sec])),
    ...seenGroups.map((group): [number, number] => [group, right + guideTileSec]),
    ...seenGroups.map((group): [number, number] => [group, left - guideTileSec]),
    ...seenTimes.map((sec): [number, number] => [bottom + 1, sec]),
    ...seenTimes.map((sec): [number, number] => [top - 1, sec]),
  ]
  return pairs.flatMap(([place, fromSec]) => {
    const group = groups[place]
    if (group === undefined || !isProvided(fromSec, nowSec)) return []
    return [{ key: `${fromSec}/${group.key}`, fromSec, cids: group.cids }]
  })
}

/** Whether the server has a tile that starts then. */
export function isProvided(fromSec: number, nowSec: number): boolean {
  return fromSec + guideTileSec > nowSec - guideReachBackSec && fromSec < nowSec + guideReachAheadSec
}
