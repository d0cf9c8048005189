/** The rows of a table that differ, each with what it changes; each can be chosen. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { tableDraftViews, tableItemsAtOnce } from '#contract/console/tables.ts'
import { useDraftView } from '#console/changes/use-draft-view.ts'
import { FieldDifferences } from '#console/changes/field-differences.tsx'
import { type Selection, everything, isChosen, nothing, toggle } from '#console/changes/selection.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import type { TableSubject } from '#console/tables/download-table.ts'
import { useTablesText } from '#console/tables/tables-text.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { type TablePart, subjects } from './subjects.ts'
import styles from './tables.module.css'

type View = (typeof tableDraftViews)[number]

/** Which view the address asks for: `?show=marked`. */
export const useTableView = () => useDraftView<View>(tableDraftViews)

/** A draft with its items in a view, piece by piece. */
export function useTable(subject: TableSubject, draftId: number, view: View) {
  const { one } = subjects[subject].endpoints
  return useInfiniteQuery({
    queryKey: keyOf(one, { draftId, view }),
    queryFn: ({ signal, pageParam }) =>
      call(one, { draft_id: draftId, view, from_item: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items }) =>
      items.length < tableItemsAtOnce ? undefined : (items.at(-1)?.item ?? 0) + 1,
    placeholderData: (before) => before,
  })
}

interface TableItemsProps {
  readonly subject: TableSubject
  readonly draftId: number
  readonly counts: TablePart['counts']
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly mayEdit: boolean
}

export function TableItems({ subject, draftId, counts, selection, onSelect, mayEdit }: TableItemsProps) {
  const t = useTablesText()
  const [view, setView] = useTableView()
  return (
    <>
      <ViewChips<View>
        label={t('view')}
        views={tableDraftViews
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
      <Items key={view} {...{ subject, draftId, view, count: counts[view], selection, onSelect, mayEdit }} />
    </>
  )
}

interface ItemsProps extends Omit<TableItemsProps, 'counts'> {
  readonly view: View
  /** How many items the view has. */
  readonly count: number
}

function Items({ subject, draftId, view, count, selection, onSelect, mayEdit }: ItemsProps) {
  const t = useTablesText()
  const { data, error, refetch, fetchNextPage, hasNextPage, isPlaceholderData, isFetchingNextPage } =
    useTable(subject, draftId, view)
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
            isChosen={isChosen(selection, item.item, item.kind === 'gone')}
            {...(mayEdit
              ? { onToggle: () => onSelect(toggle(selection, item.item, item.kind === 'gone')) }
              : {})}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('more', { count: Math.min(count - items.length, tableItemsAtOnce) })}
        </Button>
      ) : null}
    </>
  )
}

const tones = { new: 'good', changed: 'plain', gone: 'warn' } as const

interface ItemProps {
  readonly item: TablePart['items'][number]
  readonly isChosen: boolean
  /** Absent: it cannot be chosen. */
  readonly onToggle?: () => void
}

function Item({ item, isChosen: checked, onToggle }: ItemProps) {
  const t = useTablesText()
  const { kind, row, label, marks, similar_to: similarTo, before, after } = item
  const isGone = kind === 'gone'
  return (
    <li>
      {onToggle === undefined ? null : (
        <input
          type="checkbox"
          aria-label={t(isGone ? 'hide' : 'choose', { name: label })}
          checked={checked}
          onChange={onToggle}
        />
      )}
      <div>
        <p className={styles['label']}>
          <strong>{label}</strong>
          <Badge tone={tones[kind]}>{t(`kind.${kind}`)}</Badge>
          {marks.map((mark) => (
            <Badge key={mark} tone="warn">
              {t(`mark.${mark}`, { name: similarTo })}
            </Badge>
          ))}
          {row === 0 ? null : <small>{t('row', { row })}</small>}
        </p>
        {isGone ? (
          <small>{t('goneHint')}</small>
        ) : (
          <FieldDifferences before={before ?? emptyOf(after)} after={after} />
        )}
      </div>
    </li>
  )
}

/** A new row is shown with all that it brings. */
function emptyOf(after: ItemProps['item']['after']) {
  return Object.fromEntries(Object.keys(after ?? {}).map((name) => [name, '']))
}
