import { episodeNumbers } from '#web/features/films/episode-numbers.ts'
import type { WatchedFilm } from '#contract/films/viewing.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { Link } from '#web/router/router.ts'
import { useLanguage } from '#web/session/session.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Progress } from '#web/ui/controls/progress.tsx'
import { useTelevisionCard } from '#web/features/card-menu/television-card.ts'
import { useLongPress } from '#web/ui/keys/use-long-press.ts'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import frame from '#web/ui/pictures/frame.module.css'
import words from '#web/ui/cards/card-words.module.css'
import styles from './continue-card.module.css'

interface ContinueCardProps {
  readonly film: WatchedFilm
  readonly eager: boolean
  readonly onRemove: () => void
  /** What is missing to watch it, in words: the card is marked, and leads to the page of the film, which has the way on. */
  readonly missing?: string | undefined
}

/** Resumes playback at once, where nothing is missing. A long press by touch removes the card; a long OK opens its menu. */
export function ContinueCard({ film, eager, onRemove, missing }: ContinueCardProps) {
  const t = useHomeText()
  const press = useLongPress(onRemove)
  const remote = useTelevisionCard({ kind: 'watched', film, onRemove })
  const { episode, position_sec: positionSec, duration_sec: durationSec } = film
  const still = episode?.still ?? ''
  const page = pathOf('movie', { id: film.vid })
  return (
    <span className={styles.card}>
      <Link
        className={styles.link}
        to={missing === undefined ? `${page}?watch=${film.vfid}` : page}
        data-continue={film.vid}
        {...remote}
        {...press}
      >
        <span className={classes(frame.frame, frame.wide, frame.hairline, styles.screen)}>
          <Picture
            src={still === '' ? film.screenshot_big : still}
            alt=""
            sizes="(min-width: 1600px) 19vw, (min-width: 1200px) 24vw, (min-width: 900px) 32vw, (min-width: 600px) 40vw, 70vw"
            from={320}
            eager={eager}
          />
          <span className={styles.play} aria-hidden="true">
            <Icon name={missing === undefined ? 'play' : 'lock'} size={28} />
          </span>
          {positionSec > 0 && durationSec > 0 && (
            <Progress className={styles.edge} part={Math.min(1, positionSec / durationSec)} />
          )}
        </span>
        <span className={classes(words.title, styles.title)}>{film.name}</span>
        <span className={classes(words.meta, styles.meta)}>
          {[missing, useMeta(film)].filter(Boolean).join(' · ')}
        </span>
      </Link>
      <IconButton
        icon="close"
        className={styles.remove}
        label={t('remove', { name: film.name })}
        title={t('removeShort')}
        onClick={onRemove}
      />
    </span>
  )
}

/** `Серия 3 · осталось 12 мин`; a title that was not started shows its length. */
function useMeta({ episode, position_sec: positionSec, duration_sec: durationSec }: WatchedFilm): string {
  const t = useHomeText()
  const language = useLanguage()
  const leftSec = Math.max(0, durationSec - positionSec)
  const time =
    durationSec === 0
      ? ''
      : positionSec === 0
        ? formatDuration(durationSec, language)
        : t('left', { time: formatDuration(leftSec, language) })
  if (episode === null) return time
  const which =
    episode.season > 1
      ? t('season', { season: episode.season, number: episodeNumbers(episode) })
      : t('episode', { number: episodeNumbers(episode) })
  return [which, time].filter(Boolean).join(' · ')
}
