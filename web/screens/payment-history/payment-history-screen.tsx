/** `/cabinet/payment-history`: payments and charges by month, each with its receipt (CAB-02, PAY-09). */
import { useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import type { EntryKind } from '#contract/billing/payments-history.ts'
import { useSearchParams } from '#web/router/router.ts'
import { useNearEnd } from '#web/ui/scroll/use-near-end.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chips } from '#web/ui/controls/chips.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard, RetryLine } from '#web/ui/cards/state-card.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { HistoryMonths } from './history-months.tsx'
import { useHistoryText } from './history-text.ts'
import { useHistory, type Entry } from './use-history.ts'
import { SubPage, SubPageTitle } from '#web/ui/page/sub-page.tsx'
import styles from './payment-history-screen.module.css'

/** The kinds offered by the filter; rare kinds are found under "everything". */
const filters = [
  ['charge', 'charges'],
  ['top_up', 'topUps'],
  ['promotion', 'gifts'],
  ['refund', 'refunds'],
] as const
const places = ['1', '2', '3', '4']

export function PaymentHistoryScreen() {
  const t = useHistoryText()
  const [kind, choose] = useKind()
  const history = useHistory(kind)
  const [shown, setShown] = useState<Entry | null>(null)
  const { first, items } = history
  return (
    <SubPage back={{ to: pathOf('cabinet'), name: t('back') }} className={styles.screen}>
      <SubPageTitle className={styles.title}>{t('title')}</SubPageTitle>
      <Chips
        label={t('filter')}
        chosen={kind ?? ''}
        options={[
          { value: '', name: t('all') },
          ...filters.map(([value, name]) => ({ value, name: t(name) })),
        ]}
        onChoose={choose}
      />
      {first.kind === 'loading' && places.map((place) => <Skeleton key={place} className={styles.waiting} />)}
      {(first.kind === 'refused' || first.kind === 'unreachable') && <RetryCard onRetry={first.retry} />}
      {first.kind === 'ok' && items.length === 0 && (
        <EmptyCard
          title={t(kind === null ? 'empty' : 'emptyFilter')}
          text={kind === null ? t('emptyText') : undefined}
        />
      )}
      <HistoryMonths items={items} onReceipt={setShown} />
      <End history={history} />
      <ReceiptDialog entry={shown} onClose={() => setShown(null)} />
    </SubPage>
  )
}

/** The filter is part of the address, so that a reload and Back keep it. */
function useKind(): readonly [EntryKind | null, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const request = params.get('kind')
  const kind = filters.find(([value]) => value === request)?.[0] ?? null
  const choose = (value: string) =>
    setParams(value === '' ? {} : { kind: value }, { replace: true, preventScrollReset: true })
  return [kind, choose]
}

function End({ history }: { readonly history: ReturnType<typeof useHistory> }) {
  const t = useHistoryText()
  const { hasMore, isLoading, failed, more } = history
  const end = useNearEnd(hasMore && !isLoading && !failed, more)
  return (
    <div ref={end} className={styles.end}>
      {failed && <RetryLine onRetry={more} />}
      {hasMore && !failed && (
        <Button disabled={isLoading} onClick={more}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
