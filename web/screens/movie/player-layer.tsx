/** The player over the page: `?watch=<vfid>` opens it, so the browser's Back closes it. */
import { lazy, Suspense, useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { films, type FilmDetail } from '#contract/films.ts'
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

/** Opens the player on a file. */
export function useWatch(): (vfid: number) => void {
  const [params, setParams] = useSearchParams()
  return (vfid) => {
    const next = new URLSearchParams(params)
    next.set('watch', String(vfid))
    setParams(next, { state: { opened: true }, preventScrollReset: true })
  }
}

export function PlayerLayer({ film }: { readonly film: FilmDetail }) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const vfid = Number(params.get('watch') ?? Number.NaN)
  const opened = (state as { opened?: boolean } | null)?.opened === true
  const title = useWatchTitle(film, vfid)
  const close = useCallback(() => {
    if (opened) return void navigate(-1)
    const next = new URLSearchParams(params)
    next.delete('watch')
    setParams(next, { replace: true, preventScrollReset: true })
  }, [opened, navigate, params, setParams])
  if (!Number.isInteger(vfid) || vfid <= 0) return null
  return (
    <Suspense fallback={<div className={styles.playerWaiting} />}>
      <FilmPlayer vid={film.vid} vfid={vfid} title={title} onClose={close} />
    </Suspense>
  )
}

/** "Name", or "Name. Season 2, episode 5" once the episodes are known. */
function useWatchTitle(film: FilmDetail, vfid: number): string {
  const t = useMovieText()
  const [params] = useSearchParams()
  const season = film.seasons.find((one) => String(one.number) === params.get('season')) ?? film.seasons[0]
  const state = useCall(films.episodes, season === undefined ? null : { season_id: season.season_id })
  const list = state.kind === 'answer' ? state.data.episodes.item : []
  const episode = list.find((one) => one.vfid === vfid)
  if (episode === undefined || season === undefined) return film.name
  return `${film.name}. ${t('season', { number: season.number })}, ${t('episode', { number: episode.number })}`
}
