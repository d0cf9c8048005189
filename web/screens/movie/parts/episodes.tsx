import { useEffect, useId, useRef, useState } from 'react'
import type { Episode, FilmDetail } from '#contract/films/films.ts'
import { DownloadButton } from '#web/downloads/download-button.tsx'
import { useDownloadButtonText } from '#web/downloads/download-button-text.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Progress } from '#web/ui/controls/progress.tsx'
import { episodeNumbers } from '#web/features/films/episode-numbers.ts'
import { useEpisodeName } from '#web/screens/movie/watching/episode-name.ts'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import { watchedPart } from '#web/screens/movie/watching/next-up.ts'
import { preloadFilm, preloadPlayer, useWatch } from '#web/screens/movie/watching/player-layer.tsx'
import type { Watching } from '#web/screens/movie/watching/use-watching.ts'
import frame from '#web/ui/pictures/frame.module.css'
import styles from './seasons.module.css'

/** On a phone a long season shows this many episodes, starting just before the next one to watch. */
const shownOnPhone = 6

interface EpisodesProps {
  readonly film: FilmDetail
  readonly seasonName: string
  readonly list: readonly Episode[]
  readonly canWatch: boolean
  readonly watching: Watching
}

/** The list is scrolled to the episode to resume; only the list scrolls, not the page. */
export function Episodes({ film, seasonName, list, canWatch, watching }: EpisodesProps) {
  const t = useMovieText()
  const element = useRef<HTMLUListElement>(null)
  const [all, setAll] = useState(false)
  const nextAt = canWatch ? list.findIndex((episode) => episode.vfid === watching.vfid) : -1
  const from = Math.max(0, Math.min(nextAt - 1, list.length - shownOnPhone))
  useEffect(() => {
    const row = element.current?.children[nextAt]
    if (element.current !== null && row instanceof HTMLElement && nextAt > 0)
      element.current.scrollTop = row.offsetTop - element.current.offsetTop
  }, [nextAt])
  const isFar = (index: number) => !all && (index < from || index >= from + shownOnPhone)
  return (
    <>
      <ul className={styles.list} ref={element} data-grid="">
        {list.map((episode, index) => (
          <li key={episode.vfid} data-far={isFar(index) ? '' : undefined}>
            <EpisodeRow
              film={film}
              seasonName={seasonName}
              episode={episode}
              canWatch={canWatch && episode.is_ready === 1}
              isNext={index === nextAt && watching.beginning.kind !== 'again'}
              part={watchedPart(watching.positions.of(episode.vfid), episode.duration_sec)}
            />
          </li>
        ))}
      </ul>
      {!all && list.length > shownOnPhone && (
        <Button className={styles.all} onClick={() => setAll(true)}>
          {t('allEpisodes')}
        </Button>
      )}
    </>
  )
}

interface EpisodeRowProps {
  readonly film: FilmDetail
  readonly seasonName: string
  readonly episode: Episode
  readonly canWatch: boolean
  readonly isNext: boolean
  /** The part that was watched, 0 to 1. */
  readonly part: number
}

/** An episode that cannot be watched is shown without a button. */
function EpisodeRow({ film, seasonName, episode, canWatch, isNext, part }: EpisodeRowProps) {
  const t = useMovieText()
  const watch = useWatch()
  const id = useId()
  const [open, setOpen] = useState(false)
  const named = useEpisodeName()
  const body = <EpisodeBody episode={episode} playable={canWatch} isNext={isNext} part={part} />
  return (
    <div className={classes(styles.row, isNext && styles.next)} data-row="">
      {canWatch ? (
        <button
          type="button"
          className={styles.play}
          aria-label={t('episodeLabel', { number: named(episode), name: episode.name })}
          aria-describedby={`${id}s`}
          onPointerEnter={preloadPlayer}
          onPointerDown={() => preloadFilm(film.vid, episode.vfid)}
          onClick={() => watch(episode.vfid)}
        >
          {body}
        </button>
      ) : (
        <div className={styles.play}>{body}</div>
      )}
      <span className="spoken" id={`${id}s`}>
        {part >= 1
          ? t('episodeWatched')
          : part > 0
            ? t('episodePart', { percent: Math.round(part * 100) })
            : ''}
      </span>
      <div className={styles.acts}>
        {canWatch && <SaveEpisode film={film} seasonName={seasonName} episode={episode} />}
        {episode.description !== '' && (
          <IconButton
            icon={open ? 'up' : 'down'}
            label={t('episodeMore', { number: named(episode) })}
            aria-expanded={open}
            aria-controls={id}
            className={styles.expand}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
      {episode.description !== '' && (
        <p className={styles.about} id={id} data-open={open ? '' : undefined}>
          {episode.description}
        </p>
      )}
    </div>
  )
}

function SaveEpisode({
  film,
  seasonName,
  episode,
}: Pick<EpisodeRowProps, 'film' | 'seasonName' | 'episode'>) {
  const td = useDownloadButtonText()
  const named = useEpisodeName()
  const { vfid, name } = episode
  const subtitle = [seasonName, named(episode), name].filter(Boolean).join(', ')
  return (
    <DownloadButton vid={film.vid} vfid={vfid} title={film.name} subtitle={subtitle}>
      {(isThere, press) => (
        <IconButton
          icon={isThere ? 'check' : 'save'}
          label={isThere ? td('inList') : td('actionEpisode', { number: episodeNumbers(episode) })}
          onClick={press}
        />
      )}
    </DownloadButton>
  )
}

interface EpisodeBodyProps {
  readonly episode: Episode
  readonly playable: boolean
  readonly isNext: boolean
  readonly part: number
}

function EpisodeBody({ episode, playable, isNext, part }: EpisodeBodyProps) {
  const t = useMovieText()
  const language = useLanguage()
  const number = useEpisodeName()(episode)
  const length = episode.duration_sec > 0 ? formatDuration(episode.duration_sec, language) : ''
  const words = [
    number,
    length,
    episode.is_ready === 0 ? t('preparing') : '',
    part >= 1 ? t('episodeWatched') : '',
  ]
  return (
    <>
      <span
        className={classes(frame.frame, frame.wide, frame.fill, styles.still)}
        data-watched={part >= 1 ? '' : undefined}
      >
        <Picture src={episode.still} alt="" sizes="(min-width: 900px) 260px, 40vw" to={480} />
        {playable && (
          <span className={styles.sign}>
            <Icon name={part >= 1 ? 'check' : 'play'} size={22} />
          </span>
        )}
        {part > 0 && <Progress className={styles.progress} part={part} />}
      </span>
      <span className={styles.body}>
        {isNext && <span className={styles.nextWord}>{t('episodeNext')}</span>}
        <span className={styles.number}>{words.filter(Boolean).join(' · ')}</span>
        <span className={styles.name}>{episode.name || number}</span>
      </span>
    </>
  )
}
