/** The player over the page: `?watch=<vfid>` opens it, so the browser's Back closes it. */
import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { films, type Episode, type FilmDetail } from '#contract/films.ts'
import { useCall } from '#web/session/api.ts'
import { withinLimit } from '#web/shell/lazy-limit.ts'
import { useMovieText } from './movie-text.ts'
import styles from './movie-screen.module.css'

const load = () => import('#web/player/film-player.tsx')
const FilmPlayer = lazy(() => withinLimit(load()).then((file) => ({ default: file.FilmPlayer })))

/** Fetches the player's code while the finger is on its way. A failure shows when it is really opened. */
export function preloadPlayer(): void {
  load().catch(() => undefined)
}

/** Opens the player on a file; `instead` puts it in the place of what is playing, so that Back still closes. */
export function useWatch(): (vfid: number, instead?: boolean) => void {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  return (vfid, instead = false) => {
    const next = new URLSearchParams(params)
    next.set('watch', String(vfid))
    setParams(next, { state: instead ? state : { opened: true }, replace: instead, preventScrollReset: true })
  }
}

export function PlayerLayer({ film }: { readonly film: FilmDetail }) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const vfid = Number(params.get('watch') ?? Number.NaN)
  const opened = (state as { opened?: boolean } | null)?.opened === true
  const episode = useEpisode(film, vfid)
  const close = useCallback(() => {
    if (opened) return void navigate(-1)
    const next = new URLSearchParams(params)
    next.delete('watch')
    setParams(next, { replace: true, preventScrollReset: true })
  }, [opened, navigate, params, setParams])
  if (!Number.isInteger(vfid) || vfid <= 0) return null
  return (
    <Suspense fallback={<div className={styles.playerWaiting} />}>
      <FilmPlayer vid={film.vid} vfid={vfid} title={film.name} {...episode} onClose={close} />
    </Suspense>
  )
}

/** "Season 2, episode 5" once the episodes are known, and what follows it in the season. */
function useEpisode(film: FilmDetail, vfid: number) {
  const t = useMovieText()
  const watch = useWatch()
  const { season, list } = useSeasonOf(film, vfid)
  const index = list.findIndex((one) => one.vfid === vfid)
  const [episode, following] = [list[index], list.slice(index + 1).find((one) => one.is_ready === 1)]
  if (episode === undefined || season === undefined) return {}
  const named = (one: Episode) => [t('episode', { number: one.number }), one.name].filter(Boolean).join('. ')
  return {
    subtitle: `${t('season', { number: season.number })}, ${named(episode)}`,
    ...(following === undefined
      ? {}
      : { next: { title: named(following), play: () => watch(following.vfid, true) } }),
  }
}

/** The season a file belongs to: the chosen one first, then the others, since an address may name any episode. */
function useSeasonOf(film: FilmDetail, vfid: number) {
  const [params] = useSearchParams()
  const [passed, setPassed] = useState({ vfid, count: 0 })
  const isEpisode = Number.isInteger(vfid) && !film.files.some((file) => file.vfid === vfid)
  const chosen = film.seasons.find((one) => String(one.number) === params.get('season')) ?? film.seasons[0]
  const order = [chosen, ...film.seasons.filter((one) => one !== chosen)]
  const count = passed.vfid === vfid ? passed.count : 0
  const season = isEpisode ? order[count] : undefined
  const state = useCall(films.episodes, season === undefined ? null : { season_id: season.season_id })
  const list = season !== undefined && state.kind === 'answer' ? state.data.episodes.item : noEpisodes
  const isElsewhere =
    state.kind === 'answer' && season !== undefined && !list.some((one) => one.vfid === vfid)
  if (isElsewhere) setPassed({ vfid, count: count + 1 })
  return { season, list }
}

const noEpisodes: readonly Episode[] = []
