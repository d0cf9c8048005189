/** Connects a page's player to the television it is cast to: one of the two plays. */
import { useEffect, useRef, useState } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { useStore } from '#web/state/create-store.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { casting, positionNow, type CastTarget } from './casting.ts'
import type { CastLoad } from './cast-messages.ts'

/** Where the television was when it ended. */
export interface CastReturn {
  readonly place: string
  /** Seconds in a film, unix seconds on a channel. */
  readonly positionSec: number
}

interface Castable {
  readonly playback: Playback | null
  /** What the page plays: another key is sent to the television. */
  readonly key: string
  /** What the television has to open, with the position of the local playback. */
  readonly load: () => CastLoad
  /** The television has ended: the page plays again, from there. Null when nothing had played there. */
  readonly onReturn: (from: CastReturn | null) => void
}

/** True while a television plays instead of the page: then the page must open nothing itself. */
export function useCasting({ playback, key, load, onReturn }: Castable): boolean {
  const { target, controls } = useStore(casting)
  const isReady = target?.isReady === true
  const [isCast, setIsCast] = useState(isReady)
  const latest = useLatest({ target, load, onReturn })
  const last = useRef<CastTarget | null>(null)
  useEffect(() => {
    if (target?.isReady === true) last.current = target
  }, [target])
  useOnChange([isReady, key, playback], () => {
    if (playback === null || controls === null) return
    if (isReady) {
      const request = latest.current.load()
      // A pause saves the position; then this device's stream is released for the television.
      playback.pause()
      void playback.close()
      // After a reload of this page the television still plays what it did.
      if (!isSamePlace(request.path, latest.current.target?.place ?? '')) controls.load(request)
      setIsCast(true)
    } else if (isCast) {
      latest.current.onReturn(returnOf(last.current))
      setIsCast(false)
    }
  })
  return isCast
}

function returnOf(target: CastTarget | null): CastReturn | null {
  if (target === null || target.playing === null) return null
  return { place: target.place, positionSec: positionNow(target.playing, target.reportedAt) }
}

/** Whether two addresses open the same: the page, and the file of a film. */
function isSamePlace(one: string, other: string): boolean {
  return pageAndFile(one) === pageAndFile(other)
}

function pageAndFile(place: string): string {
  const [path = '', query = ''] = place.split('?')
  return `${path} ${watchedFileOf(query) ?? ''}`
}

/** The file that an address opens the player with; null for a page without. */
export function watchedFileOf(query: string): number | null {
  const vfid = Number(new URLSearchParams(query.replace(/^[^?]*\?/, '')).get('watch') ?? Number.NaN)
  return Number.isInteger(vfid) && vfid > 0 ? vfid : null
}
