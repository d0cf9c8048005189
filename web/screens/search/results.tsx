import { useId, type ReactNode } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PosterCard } from '#web/features/films/poster-card.tsx'
import { ChannelRow, EpisodeRow, PersonTile, ProgrammeRow } from './result-rows.tsx'
import { useOption } from './option.tsx'
import type { SearchType } from './search-address.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import type { SearchResponse } from './use-search.ts'
import styles from './results.module.css'

interface ResultsProps {
  readonly response: SearchResponse
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
export function Results({ response, type, onType }: ResultsProps) {
  const { channels, epg, movies, episodes, people } = response
  const max = isTelevision() ? maxOnTelevision : maxOfKind
  const group = <T,>(
    kind: keyof typeof maxOfKind,
    items: readonly T[],
    render: (item: T) => ReactNode,
    className = styles.rows,
  ) => {
    const isCut = type === '' && items.length > max[kind]
    return (
      <Group name={kind} count={items.length} onAll={isCut ? () => onType(kind) : undefined}>
        <div className={className}>{(isCut ? items.slice(0, max[kind]) : items).map(render)}</div>
      </Group>
    )
  }
  return (
    <>
      {group('channels', channels, (channel) => (
        <ChannelRow key={channel.id} channel={channel} />
      ))}
      {group('programmes', epg, (programme) => (
        <ProgrammeRow key={programme.pid} programme={programme} />
      ))}
      <Group name="movies" count={movies.length}>
        <div className={styles.posters}>
          {movies.map((film, index) => (
            <PosterMatch key={film.vid} film={film} eager={index < eagerCount} />
          ))}
        </div>
      </Group>
      {group('episodes', episodes, (episode) => (
        <EpisodeRow key={episode.vfid} episode={episode} />
      ))}
      {group(
        'people',
        people,
        (person) => (
          <PersonTile key={person.aid} person={person} />
        ),
        styles.people,
      )}
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
  readonly film: SearchResponse['movies'][number]
  readonly eager: boolean
}) {
  const t = useSearchText()
  const option = useOption(`found-film-${film.vid}`)
  const note = film.found_by === '' ? undefined : t('foundBy', { name: film.found_by })
  return <PosterCard film={film} eager={eager} note={note} option={option} />
}
