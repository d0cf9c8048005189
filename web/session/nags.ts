/**
 * Lines and dialogs that appear of themselves: one at a time, none in the minute after one was closed, and none in the
 * first half minute of playing.
 */
import { useState } from 'react'
import { useLocation } from '#web/router/router.ts'
import { createStore, useStore } from '#web/state/create-store.ts'
import { useOnChange } from '#web/state/use-on-change.ts'

export type Nag = 'language' | 'update' | 'promo' | 'guest_line' | 'banner'

interface Nags {
  readonly shown: Nag | null
  /** When the viewer closed one, unix milliseconds; null for never. */
  readonly closedAtMs: number | null
  readonly playing: 'no' | 'first_seconds' | 'yes'
}

/** After so long a picture no longer just starts. */
export const undisturbedMs = 30_000
/** After the viewer has closed one, no other comes for so long. */
export const restMs = 60_000

const nobody: Nags = { shown: null, closedAtMs: null, playing: 'no' }
const nags = createStore<Nags>(nobody)

/**
 * Whether nothing else has the one place. The banner stays until it is closed, so that all others may take its place; the
 * offer of a language lies unseen under a player, which has the guest's line.
 */
function isFreeFor(nag: Nag, { shown }: Nags): boolean {
  if (shown === null || shown === nag || shown === 'banner') return true
  return shown === 'language' && nag === 'guest_line'
}

/** Whether this one may be shown now. Pure. */
function mayNag(nag: Nag, state: Nags, nowMs: number): boolean {
  const { shown, closedAtMs, playing } = state
  if (!isFreeFor(nag, state)) return false
  if (shown === nag) return true
  // A moment in the future is from before the device's clock was set.
  const rests = closedAtMs !== null && closedAtMs <= nowMs && nowMs - closedAtMs < restMs
  return !rests && playing !== 'first_seconds'
}

/** Takes the one place, until the returned function is called; null while something else has it. */
export function takeNag(nag: Nag): (() => void) | null {
  const state = nags.get()
  if (!mayNag(nag, state, Date.now())) return null
  nags.set({ ...state, shown: nag })
  return () => {
    const now = nags.get()
    if (now.shown === nag) nags.set({ ...now, shown: null })
  }
}

/** The viewer closed it: no other one follows at once. */
export function closeNag(nag: Nag): void {
  const state = nags.get()
  const shown = state.shown === nag ? null : state.shown
  nags.set({ ...state, shown, closedAtMs: Date.now() })
}

/** True while this one, which is due, has the one place. */
export function useNag(nag: Nag, isDue: boolean): boolean {
  const state = useStore(nags, () => nobody)
  const { pathname } = useLocation()
  const isFree = isDue && isFreeFor(nag, state)
  // Another page is another occasion.
  useOnChange([nag, isFree, state.playing, pathname], () =>
    isFree ? (takeNag(nag) ?? undefined) : undefined,
  )
  return isFree && state.shown === nag
}

/**
 * The banner with this id, null for none; it is asked for once on each page. `hidden`: it had to go while its page is open,
 * where its height stays, so that nothing moves.
 */
export function useBannerPlace(id: number | null): 'none' | 'shown' | 'hidden' {
  const state = useStore(nags, () => nobody)
  const { pathname } = useLocation()
  const place = id === null ? null : `${id} ${pathname}`
  const [attempt, setAttempt] = useState({ place: '', isTaken: false })
  useOnChange([place], () => {
    if (place === null) return
    const end = takeNag('banner')
    setAttempt({ place, isTaken: end !== null })
    return end ?? undefined
  })
  if (place === null) return 'none'
  const isQuiet = state.playing === 'first_seconds'
  // In the first frame of its page, too, where nothing speaks against it.
  if (attempt.place !== place)
    return state.closedAtMs === null && !isQuiet && isFreeFor('banner', state) ? 'shown' : 'none'
  if (!attempt.isTaken) return 'none'
  return state.shown === 'banner' && !isQuiet ? 'shown' : 'hidden'
}

let timer: ReturnType<typeof setTimeout> | undefined

/** The state of the player on this page. */
export function notePlaying(isPlaying: boolean): void {
  const state = nags.get()
  if (isPlaying === (state.playing !== 'no')) return
  clearTimeout(timer)
  nags.set({ ...state, playing: isPlaying ? 'first_seconds' : 'no' })
  if (isPlaying) timer = setTimeout(() => nags.set({ ...nags.get(), playing: 'yes' }), undisturbedMs)
}

export function isPlayingNow(): boolean {
  return nags.get().playing !== 'no'
}

/** For tests: as at the beginning of a visit. */
export function forgetNags(): void {
  clearTimeout(timer)
  nags.set(nobody)
}
