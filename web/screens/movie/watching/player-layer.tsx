/** The player over the page: `?watch=<vfid>` opens it, so the browser's Back closes it. */
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { films, type Episode, type FilmDetail } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { usePlayerAhead } from '#web/player/playback/player-ahead.ts'
import { useSearchParams } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { useEpisodeName } from './episode-name.ts'
import { useMovieText } from './movie-text.ts'
import { episodeAfter, seasonsAfter } from './next-up.ts'
import { useLayer } from './use-layer.ts'
import { useSeasonOf } from './use-season-of.ts'
import styles from './movie-screen.module.css'

function load() {
  return import('#web/player/stage/film-player.tsx')
}

/** What is prefetched for a file; the page itself does without. */
function loadWarm() {
  return import('#web/player/playback/warm-film.ts')
}

async function loadProgram() {
  return (await import('#player/engines/shaka/load-shaka.ts')).loadShaka()
}

const FilmPlayer = lazy(() => withinLimit(load()).then((file) => ({ default: file.FilmPlayer })))

/** Loads the player's code on touch, before the click. A failure is shown when the player is really opened. */
export function preloadPlayer(): void {
  for (const part of [load, loadProgram]) part().catch(() => undefined)
}

/** The same, and prefetches what this file needs to start. */
export function preloadFilm(vid: number, vfid: number): void {
  void loadWarm().then(
    ({ warmFilm }) => warmFilm(vid, vfid),
    () => undefined,
  )
  preloadPlayer()
}

/** The file in the address that the player is opened with, or null. */
export function usePlaying(): number | null {
  const vfid = Number(useLayer('watch').value ?? Number.NaN)
  return Number.isInteger(vfid) && vfid > 0 ? vfid : null
}

/** Opens the player with a file; `instead` replaces the playing one, so that Back still closes the player. */
export function useWatch(): (vfid: number, instead?: boolean) => void {
  const { open } = useLayer('watch')
  return (vfid, instead) => open(String(vfid), instead)
}

export function PlayerLayer({ film }: { readonly film: FilmDetail }) {
  const vfid = usePlaying()
  usePlayerAhead(load)
  const isBrowser = useSyncExternalStore(noChange, inBrowser, onServer)
  if (vfid === null) return null
  // The server renders no player: it reserves the space.
  return isBrowser ? <OpenPlayer film={film} vfid={vfid} /> : <div className={styles.playerWaiting} />
}

function noChange() {
  return () => undefined
}

function inBrowser() {
  return true
}

function onServer() {
  return false
}

function OpenPlayer({ film, vfid }: { readonly film: FilmDetail; readonly vfid: number }) {
  const t = useMovieText()
  const { close } = useLayer('watch')
  const isTrailer = film.files.some((file) => file.vfid === vfid && file.kind === 'trailer')
  const moment = useLinkedMoment()
  const ownStartSec = useStartSec(film.vid, vfid, isTrailer)
  const { state, price } = film.access
  const minute =
    moment?.token == null || isTrailer || state === 'watch' || state === 'unavailable'
      ? undefined
      : { token: moment.token, access: { state, price } }
  const isMinute = minute !== undefined
  const startSec = isMinute ? 0 : (moment?.sec ?? ownStartSec)
  const language = useLanguage()
  const page = pathOf('movie', { id: film.vid }, language === 'uz' ? 'uz' : null)
  const momentAt = (sec: number) => ({
    input: { vid: film.vid, vfid, sec },
    path: (token: string) => `${page}?watch=${vfid}&t=${sec}&m=${token}`,
  })
  const episode = useEpisode(film, vfid)
  return (
    <Suspense fallback={<div className={styles.playerWaiting} />}>
      <FilmPlayer
        vid={film.vid}
        vfid={vfid}
        title={film.name}
        picture={film.screenshot_big || film.thumbnail_big}
        startSec={startSec}
        counts={!isTrailer && !isMinute}
        minute={minute}
        moment={state === 'watch' && !isTrailer ? momentAt : undefined}
        isEpisode={film.is_series === 1 && !isTrailer}
        {...(isTrailer ? { subtitle: t('trailer') } : episode)}
        onClose={close}
      />
    </Suspense>
  )
}

/** The moment of a link in the address; its token opens a minute for those who may not watch the whole. */
function useLinkedMoment(): { readonly sec: number; readonly token: string | null } | null {
  const [params] = useSearchParams()
  const sec = params.get('t')
  return sec !== null && /^\d{1,6}$/.test(sec) ? { sec: Number(sec), token: params.get('m') } : null
}

/** Where this viewer stopped last, on any device; null while it loads. A trailer starts at its beginning. */
function useStartSec(vid: number, vfid: number, isTrailer: boolean): number | null {
  const [matches, setMatches] = useState<{ readonly vfid: number; readonly sec: number } | null>(null)
  useEffect(() => {
    if (isTrailer) return
    const abort = new AbortController()
    // A failure is that of the player, which has this file too.
    void loadWarm()
      .then(({ warmStartSecOf }) => warmStartSecOf(vid, vfid, abort.signal))
      .then(
        (sec) => abort.signal.aborted || setMatches({ vfid, sec }),
        () => undefined,
      )
    return () => abort.abort()
  }, [vid, vfid, isTrailer])
  if (isTrailer) return 0
  return matches?.vfid === vfid ? matches.sec : null
}

/** "Season 2, episode 5" once the episodes have loaded, and the next episode. */
function useEpisode(film: FilmDetail, vfid: number) {
  const t = useMovieText()
  const nameOf = useEpisodeName()
  const watch = useWatch()
  const { season, episode, list } = useSeasonOf(film, vfid)
  const following = useFollowing(film, season?.number ?? null, episode, list)
  if (episode === null || season === null) return {}
  const named = (one: Episode) => [nameOf(one), one.name].filter(Boolean).join('. ')
  return {
    ...(episode.still === '' ? {} : { picture: episode.still }),
    subtitle: `${t('season', { number: season.number })}, ${named(episode)}`,
    ...(following === null
      ? {}
      : {
          next: {
            vfid: following.vfid,
            title: named(following),
            play: () => watch(following.vfid, true),
          },
        }),
  }
}

/** The next playable episode; after the last one of a season, the first of the next season that has any. */
function useFollowing(
  film: FilmDetail,
  seasonNumber: number | null,
  episode: Episode | null,
  list: readonly Episode[],
): Episode | null {
  const inSeason = episode === null ? null : episodeAfter(list, episode.vfid)
  const [passed, setPassed] = useState({ vfid: episode?.vfid, count: 0 })
  const count = passed.vfid === episode?.vfid ? passed.count : 0
  const isLast = episode !== null && seasonNumber !== null && inSeason === null
  const season = isLast ? seasonsAfter(film.seasons, seasonNumber)[count] : undefined
  const beyond = useCall(films.episodes, season === undefined ? null : { season_id: season.season_id })
  if (season === undefined || beyond.kind !== 'ok') return inSeason
  const result = episodeAfter(beyond.data.episodes.item, null)
  if (result === null) setPassed({ vfid: episode?.vfid, count: count + 1 })
  return result
}
