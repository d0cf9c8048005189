import { useId, type ReactNode } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LaterRecordedCard } from '#web/features/films/later-recorded.tsx'
import { useRecordedNote } from '#web/features/films/use-time-left.ts'
import { PosterCard } from '#web/features/films/poster-card.tsx'
import { ChannelRow, EpisodeRow, PersonTile, ProgrammeRow } from './result-rows.tsx'
import { useOption } from './option.tsx'
import { defaultOrder, orderOnTelevision, ownRecorded, type ResultKind } from './result-order.ts'
import type { SearchType } from './search-address.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import type { SearchResponse } from './use-search.ts'
import styles from './results.module.css'

interface ResultsProps {
  readonly response: SearchResponse
  /** The one kind that is searched, or empty for all. */
  readonly type: SearchType | ''
  readonly onType: (type: SearchType) => void
  /** The id of each kind's list begins with it. */
  readonly listId: string
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
export function Results({ response, type, onType, listId }: ResultsProps) {
  const max = isTelevision() ? maxOnTelevision : maxOfKind
  const order = shownKinds(response)
  return (
    <>
      {order.map((kind, at) => {
        const items = drawn(response, kind)
        const isPosters = kind === 'movies' || kind === 'recorded'
        const limit = isPosters || type !== '' ? items.length : max[kind]
        const isCut = items.length > limit
        return (
          <Group
            key={kind}
            name={kind}
            listId={`${listId}-${kind}`}
            isBest={at === 0}
            onAll={isCut && !isPosters ? () => onType(kind) : undefined}
          >
            {items.slice(0, limit)}
          </Group>
        )
      })}
    </>
  )
}

/** The kinds that have results, in the order in which they are shown. */
function shownKinds(response: SearchResponse): readonly ResultKind[] {
  const order = isTelevision() ? orderOnTelevision(response) : defaultOrder
  return order.filter((kind) => itemsOf(response, kind).length > 0)
}

/** The ids of the lists with the results, for the field that controls them; undefined without results. */
export function listIdsOf(response: SearchResponse, listId: string): string | undefined {
  const ids = shownKinds(response).map((kind) => `${listId}-${kind}`)
  return ids.length === 0 ? undefined : ids.join(' ')
}

const groupClass: Readonly<Record<ResultKind, string | undefined>> = {
  channels: styles.rows,
  programmes: styles.rows,
  movies: styles.posters,
  recorded: styles.posters,
  episodes: styles.rows,
  people: styles.people,
}

function itemsOf(response: SearchResponse, kind: ResultKind): readonly unknown[] {
  if (kind === 'recorded') return ownRecorded(response)
  return kind === 'programmes' ? response.epg : response[kind]
}

function drawn(response: SearchResponse, kind: ResultKind): ReactNode[] {
  const { channels, epg, movies, recorded, episodes, people } = response
  switch (kind) {
    case 'channels':
      return channels.map((channel) => <ChannelRow key={channel.id} channel={channel} />)
    case 'programmes':
      return epg.map((programme) => <ProgrammeRow key={programme.pid} programme={programme} />)
    case 'movies':
      return movies.map((film, at) => (
        <PosterMatch
          key={film.vid}
          film={film}
          recorded={recorded.find(({ vid }) => vid === film.vid)}
          eager={at < eagerCount}
        />
      ))
    case 'recorded':
      return ownRecorded(response).map((title) => <RecordedMatch key={title.id} title={title} />)
    case 'episodes':
      return episodes.map((episode) => <EpisodeRow key={episode.vfid} episode={episode} />)
    case 'people':
      return people.map((person) => <PersonTile key={person.aid} person={person} />)
  }
}

interface GroupProps {
  readonly name: ResultKind
  readonly listId: string
  readonly isBest: boolean
  readonly onAll?: (() => void) | undefined
  readonly children: ReactNode
}

/** One kind: its heading, and a list of options, which contains nothing else. */
function Group({ name, listId, isBest, onAll, children }: GroupProps) {
  const t = useSearchText()
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {t(name)}
        </h2>
        {onAll !== undefined && (
          <Button variant="quiet" onClick={onAll}>
            {t('showAll')}
          </Button>
        )}
      </div>
      <div
        id={listId}
        className={groupClass[name]}
        data-best={isBest ? '' : undefined}
        {...(isTelevision() ? {} : { role: 'listbox', 'aria-labelledby': id })}
      >
        {children}
      </div>
    </section>
  )
}

function RecordedMatch({ title }: { readonly title: SearchResponse['recorded'][number] }) {
  return <LaterRecordedCard title={title} option={useOption(`found-recorded-${title.id}`)} />
}

function PosterMatch({
  film,
  recorded,
  eager,
}: {
  readonly film: SearchResponse['movies'][number]
  /** It can be watched from the archive of a channel. */
  readonly recorded: SearchResponse['recorded'][number] | undefined
  readonly eager: boolean
}) {
  const t = useSearchText()
  const option = useOption(`found-film-${film.vid}`)
  const inArchive = useRecordedNote(recorded)
  const note = film.found_by === '' ? inArchive : t('foundBy', { name: film.found_by })
  return <PosterCard film={film} eager={eager} note={note} option={option} />
}
