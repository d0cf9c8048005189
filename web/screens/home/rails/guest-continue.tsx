/** The titles that a guest has started on this device: those that are no longer free are marked, and stay. */
import { useEffect, useState } from 'react'
import { films, type FilmDetail } from '#contract/films/films.ts'
import type { WatchedFilm } from '#contract/films/viewing.ts'
import { deletePositions, recentPositions, type StoredPosition } from '#player/dom/stored-positions.ts'
import { ru } from '#web/i18n/ru/billing/gate.ts'
import { uz } from '#web/i18n/uz/billing/gate.ts'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { createTextHook, useText } from '#web/session/text.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { ContinueCard } from './continue-card.tsx'

const useGateText = createTextHook(ru, uz)

interface StartedTitle extends WatchedFilm {
  readonly access: FilmDetail['access']
}

/** Each title is one request. */
const maxTitles = 8

export function GuestContinue({ title }: { readonly title: string }) {
  // Names are in the language of the request.
  return <Titles key={useLanguage()} title={title} />
}

function Titles({ title }: { readonly title: string }) {
  const t = useHomeText()
  const missingOf = useMissing()
  const [list, setList] = useState<readonly StartedTitle[]>([])
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
        <ContinueCard
          key={film.vid}
          film={film}
          eager={false}
          onRemove={() => remove(film.vid)}
          missing={missingOf(film)}
        />
      ))}
    </Rail>
  )
}

/** What a guest needs to go on; undefined for what is free. */
function useMissing() {
  const t = useText()
  const gate = useGateText()
  return ({ access, has_subscription: isInTariff }: StartedTitle) => {
    if (access.state === 'watch') return undefined
    return access.price !== null || isInTariff === 1 ? t('badge.has_subscription') : gate('login')
  }
}

/**
 * Null for a title that the catalogue does not have, or does not show now: its place stays stored, and it is in the rail
 * again when the title is back.
 */
async function load(position: StoredPosition, signal: AbortSignal): Promise<StartedTitle | null> {
  const result = await call(films.publicDetail, { vid: position.vid }, signal)
  if (result.kind !== 'ok' || result.data.video.access.state === 'unavailable') return null
  return startedOf(result.data.video, position)
}

function startedOf(film: FilmDetail, { vfid, sec, atSec }: StoredPosition): StartedTitle {
  const file = film.files.find((one) => one.vfid === vfid)
  return {
    ...film,
    ...{ vfid, episode: null, position_sec: sec, duration_sec: file?.duration_sec ?? 0 },
    ...{ is_finished: 0, watched_at: atSec },
  }
}
