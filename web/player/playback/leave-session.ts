/**
 * What happens to a playback when its page is left, and when another page takes it over: it goes on in the mini-player,
 * or ends.
 */
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import { isTelevision } from '#web/remote/television.ts'
import { currentViewerKey } from '#web/session/session.ts'
import { miniSetting } from './mini-setting.ts'
import {
  elementsOf,
  endRetained,
  retainedPlayback,
  type PlayerSession,
  type VideoElements,
  type Watched,
} from './retained-playback.ts'
import styles from './leave-session.module.css'

/** What the page of a playback reports about it; null for what ends with its page. */
const reports = new WeakMap<Playback, () => Watched | null>()
/** The viewer has asked for the mini-player, or has closed the player. */
const requests = new WeakMap<Playback, 'minimise' | 'close'>()
const continued = new WeakSet<Playback>()

export function reportWatched(playback: Playback, report: () => Watched | null): void {
  reports.set(playback, report)
}

/** From now on leaving the page puts it into the mini-player, also where that is turned off, or ends it. */
export function requestOnLeaving(playback: Playback, request: 'minimise' | 'close'): void {
  requests.set(playback, request)
}

/** Whether leaving the page keeps the playback. Pure. */
export function goesOn(
  { status, hasPicture, autoplayBlocked }: Pick<PlaybackState, 'status' | 'hasPicture' | 'autoplayBlocked'>,
  request: 'minimise' | 'close' | undefined,
  isOn: boolean,
): boolean {
  if (request === 'close' || autoplayBlocked || !hasPicture) return false
  if (status === 'paused') return request === 'minimise'
  return (status === 'playing' || status === 'buffering') && (isOn || request === 'minimise')
}

/** The page of a session is being left: keeps it for the mini-player, or ends it. Call before its elements are removed. */
export function leaveSession(left: PlayerSession): void {
  const { playback, elements, viewer, end } = left
  const watched = reports.get(playback)?.() ?? null
  const isSame = viewer === currentViewer()
  const { state } = playback
  if (
    watched === null ||
    isTelevision() ||
    !isSame ||
    !goesOn(state, requests.get(playback), miniSetting.get())
  )
    return end()
  requests.delete(playback)
  const waiting = waitingPlace()
  for (const element of elementsOf(elements)) moveInto(waiting, element)
  if (retainedPlayback.get()?.session !== left) endRetained()
  retainedPlayback.set({ session: left, watched })
}

/** The retained session with these elements, which its new page owns from now on; another one ends. */
export function claimSession(elements: VideoElements): PlayerSession | null {
  const retained = retainedPlayback.get()
  if (retained === null) return null
  if (retained.session.elements.video !== elements.video) {
    endRetained()
    return null
  }
  retainedPlayback.set(null)
  continued.add(retained.session.playback)
  return retained.session
}

/** True once after a playback was taken over, where it plays this source already: then it is not opened again. */
export function isContinued(playback: Playback, sourceKey: string): boolean {
  const wasTaken = continued.delete(playback)
  const { status, sourceKey: current } = playback.state
  return wasTaken && current === sourceKey && !['idle', 'failed', 'ended'].includes(status)
}

export function currentViewer(): string {
  return currentViewerKey()
}

/**
 * Moves an element without stopping what it plays. A browser pauses a video that is outside of the document when the
 * current task ends, and this one is back by then; `moveBefore` does not even take it out.
 */
export function moveInto(parent: Element, child: Element): void {
  if (child.parentNode === parent) return
  const target = parent as Element & { moveBefore?: (node: Node, before: Node | null) => void }
  if (child.isConnected && parent.isConnected && target.moveBefore !== undefined)
    target.moveBefore(child, null)
  else parent.append(child)
}

let place: HTMLElement | undefined

/** Where the elements wait, unseen, while the code of the mini-player loads. */
function waitingPlace(): HTMLElement {
  if (place === undefined) {
    place = document.createElement('div')
    place.className = styles.waiting ?? ''
    place.setAttribute('aria-hidden', 'true')
  }
  if (!place.isConnected) document.body.append(place)
  return place
}
