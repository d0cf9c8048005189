/** The titles that a guest has started on this device and may still watch. */
import { useEffect, useState } from 'react'
import { films, type FilmDetail } from '#contract/films/films.ts'
import type { WatchedFilm } from '#contract/films/viewing.ts'
import { deletePositions, recentPositions, type StoredPosition } from '#player/dom/stored-positions.ts'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { ContinueCard } from './continue-card.tsx'

/** Each title is one request. */
const maxTitles = 8

export function GuestContinue({ title }: { readonly title: string }) {
  // Names are in the language of the request.
  return <Titles key={useLanguage()} title={title} />
}

function Titles({ title }: { readonly title: string }) {
  const t = useHomeText()
  const [list, setList] = useState<readonly WatchedFilm[]>([])
  useEffect(() => {
    const abort = new AbortController()
    void Promise.all(recentPositions('', maxTitles).map((position) => load(position, abort.signal))).then(
      (loaded) => {
        if (!abort.signal.aborted) setList(loaded.filter((film) => film !== null))
      },
    )
    return () => abort.abort()
  }, [])
  const remove = (vid: number) => {
    deletePositions('', [vid])
    setList((before) => before.filter((film) => film.vid !== vid))
  }
  if (list.length === 0) return null
  return (
    <Rail title={title || t('continue')} kind="wide">
      {list.map((film) => (
        <ContinueCard key={film.vid} film={film} eager={false} onRemove={() => remove(film.vid)} />
      ))}
    </Rail>
  )
}

/** Null for a title that is gone or no longer free: its page says so, the rail does not offer it. */
async function load(position: StoredPosition, signal: AbortSignal): Promise<WatchedFilm | null> {
  const result = await call(films.publicDetail, { vid: position.vid }, signal)
  if (result.kind !== 'ok' || result.data.video.access.state !== 'watch') return null
  return watchedOf(result.data.video, position)
}

function watchedOf(film: FilmDetail, { vfid, sec, atSec }: StoredPosition): WatchedFilm {
  const file = film.files.find((one) => one.vfid === vfid)
  return {
    ...film,
    ...{ vfid, episode: null, position_sec: sec, duration_sec: file?.duration_sec ?? 0 },
    ...{ is_finished: 0, watched_at: atSec },
  }
}
