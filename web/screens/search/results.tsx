import { useId, type ReactNode } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PosterCard } from '#web/features/films/poster-card.tsx'
import { ChannelRow, EpisodeRow, PersonTile, ProgrammeRow } from './result-rows.tsx'
import { useOption } from './option.tsx'
import type { SearchType } from './search-address.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import type { SearchAnswer } from './use-search.ts'
import styles from './results.module.css'

interface ResultsProps {
  readonly answer: SearchAnswer
  /** The one kind that is searched, or empty for all. */
  readonly type: SearchType | ''
  readonly onType: (type: SearchType) => void
}

/**
 * How many results of each kind are shown together; a button shows the rest. A television has room for one row, a
 * page for three.
 */
const maxOfKind = { channels: 6, programmes: 6, episodes: 6, people: 8 }
const maxOnTelevision = { channels: 2, programmes: 3, episodes: 3, people: 4 }
/** The first posters are visible in the first screen. */
const eagerCount = 6

/** All results, by kind. */
export function Results({ answer, type, onType }: ResultsProps) {
  const { channels, epg, movies, episodes, people } = answer
  const max = isTelevision() ? maxOnTelevision : maxOfKind
  const first = <T,>(list: readonly T[], kind: keyof typeof maxOfKind) =>
    type === '' ? list.slice(0, max[kind]) : list
  const all = (list: readonly unknown[], kind: keyof typeof maxOfKind) =>
    type === '' && list.length > max[kind] ? () => onType(kind) : undefined
  return (
    <>
      <Group name="channels" count={channels.length} onAll={all(channels, 'channels')}>
        <div className={styles.rows}>
          {first(channels, 'channels').map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </div>
      </Group>
      <Group name="programmes" count={epg.length} onAll={all(epg, 'programmes')}>
        <div className={styles.rows}>
          {first(epg, 'programmes').map((programme) => (
            <ProgrammeRow key={programme.pid} programme={programme} />
          ))}
        </div>
      </Group>
      <Group name="movies" count={movies.length}>
        <div className={styles.posters}>
          {movies.map((film, index) => (
            <PosterMatch key={film.vid} film={film} eager={index < eagerCount} />
          ))}
        </div>
      </Group>
      <Group name="episodes" count={episodes.length} onAll={all(episodes, 'episodes')}>
        <div className={styles.rows}>
          {first(episodes, 'episodes').map((episode) => (
            <EpisodeRow key={episode.vfid} episode={episode} />
          ))}
        </div>
      </Group>
      <Group name="people" count={people.length} onAll={all(people, 'people')}>
        <div className={styles.people}>
          {first(people, 'people').map((person) => (
            <PersonTile key={person.aid} person={person} />
          ))}
        </div>
      </Group>
    </>
  )
}

interface GroupProps {
  readonly name: 'channels' | 'programmes' | 'movies' | 'episodes' | 'people'
  readonly count: number
  readonly onAll?: (() => void) | undefined
  readonly children: ReactNode
}

function Group({ name, count, onAll, children }: GroupProps) {
  const t = useSearchText()
  const id = useId()
  if (count === 0) return null
  return (
    <div className={styles.group} role="group" aria-labelledby={id}>
      <div className={styles.head} role="presentation">
        <h2 className={styles.title} id={id}>
          {t(name)}
        </h2>
        {onAll !== undefined && (
          <Button variant="quiet" onClick={onAll}>
            {t('showAll')}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

function PosterMatch({
  film,
  eager,
}: {
  readonly film: SearchAnswer['movies'][number]
  readonly eager: boolean
}) {
  const t = useSearchText()
  const option = useOption(`found-film-${film.vid}`)
  const note = film.found_by === '' ? undefined : t('foundBy', { name: film.found_by })
  return <PosterCard film={film} eager={eager} note={note} option={option} />
}
