/**
 * Where this viewer stopped: stored on the device at once and reported to the server; reported later when it was
 * unreachable.
 */
import { viewing } from '#contract/films/viewing.ts'
import {
  isUnreported,
  newerPosition,
  resumeFromSec,
  type ResumePosition,
} from '#player/core/playback/resume.ts'
import {
  adoptPositions,
  markSent,
  storedPositions,
  storePosition,
  unsentPositions,
  type StoredPosition,
} from '#player/dom/stored-positions.ts'
import { call } from '#web/session/requests/api.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { connection } from '#web/session/requests/connection.ts'
import { dataOwner, session } from '#web/session/session.ts'
import type { ViewingPosition } from '#contract/films/viewing.ts'

/** A film that opens waits no longer than this for the position from another device. */
const requestTimeoutMs = 2500

/** The viewer whose positions these are. */
export const positionOwner = dataOwner

type Listener = (what: 'kept' | 'told') => void
const listeners = new Set<Listener>()
/**
 * Calls back when a position was stored on the device, and when it was reported; returns the function that stops
 * it.
 */
export function onPositionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const changed: Listener = (what) => {
  for (const listener of listeners) listener(what)
}

/** A position as the server sends it. */
export function resumePositionOf(position: ViewingPosition): ResumePosition {
  return {
    vfid: position.asset_id,
    sec: position.position,
    isFinished: position.is_finished === 1,
    atSec: position.watched_at,
  }
}

/** Stores a position. `sec` is whole and not 0. */
export async function savePosition(position: Pick<StoredPosition, 'vid' | 'vfid' | 'sec' | 'isFinished'>) {
  const atSec = Math.floor(Date.now() / 1000)
  const stored: StoredPosition = { ...position, owner: positionOwner(), atSec, isSent: false }
  storePosition(stored)
  changed('kept')
  // Offline no request is made; the position is reported when the network is back.
  if (session.get().token !== null && navigator.onLine) await reportPosition(stored)
}

/** Reports one position to the server; false when the server was not reached. */
async function reportPosition(position: StoredPosition): Promise<boolean> {
  const result = await call(viewing.positionSet, {
    content_id: position.vid,
    asset_id: position.vfid,
    position: position.sec,
    content_type: 'video',
  })
  if (result.kind === 'unreachable') return false
  // For a title that no longer exists, another report would be useless.
  if (result.kind === 'refused' && result.failure !== 'title_not_found') return false
  markSent(position)
  for (const list of [viewing.positions, viewing.viewing, viewing.viewed]) forgetResponses(list.path)
  changed('told')
  return true
}

/** The second at which a file starts for this viewer: the newest position, stored on this or another device. */
export async function startSecOf(vid: number, vfid: number, signal: AbortSignal): Promise<number> {
  const ours = storedPositions(positionOwner(), vid).find((position) => position.vfid === vfid)
  if (session.get().token === null) return resumeFromSec(ours)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), requestTimeoutMs)
  const stop = () => limit.abort()
  signal.addEventListener('abort', stop)
  const result = await call(viewing.positions, { content_id: vid }, limit.signal)
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
  if (result.kind !== 'ok') return resumeFromSec(ours)
  const theirs = result.data.positions.item.find((position) => position.asset_id === vfid)
  // A position this device reported is stored on the server with another clock.
  const unsent = ours?.isSent === false ? ours : undefined
  return resumeFromSec(newerPosition(unsent, theirs === undefined ? undefined : resumePositionOf(theirs)))
}

let sending = false

/**
 * Reports what was stored while the server was unreachable, or while this viewer was a guest, unless another device has
 * continued the title later.
 */
export async function reportUnsent(): Promise<void> {
  if (sending || session.get().token === null) return
  sending = true
  try {
    const owner = positionOwner()
    adoptPositions(owner)
    const waiting = unsentPositions(owner)
    for (const vid of new Set(waiting.map((position) => position.vid))) {
      const ofTitle = waiting.filter((position) => position.vid === vid)
      if (!(await reportOfTitle(vid, ofTitle)) || positionOwner() !== owner) return
    }
  } finally {
    sending = false
  }
}

async function reportOfTitle(vid: number, waiting: readonly StoredPosition[]): Promise<boolean> {
  const result = await call(viewing.positions, { content_id: vid })
  if (result.kind === 'refused' && result.failure === 'title_not_found') {
    waiting.forEach(markSent)
    return true
  }
  if (result.kind !== 'ok') return false
  for (const position of waiting) {
    const theirs = result.data.positions.item.find((one) => one.asset_id === position.vfid)
    if (isUnreported(position, theirs === undefined ? undefined : resumePositionOf(theirs))) {
      if (!(await reportPosition(position))) return false
    } else markSent(position)
  }
  return true
}

/**
 * Starts reporting whenever the server is reachable again, and after every login. Returns the function that stops
 * it.
 */
export function followConnection(): () => void {
  let reachable = connection.get().reachable
  const unsubscribe = [
    connection.subscribe(() => {
      const now = connection.get().reachable
      if (now && !reachable) void reportUnsent()
      reachable = now
    }),
    session.subscribe(() => void reportUnsent()),
  ]
  void reportUnsent()
  return () => {
    for (const stop of unsubscribe) stop()
  }
}
