import { useId, type ReactNode } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PosterCard } from '#web/features/films/poster-card.tsx'
import { ChannelRow, EpisodeRow, PersonTile, ProgrammeRow } from './result-rows.tsx'
import { useOption } from './option.tsx'
import { defaultOrder, orderOnTelevision, type ResultKind } from './result-order.ts'
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
const maxOnTelevision = { channels: 2, programmes: 3, episodes: 3, people: 5 }
/** The first posters are visible in the first screen. */
const eagerCount = 6

/** All results, by kind. */
export function Results({ response, type, onType }: ResultsProps) {
  const max = isTelevision() ? maxOnTelevision : maxOfKind
  const order = (isTelevision() ? orderOnTelevision(response) : defaultOrder).filter(
    (kind) => itemsOf(response, kind).length > 0,
  )
  return (
    <>
      {order.map((kind, at) => {
        const items = drawn(response, kind)
        const limit = kind === 'movies' || type !== '' ? items.length : max[kind]
        const isCut = items.length > limit
        return (
          <Group key={kind} name={kind} onAll={isCut && kind !== 'movies' ? () => onType(kind) : undefined}>
            <div className={groupClass[kind]} data-best={at === 0 ? '' : undefined}>
              {items.slice(0, limit)}
            </div>
          </Group>
        )
      })}
    </>
  )
}

const groupClass: Readonly<Record<ResultKind, string | undefined>> = {
  channels: styles.rows,
  programmes: styles.rows,
  movies: styles.posters,
  episodes: styles.rows,
  people: styles.people,
}

function itemsOf(response: SearchResponse, kind: ResultKind): readonly unknown[] {
  return kind === 'programmes' ? response.epg : response[kind]
}

function drawn({ channels, epg, movies, episodes, people }: SearchResponse, kind: ResultKind): ReactNode[] {
  switch (kind) {
    case 'channels':
      return channels.map((channel) => <ChannelRow key={channel.id} channel={channel} />)
    case 'programmes':
      return epg.map((programme) => <ProgrammeRow key={programme.pid} programme={programme} />)
    case 'movies':
      return movies.map((film, at) => <PosterMatch key={film.vid} film={film} eager={at < eagerCount} />)
    case 'episodes':
      return episodes.map((episode) => <EpisodeRow key={episode.vfid} episode={episode} />)
    case 'people':
      return people.map((person) => <PersonTile key={person.aid} person={person} />)
  }
}

interface GroupProps {
  readonly name: ResultKind
  readonly onAll?: (() => void) | undefined
  readonly children: ReactNode
}

function Group({ name, onAll, children }: GroupProps) {
  const t = useSearchText()
  const id = useId()
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
