import { episodeNumbers } from '#web/features/films/episode-numbers.ts'
import { useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { viewing, type WatchedFilm } from '#contract/films/viewing.ts'
import { deletePositions } from '#player/dom/stored-positions.ts'
import { formatDuration, formatMoment } from '#web/i18n/format.ts'
import { positionOwner } from '#web/player/playback/saved-positions.ts'
import { call } from '#web/session/requests/api.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import type { Leftover } from './delayed-removal.ts'
import type { CardProps } from './saved-card.tsx'
import { SavedList } from './saved-list.tsx'
import { useMyText } from './my-text.ts'
import { pageLimit, usePages } from './use-pages.ts'

function idOf(film: WatchedFilm) {
  return film.vid
}

/** The largest number of items the server accepts in one request. */
const atOnce = 100

/** The watched titles, the latest first, each with its position. */
export function HistoryTab() {
  const t = useMyText()
  const [round, setRound] = useState(0)
  const lookOf = useLook()
  const pages = usePages<WatchedFilm>({
    path: viewing.viewed.path,
    idOf,
    async load(page, signal) {
      const result = await call(viewing.viewed, { page, limit: pageLimit }, signal)
      if (result.kind !== 'ok') return result
      return { kind: 'ok', data: { items: result.data.videos.item, total: result.data.total } }
    },
  })
  const remove = async (ids: readonly number[]): Promise<Leftover | null> => {
    const leftover = await forget(ids)
    pages.drop(ids.filter((id) => leftover?.ids.includes(id) !== true))
    return leftover
  }
  return (
    <SavedList
      key={round}
      slug="history"
      shape="still"
      {...pages}
      idOf={idOf}
      lookOf={lookOf}
      count={(count) => t('count', { count })}
      onMore={pages.more}
      onRemove={remove}
      tools={
        <ClearAll
          onCleared={() => {
            pages.drop(pages.items.map(idOf))
            pages.more()
            setRound(round + 1)
          }}
        />
      }
    />
  )
}

/** Removes titles and their positions on the server and on this device; returns those that could not be removed. */
async function forget(ids: readonly number[]): Promise<Leftover | null> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    const result = await call(viewing.forget, { vids: some.join(',') })
    if (result.kind !== 'ok')
      return { ids: ids.slice(from), message: result.kind === 'refused' ? result.message : '' }
    forgetHere(some)
  }
  return null
}

function forgetHere(vids: readonly number[] | null): void {
  deletePositions(positionOwner(), vids)
  for (const list of [viewing.positions, viewing.viewing]) forgetResponses(list.path)
}

function useLook(): (film: WatchedFilm) => CardProps {
  const t = useMyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (film) => {
    const { episode, position_sec, duration_sec, is_finished } = film
    const at =
      episode === null ? '' : t('episode', { season: episode.season, number: episodeNumbers(episode) })
    const rest =
      is_finished === 1
        ? t('watched')
        : position_sec > 0
          ? t('left', { time: formatDuration(Math.max(0, duration_sec - position_sec), language) })
          : ''
    return {
      to: pathOf('movie', { id: film.vid }),
      picture: (episode?.still ?? '') || film.screenshot_big,
      name: film.name,
      meta: [[at, rest].filter(Boolean).join(' · '), formatMoment(film.watched_at, language, nowSec)],
      part: is_finished === 1 ? 1 : duration_sec > 0 ? Math.min(1, position_sec / duration_sec) : 0,
    }
  }
}

function ClearAll({ onCleared }: { readonly onCleared: () => void }) {
  const t = useMyText()
  const [asking, setAsking] = useState(false)
  const clear = async () => {
    const result = await call(viewing.forget, { all: 1 })
    setAsking(false)
    if (result.kind !== 'ok')
      return showToast((result.kind === 'refused' && result.message) || t('clearFailed'))
    forgetHere(null)
    showToast(t('cleared'))
    onCleared()
  }
  return (
    <>
      <Button icon="trash" onClick={() => setAsking(true)}>
        {t('clear')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('clearTitle')}
        text={t('clearText')}
        action={t('clearAction')}
        cancel={t('cancel')}
        onConfirm={clear}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
