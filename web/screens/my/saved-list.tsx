/** One list of saved items: its states, selection, and removal with undo. */
import { useState, type ReactNode } from 'react'
import { pathOf, type MySlug, type PageName } from '#contract/form/pages.ts'
import { useNearEnd } from '#web/ui/scroll/use-near-end.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { EmptyCard, RetryCard, RetryLine } from '#web/ui/cards/state-card.tsx'
import type { Leftover } from './delayed-removal.ts'
import { SavedCard, SavedSkeleton, type CardProps, type CardShape } from './saved-card.tsx'
import { useMyText } from './my-text.ts'
import { UndoBar } from './undo-bar.tsx'
import { useRemoval } from './use-removal.ts'
import styles from './my-screen.module.css'

const places = Array.from({ length: 8 }, (_, index) => String(index))
/** Lists on the server; downloads are stored on this device only. */
type SavedSlug = Exclude<MySlug, 'downloads' | 'recordings' | 'shows'>
/** The page linked from the empty list. */
const beginnings: Record<SavedSlug, PageName> = {
  favorites: 'newMovies',
  history: 'home',
  channels: 'tv',
  reminders: 'tv',
}

interface SavedListProps<Item> {
  readonly slug: SavedSlug
  readonly shape: CardShape
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => number
  readonly lookOf: (item: Item) => CardProps
  /** A text with the number of items. */
  readonly count: (count: number) => string
  /** null until the list has loaded. */
  readonly total: number | null
  readonly isLoading: boolean
  /** Why loading failed: the server's message, or ''; null when it succeeded. */
  readonly failure: string | null
  readonly hasMore: boolean
  readonly onMore: () => void
  /** Removes permanently; returns the items that could not be removed. */
  readonly onRemove: (ids: readonly number[]) => Promise<Leftover | null>
  /** Further actions on the whole list. */
  readonly tools?: ReactNode
}

export function SavedList<Item>(props: SavedListProps<Item>) {
  const { slug, shape, items, idOf, lookOf, total, isLoading, failure, hasMore, onMore } = props
  const t = useMyText()
  const removal = useRemoval(props.onRemove)
  const [selecting, setSelecting] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const end = useNearEnd(hasMore && !isLoading && failure === null, onMore)
  const shown = items.filter((item) => !removal.hides(idOf(item)))
  const undo = (
    <UndoBar
      count={removal.waiting.length}
      onUndo={() => removal.undo()}
      onHold={() => removal.hold()}
      onRelease={() => removal.release()}
    />
  )
  const stop = () => {
    setSelecting(false)
    setSelected(new Set())
  }
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const remove = () => {
    removal.remove(shown.map(idOf).filter((id) => selected.has(id)))
    stop()
  }
  if (failure !== null && total === null)
    return <RetryCard onRetry={onMore} message={failure === '' ? undefined : failure} />
  if (total !== null && shown.length === 0 && !hasMore)
    return (
      <>
        <EmptyCard title={t(`empty.${slug}`)} text={t(`emptyText.${slug}`)}>
          <ButtonLink to={pathOf(beginnings[slug])}>{t(`emptyAction.${slug}`)}</ButtonLink>
        </EmptyCard>
        {undo}
      </>
    )
  return (
    <>
      <Tools
        count={total === null ? ' ' : props.count(total - (items.length - shown.length))}
        selected={selecting ? selected.size : null}
        isLoaded={total !== null}
        onSelect={() => setSelecting(true)}
        onSelectAll={() => setSelected(new Set(shown.map(idOf)))}
        onRemove={remove}
        onStop={stop}
      >
        {props.tools}
      </Tools>
      <ul className={classes(styles.grid, styles[shape])} data-grid="">
        {shown.map((item) => {
          const id = idOf(item)
          return (
            <li key={id}>
              <SavedCard
                shape={shape}
                look={lookOf(item)}
                selected={selecting ? selected.has(id) : null}
                onToggle={() => toggle(id)}
              />
            </li>
          )
        })}
        {(total === null || isLoading) &&
          places.map((place) => (
            <li key={place}>
              <SavedSkeleton shape={shape} />
            </li>
          ))}
      </ul>
      <div ref={end} className={styles.end}>
        {failure !== null && <RetryLine onRetry={onMore} message={failure === '' ? undefined : failure} />}
        {failure === null && !isLoading && hasMore && <Button onClick={onMore}>{t('more')}</Button>}
      </div>
      {undo}
    </>
  )
}

interface ToolsProps {
  readonly count: string
  /** The number of selected items; null while not selecting. */
  readonly selected: number | null
  readonly isLoaded: boolean
  readonly onSelect: () => void
  readonly onSelectAll: () => void
  readonly onRemove: () => void
  readonly onStop: () => void
  readonly children: ReactNode
}

/** The actions on the list and on the selected items. */
function Tools({ count, selected, isLoaded, children, ...act }: ToolsProps) {
  const t = useMyText()
  return (
    <div className={styles.tools} data-row="">
      <p className={styles.count} role="status">
        {selected === null ? count : t('selected', { count: selected })}
      </p>
      {isLoaded && selected === null && (
        <>
          <Button onClick={act.onSelect}>{t('select')}</Button>
          {children}
        </>
      )}
      {selected !== null && (
        <>
          <Button onClick={act.onSelectAll}>{t('selectAll')}</Button>
          <Button icon="trash" variant="primary" disabled={selected === 0} onClick={act.onRemove}>
            {t('remove')}
          </Button>
          <Button onClick={act.onStop}>{t('cancel')}</Button>
        </>
      )}
    </div>
  )
}
