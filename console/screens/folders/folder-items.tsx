/** What a folder would change, item by item: why it is understood so, and what deserves a look. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { consoleFolders, folderItemsAtOnce, folderViews } from '#contract/console/folders.ts'
import { useDraftView } from '#console/changes/use-draft-view.ts'
import { FieldDifferences } from '#console/changes/field-differences.tsx'
import { isNamed, useChangeText } from '#console/changes/change-text.ts'
import { type Selection, everything, isChosen, nothing, toggle } from '#console/changes/selection.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import type { Corrected } from './correct-dialog.tsx'
import { type FolderItem, type FolderPart, useFoldersText } from './folders-text.ts'
import styles from './folders.module.css'

type View = (typeof folderViews)[number]

/** Which view the address asks for: `?show=marked`. */
export const useFolderView = () => useDraftView<View>(folderViews)

/** A draft with its items in a view, piece by piece. */
export function useFolder(draftId: number, view: View) {
  return useInfiniteQuery({
    queryKey: keyOf(consoleFolders.one, { draftId, view }),
    queryFn: ({ signal, pageParam }) =>
      call(consoleFolders.one, { draft_id: draftId, view, from_item: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items }) =>
      items.length < folderItemsAtOnce ? undefined : (items.at(-1)?.item ?? 0) + 1,
    placeholderData: (before) => before,
  })
}

interface FolderItemsProps {
  readonly draftId: number
  readonly counts: FolderPart['counts']
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly mayEdit: boolean
  /** Absent: nothing can be corrected now. */
  readonly onCorrect?: (corrected: Corrected) => void
}

export function FolderItems({ counts, ...props }: FolderItemsProps) {
  const t = useFoldersText()
  const [view, setView] = useFolderView()
  const { selection, onSelect, mayEdit } = props
  return (
    <>
      <ViewChips<View>
        label={t('view')}
        views={folderViews
          .filter((one) => one === view || counts[one] > 0)
          .map((name) => ({ name, text: t(`count.${name}`, { count: counts[name] }) }))}
        chosen={view}
        onChoose={setView}
      />
      {mayEdit ? (
        <div className={styles['choices']}>
          <Button look="quiet" onPress={() => onSelect({ ...everything, gone: selection.gone })}>
            {t('chooseAll')}
          </Button>
          <Button look="quiet" onPress={() => onSelect(nothing)}>
            {t('chooseNone')}
          </Button>
        </div>
      ) : null}
      <Items key={view} {...props} view={view} count={counts[view]} />
    </>
  )
}

interface ItemsProps extends Omit<FolderItemsProps, 'counts'> {
  readonly view: View
  /** How many items the view has. */
  readonly count: number
}

function Items({ draftId, view, count, selection, onSelect, mayEdit, onCorrect }: ItemsProps) {
  const t = useFoldersText()
  const { data, error, refetch, fetchNextPage, hasNextPage, isPlaceholderData, isFetchingNextPage } =
    useFolder(draftId, view)
  if (data === undefined || isPlaceholderData)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  const items = data.pages.flatMap((page) => page.items)
  return (
    <>
      <ul className={styles['items']}>
        {items.map((item) => (
          <Item
            key={item.item}
            item={item}
            isChosen={isChosen(selection, item.item, false)}
            {...(mayEdit && item.kind !== 'gone'
              ? { onToggle: () => onSelect(toggle(selection, item.item, false)) }
              : {})}
            {...(onCorrect === undefined ? {} : { onCorrect })}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('more', { count: Math.min(count - items.length, folderItemsAtOnce) })}
        </Button>
      ) : null}
    </>
  )
}

const tones = { new: 'good', changed: 'plain', gone: 'warn' } as const

interface ItemProps {
  readonly item: FolderItem
  readonly isChosen: boolean
  /** Absent: it cannot be chosen. */
  readonly onToggle?: () => void
  readonly onCorrect?: (corrected: Corrected) => void
}

function Item({ item, isChosen: checked, onToggle, onCorrect }: ItemProps) {
  const t = useFoldersText()
  const { kind, what, label, path, marks, similar_to: similarTo, guess } = item
  return (
    <li>
      {onToggle === undefined ? null : (
        <label className={styles['check']}>
          <input
            type="checkbox"
            aria-label={t('choose', { name: label })}
            checked={checked}
            onChange={onToggle}
          />
        </label>
      )}
      <div>
        <p className={styles['label']}>
          <strong>{label}</strong>
          <small>{t(`what.${what}`)}</small>
          <Badge tone={tones[kind]}>{t(`kind.${kind}`)}</Badge>
          {marks.map((mark) => (
            <Badge key={mark} tone="warn">
              {t(`mark.${mark}`, { name: mark === 'double' ? fileNameOf(similarTo) : similarTo })}
            </Badge>
          ))}
        </p>
        {what === 'series' ? null : <small className={styles['path']}>{path}</small>}
        <Reasons item={item} />
        <Differences item={item} />
        {onCorrect !== undefined && what !== 'series' && kind !== 'gone' ? (
          <Button
            look="quiet"
            aria-label={t('correctOne', { name: label })}
            onPress={() => onCorrect({ path, guess })}
          >
            {t('correct')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** `Season 2, from the folder “Season 02”`. */
function Reasons({ item: { reasons } }: { readonly item: FolderItem }) {
  const t = useFoldersText()
  if (reasons.length === 0) return null
  return (
    <ul className={styles['reasons']}>
      {reasons.map(({ what, value, from, by }) => {
        const isKind = what === 'kind'
        const says = isKind
          ? t(value === 'episode' ? 'what.episode' : 'what.film')
          : t(`reason.${what}`, { value })
        const source = by === '' && from === 'name' ? t('from.plain') : t(`from.${from}`, { by })
        return (
          <li key={`${what} ${value} ${by}`}>
            <span>{says}</span> <small>{source}</small>
          </li>
        )
      })}
    </ul>
  )
}

function Differences({ item }: { readonly item: FolderItem }) {
  const t = useFoldersText()
  const names = useChangeText()
  const { kind, vid, before, after, locked, marks } = item
  if (kind === 'gone')
    return (
      <small>
        {t(marks.includes('otherwise') ? 'goneOtherwise' : 'goneHint')}{' '}
        {vid === null ? null : <Link href={`/films/${vid}`}>{t('openFilm')}</Link>}
      </small>
    )
  const fieldName = (name: string) => {
    const key = `field.${name}`
    return isNamed(key) ? names(key as 'field.number') : name
  }
  return (
    <>
      {before === null ? (
        <details className={styles['brings']}>
          <summary>{t('fields')}</summary>
          <FieldDifferences before={emptyOf(after)} after={after} />
        </details>
      ) : (
        <FieldDifferences before={before} after={after} />
      )}
      {locked.length === 0 ? null : (
        <small>{t('locked', { fields: locked.map(fieldName).join(', ') })}</small>
      )}
    </>
  )
}

function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A new title is shown with all that it brings. */
function emptyOf(after: FolderItem['after']) {
  return Object.fromEntries(Object.keys(after ?? {}).map((name) => [name, '']))
}
