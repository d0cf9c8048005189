import { useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { useNavigate } from '#web/router/router.ts'
import { useCasting, watchedFileOf, type CastReturn } from './use-casting.ts'

interface FilmCasting {
  readonly playback: Playback | null
  readonly vid: number
  readonly vfid: number
  /** False for a trailer, whose position is not saved. */
  readonly counts: boolean
  readonly startSec: number | null
}

interface CastFilm {
  /** True while a television plays it. */
  readonly isCast: boolean
  /** Where it starts on this device: `startSec`, or where the television has stopped. */
  readonly startHereSec: number | null
}

/** Casts a film. When the television has ended, it continues here, also with the episode that was played there since. */
export function useFilmCasting({ playback, vid, vfid, counts, startSec }: FilmCasting): CastFilm {
  const navigate = useNavigate()
  const [stopped, setStopped] = useState<{ readonly vfid: number; readonly sec: number } | null>(null)
  const load = () => {
    const sec = Math.floor(playback?.state.positionSec ?? 0)
    const path = `${pathOf('movie', { id: vid })}?watch=${vfid}`
    return { path, resume: counts && sec > 0 ? { vid, vfid, sec } : null }
  }
  const onReturn = (from: CastReturn | null) => {
    const file = from === null ? null : watchedFileOf(from.place)
    if (from === null || file === null) return
    setStopped({ vfid: file, sec: from.positionSec })
    if (file !== vfid && from.place.split('?')[0] === pathOf('movie', { id: vid }))
      void navigate(from.place, { replace: true, preventScrollReset: true })
  }
  const isCast = useCasting({ playback, key: `film:${vfid}`, load, onReturn })
  return { isCast, startHereSec: stopped?.vfid === vfid ? stopped.sec : startSec }
}
