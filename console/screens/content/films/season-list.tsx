import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, isTextDropItem, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { useLanguage } from '#console/session/preferences.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Badge } from '#console/ui/page.tsx'
import { EpisodeMenu } from './episode-menu.tsx'
import { type Episode, type Season, numberAt, writeLength, writeNumbers } from './episode-values.ts'
import { useEpisodesText } from './episodes-text.ts'
import { useWindowWords } from './window-state.tsx'
import styles from './episodes.module.css'

/** Only episodes of this page are dropped into a season. */
const dragType = 'ekran-episode'

interface SeasonListProps {
  readonly vid: number
  readonly season: Season
  readonly mayEdit: boolean
  readonly isDisabled: boolean
  readonly onPlace: (id: number, season: number, number: number | null) => void
  readonly onOpen: (what: 'edit' | 'move' | 'away' | 'windows', id: number) => void
}

/** The episodes of a season: moved by dragging and by the keyboard, also into another season, and by a menu. */
export function SeasonList({ vid, season, mayEdit, isDisabled, onPlace, onOpen }: SeasonListProps) {
  const t = useEpisodesText()
  const nameOf = useEpisodeName()
  const drop = (id: number, on: number, isBefore: boolean) => {
    const number = numberAt(season, id, { on, isBefore })
    if (number !== undefined) onPlace(id, season.number, number)
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [dragType]: String(key) })),
    acceptedDragTypes: [dragType],
    getDropOperation: () => 'move',
    onReorder: ({ keys, target }) => {
      for (const key of keys) drop(Number(key), Number(target.key), target.dropPosition === 'before')
    },
    onInsert: ({ items, target }) => {
      void droppedOf(items).then((id) => {
        if (id !== undefined) drop(id, Number(target.key), target.dropPosition === 'before')
      })
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles['dropPlace'] ?? ''} />,
  })
  return (
    <GridList
      aria-label={t('season', { number: season.number })}
      className={styles['rows'] ?? ''}
      {...(mayEdit ? { dragAndDropHooks } : {})}
      keyboardNavigationBehavior="tab"
    >
      {season.episodes.map((episode) => (
        <GridListItem
          key={episode.id}
          id={episode.id}
          textValue={nameOf(episode)}
          className={styles['row'] ?? ''}
        >
          {mayEdit ? (
            <IconButton icon="drag" slot="drag" label={t('drag', { name: nameOf(episode) })} />
          ) : null}
          <strong className={styles['number']}>{writeNumbers(episode)}</strong>
          <EpisodeFacts vid={vid} episode={episode} name={nameOf(episode)} />
          {mayEdit ? (
            <EpisodeMenu
              vid={vid}
              season={season}
              episode={episode}
              name={nameOf(episode)}
              isDisabled={isDisabled}
              onPlace={(number) => onPlace(episode.id, season.number, number)}
              onOpen={(what) => onOpen(what, episode.id)}
            />
          ) : null}
        </GridListItem>
      ))}
    </GridList>
  )
}

interface NewSeasonProps {
  readonly number: number
  readonly onPlace: (id: number) => void
}

/** Where an episode is dropped to begin a season. */
export function NewSeason({ number, onPlace }: NewSeasonProps) {
  const t = useEpisodesText()
  const { dragAndDropHooks } = useDragAndDrop({
    acceptedDragTypes: [dragType],
    getDropOperation: () => 'move',
    onRootDrop: ({ items }) => {
      void droppedOf(items).then((id) => {
        if (id !== undefined) onPlace(id)
      })
    },
  })
  return (
    <GridList
      aria-label={t('newSeason', { number })}
      className={styles['newSeason'] ?? ''}
      dragAndDropHooks={dragAndDropHooks}
      renderEmptyState={() => t('dropHere', { number })}
    >
      {[]}
    </GridList>
  )
}

type DroppedItems = Parameters<NonNullable<Parameters<typeof useDragAndDrop>[0]['onRootDrop']>>[0]['items']

/** The id of the episode that was dropped. */
async function droppedOf(items: DroppedItems): Promise<number | undefined> {
  const item = items.filter(isTextDropItem).find(({ types }) => types.has(dragType))
  return item === undefined ? undefined : Number(await item.getText(dragType))
}

function useEpisodeName(): (episode: Episode) => string {
  const t = useEpisodesText()
  const language = useLanguage()
  return (episode) => {
    const { name_ru: ru, name_uz: uz, number, last_number: last } = episode
    const name = language === 'uz' ? uz || ru : ru || uz
    return name || (last > number ? t('namelessSeveral', { number, last }) : t('nameless', { number }))
  }
}

/** What the windows of a part of a series say now; nothing where it has none. */
export function WindowBadge({ window }: { readonly window: Episode['window'] }) {
  const words = useWindowWords()
  if (window.state === 'always') return null
  return <Badge tone={window.state === 'open' ? 'good' : 'warn'}>{words(window)}</Badge>
}

interface EpisodeFactsProps {
  readonly vid: number
  readonly episode: Episode
  readonly name: string
}

function EpisodeFacts({ vid, episode, name }: EpisodeFactsProps) {
  const t = useEpisodesText()
  const { source, duration_sec: seconds } = episode
  return (
    <div className={styles['facts']}>
      <span>{name}</span>
      <div className={styles['badges']}>
        {seconds > 0 ? <small>{writeLength(seconds)}</small> : null}
        {episode.is_ready ? null : <Badge tone="warn">{t('notReady')}</Badge>}
        {episode.is_hidden ? <Badge>{t('hidden')}</Badge> : null}
        <WindowBadge window={episode.window} />
        {episode.is_edited ? <Badge>{t('edited')}</Badge> : null}
        {source === null ? null : (
          <small>
            {source.vid === vid
              ? t('fromFile', { season: source.season, number: source.number })
              : t('fromSeries')}
          </small>
        )}
      </div>
    </div>
  )
}
