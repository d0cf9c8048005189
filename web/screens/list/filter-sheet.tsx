import { useState } from 'react'
import { useCall } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FilterPanel } from './filter-panel.tsx'
import {
  inputOf,
  isFiltered,
  noFilters,
  type Filters,
  type ListKind,
} from '#web/features/films/list-filters.ts'
import { useListText } from '#web/features/films/list-text.ts'
import { useFilmCalls } from '#web/features/films/use-films.ts'
import { useFilterOptions } from './use-filter-options.ts'
import styles from './filter-sheet.module.css'

interface FilterSheetProps {
  readonly open: boolean
  readonly kind: ListKind
  readonly category: number | undefined
  readonly filters: Filters
  readonly onApply: (filters: Filters) => void
  readonly onClose: () => void
}

/**
 * The filters over the list, from below on a phone and from the right on a television; the choice is applied by
 * the button below the filters.
 */
export function FilterSheet(props: FilterSheetProps) {
  const t = useListText()
  return (
    <Dialog className={styles.sheet} open={props.open} title={t('filters')} onClose={props.onClose}>
      <Inside {...props} />
    </Dialog>
  )
}

function Inside({ kind, category, filters, onApply }: FilterSheetProps) {
  const t = useListText()
  const [draft, setDraft] = useState(filters)
  const { total, facets } = useLeft(draft, kind, category)
  const options = useFilterOptions(draft, facets)
  const shown = total === null ? t('show') : t('showCount', { count: total })
  return (
    <>
      <div className={styles.groups} data-filters="sheet">
        <FilterPanel
          kind={kind}
          filters={draft}
          options={options}
          withOrder
          onChange={(field, value) => setDraft({ ...draft, [field]: value })}
        />
      </div>
      <div className={styles.actions} data-row="">
        <Button variant="primary" disabled={total === 0} onClick={() => onApply(draft)}>
          {shown}
        </Button>
        {isFiltered(draft) && (
          <Button onClick={() => setDraft({ ...noFilters, order: draft.order })}>{t('resetShort')}</Button>
        )}
        <span className="spoken" role="status">
          {shown}
        </span>
      </div>
    </>
  )
}

/** How many titles the draft would match; the previous number is shown while the new one loads. */
function useLeft(draft: Filters, kind: ListKind, category: number | undefined) {
  const { list } = useFilmCalls()
  const state = useCall(list, { ...inputOf(draft, kind, category), limit: 1, facets: 1 })
  const response = state.kind === 'ok' ? state.data : null
  const [last, setLast] = useState(response)
  if (response !== null && response !== last) setLast(response)
  return { total: response?.total ?? null, facets: (response ?? last)?.facets ?? null }
}
