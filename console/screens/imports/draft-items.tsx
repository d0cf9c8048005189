/** The items of a draft with what each changes; each can be chosen. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleImports, draftItemsAtOnce, draftViews } from '#contract/console/imports.ts'
import { useDraftView } from '#console/changes/use-draft-view.ts'
import { FieldDifferences } from '#console/changes/field-differences.tsx'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import type { DraftPart } from './draft-part.ts'
import { useImportsText } from './imports-text.ts'
import { everything, isChosen, nothing, type Selection, toggle } from '#console/changes/selection.ts'
import styles from './imports.module.css'

type Item = DraftPart['items'][number]
type View = (typeof draftViews)[number]
const shownAtOnce = 200

/** Which view the address asks for: `?show=marked`. */
export const useListView = () => useDraftView<View>(draftViews)

/** A draft with its items in a view, piece by piece. */
export function useDraft(draftId: number, view: View) {
  return useInfiniteQuery({
    queryKey: keyOf(consoleImports.one, { draftId, view }),
    queryFn: ({ signal, pageParam }) =>
      call(consoleImports.one, { draft_id: draftId, view, from_item: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items }) =>
      items.length < draftItemsAtOnce ? undefined : (items.at(-1)?.item ?? 0) + 1,
    placeholderData: (before) => before,
  })
}

interface DraftItemsProps {
  readonly draftId: number
  readonly counts: DraftPart['counts']
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly mayEdit: boolean
}

export function DraftItems({ draftId, counts, selection, onSelect, mayEdit }: DraftItemsProps) {
  const t = useImportsText()
  const [view, setView] = useListView()
  return (
    <>
      <ViewChips<View>
        label={t('view')}
        views={draftViews
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
      <ItemList key={view} {...{ draftId, view, count: counts[view], selection, onSelect, mayEdit }} />
    </>
  )
}

interface ItemListProps extends Omit<DraftItemsProps, 'counts'> {
  readonly view: View
  /** How many items the view has. */
  readonly count: number
}

function ItemList({ draftId, view, count, selection, onSelect, mayEdit }: ItemListProps) {
  const t = useImportsText()
  const [limit, setLimit] = useState(shownAtOnce)
  const { data, error, refetch, fetchNextPage, hasNextPage, isPlaceholderData, isFetchingNextPage } =
    useDraft(draftId, view)
  if (data === undefined || isPlaceholderData)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  const items = data.pages.flatMap((page) => page.items)
  const further = count - Math.min(limit, items.length)
  const showMore = () => {
    setLimit(limit + shownAtOnce)
    if (items.length < limit + shownAtOnce && hasNextPage) void fetchNextPage()
  }
  return (
    <>
      <ul className={styles['items']}>
        {items.slice(0, limit).map((item) => (
          <DraftItem
            key={item.item}
            item={item}
            isChosen={isChosen(selection, item.item, item.kind === 'gone')}
            {...(mayEdit && item.kind !== 'follows'
              ? { onToggle: () => onSelect(toggle(selection, item.item, item.kind === 'gone')) }
              : {})}
          />
        ))}
      </ul>
      {further > 0 ? (
        <Button isPending={isFetchingNextPage} onPress={showMore}>
          {t('more', { count: Math.min(further, shownAtOnce) })}
        </Button>
      ) : null}
    </>
  )
}

const tones = { new: 'good', changed: 'plain', gone: 'warn', follows: 'plain' } as const

interface DraftItemProps {
  readonly item: Item
  readonly isChosen: boolean
  /** Absent: it cannot be chosen. */
  readonly onToggle?: () => void
}

function DraftItem({ item, isChosen: checked, onToggle }: DraftItemProps) {
  const t = useImportsText()
  const { kind, label, marks, similar_to: similarTo, before, after } = item
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
          {kind === 'new' && after?.['is_radio'] === true ? <Badge>{t('radio')}</Badge> : null}
          {marks.map((mark) => (
            <Badge key={mark} tone="warn">
              {t(`mark.${mark}`, { name: similarTo })}
            </Badge>
          ))}
        </p>
        {kind === 'new' ? <Sources of={after} /> : null}
        {isGone ? <small>{t('goneHint')}</small> : <FieldDifferences before={before} after={after} />}
      </div>
    </li>
  )
}

/** The addresses of a new channel. */
function Sources({ of }: { readonly of: Item['after'] }) {
  const t = useImportsText()
  const sources = of?.['sources']
  const urls = Array.isArray(sources)
    ? sources.flatMap((source: unknown) =>
        typeof source === 'object' && source !== null && 'url' in source ? [String(source.url)] : [],
      )
    : []
  return urls.length === 0 ? null : <small>{t('sourcesOf', { sources: urls.join(', ') })}</small>
}
