/** The address of what is watched on a channel, for another screen. */
import type { Programme } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import { idleState } from '#player/core/state/playback-state.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { programmeWatched } from '#player/core/zapping/programme-line.ts'
import type { Viewing } from './viewing.ts'

/** The channel, or in its archive the programme at the moment that is watched. `requestedPid`: as of `programmeWatched`. */
export function watchedPath(
  cid: number,
  playback: Playback | null,
  programmes: readonly Programme[],
  requestedPid: number | null,
): string {
  const { kind, originMs, positionSec } = playback?.state ?? idleState
  const channel = pathOf('channel', { id: cid })
  if (kind !== 'archive' || originMs === null) return channel
  const atMs = originMs + positionSec * 1000
  const programme = programmeWatched(programmes, atMs, requestedPid)
  return programme === null ? channel : archivePath(cid, programme.pid, atMs / 1000)
}

/** The same before anything has loaded. */
export function viewingPath(cid: number, viewing: Viewing): string {
  if (viewing.kind === 'live') return pathOf('channel', { id: cid })
  return archivePath(cid, viewing.pid, viewing.atSec ?? viewing.offsetSec)
}

/** `moment`: unix seconds, or seconds after the start of the programme. */
function archivePath(cid: number, pid: number, moment: number): string {
  const path = pathOf('tvArchive', { id: cid, archiId: pid })
  return moment > 0 ? `${path}?t=${Math.floor(moment)}` : path
}
