/** What the top of a television's home page shows about a card. */
import type { Channel } from '#contract/channels/channels.ts'
import type { FilmCard } from '#contract/films/films.ts'
import type { TelevisionCard } from '#web/features/card-menu/television-card.ts'
import { useRemoteText } from '#web/features/card-menu/remote-text.ts'
import { useFilmCalls } from '#web/features/films/use-films.ts'
import { formatDuration, formatRating, formatTime } from '#web/i18n/format.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { onAir } from '#web/ui/cards/on-air.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'

export interface Details {
  readonly title: string
  readonly facts: readonly string[]
  /** A description, or the next programme of a channel. */
  readonly text: string
  /** The address of an image, or empty. */
  readonly picture: string
}

export function useDetails(card: TelevisionCard | null): Details | null {
  const t = useRemoteText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { detail } = useFilmCalls()
  const vid = card === null || card.kind === 'channel' ? null : card.film.vid
  const state = useCall(detail, vid === null ? null : { vid })
  if (card === null) return null
  if (card.kind === 'channel')
    return ofChannel(card.channel, nowSec, (time, title) => t('next', { time, title }))
  const response = state.kind === 'ok' && state.data.video.vid === vid ? state.data.video : null
  const film = response ?? (card.kind === 'film' ? card.film : null)
  const text = response?.description ?? ''
  if (film === null) return ofWatched(card.film)
  return { ...ofFilm(film, t('series'), (min) => formatDuration(min * 60, language)), text }
}

function ofFilm(film: FilmCard, series: string, duration: (minutes: number) => string): Details {
  const rating = film.rating_kp ?? film.rating_imdb
  return {
    title: film.name,
    facts: [
      rating === null ? '' : `★ ${formatRating(rating)}`,
      film.year > 0 ? String(film.year) : '',
      film.is_series === 1 ? series : film.duration_min > 0 ? duration(film.duration_min) : '',
      film.genres.slice(0, 2).join(', '),
      film.age_rating,
    ],
    text: '',
    picture: film.screenshot_big,
  }
}

/** Its year and its description come with the film's response. */
function ofWatched(film: Pick<FilmCard, 'name' | 'screenshot_big'>): Details {
  return { title: film.name, facts: [], text: '', picture: film.screenshot_big }
}

function ofChannel(
  channel: Channel,
  nowSec: number,
  nextText: (time: string, title: string) => string,
): Details {
  const programme = onAir(channel, nowSec)
  const name = `${channel.number} ${channel.name}`
  if (programme === null) return { title: name, facts: [], text: '', picture: '' }
  const next = channel.next !== null && channel.next.pid !== programme.pid ? channel.next : null
  return {
    title: programme.title,
    facts: [
      name,
      `${formatTime(programme.begin_time)}–${formatTime(programme.end_time)}`,
      programme.category,
      programme.age_rating,
    ],
    text:
      programme.description !== '' || next === null
        ? programme.description
        : nextText(formatTime(next.begin_time), next.title),
    picture: '',
  }
}
