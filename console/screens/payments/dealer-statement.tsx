import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleDealers, type ShownDealer, type ShownDealerEntry } from '#contract/console/dealers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { formatMoment, formatMonth, startOfDay } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import styles from './payments.module.css'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { useDealersText } from './dealers-text.ts'
import { CashBackForm } from './dealer-money-forms.tsx'
import { PrepareButton } from './dealer-payouts.tsx'

const pageRows = 50
const shownMonths = 24

/** The statement of a month, and its payout. */
export function StatementSection({
  dealer,
  today,
}: {
  readonly dealer: ShownDealer
  readonly today: string
}) {
  const t = useDealersText()
  const mayAct = useMay()('payments', 'act')
  const months = monthsUntil(today.slice(0, 7))
  const language = useLanguage()
  const [month, setMonth] = useState(today.slice(0, 7))
  return (
    <Section
      title={t('statement')}
      acts={
        <Picker<string>
          isCompact
          label={t('month')}
          value={month}
          choices={months.map((value) => ({ value, label: shownMonth(value, language) }))}
          onChange={setMonth}
        />
      }
    >
      <Statement dealerId={dealer.dealer_id} month={month} />
      {mayAct && month < today.slice(0, 7) ? (
        <div>
          <PrepareButton dealerId={dealer.dealer_id} month={month} />
        </div>
      ) : null}
    </Section>
  )
}

function monthsUntil(month: string): readonly string[] {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  return Array.from({ length: shownMonths }, (_, back) =>
    new Date(Date.UTC(year, nth - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

function shownMonth(month: string, language: StaffLanguage): string {
  return formatMonth(startOfDay(`${month}-01`) ?? 0, language)
}

/** All pages are read again after an act: none is missed or shown twice. */
function Statement({ dealerId, month }: { readonly dealerId: number; readonly month: string }) {
  const t = useDealersText()
  const input = { dealer_id: dealerId, month, limit: pageRows }
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(consoleDealers.statement, input),
    queryFn: ({ signal, pageParam: before }) =>
      call(consoleDealers.statement, { ...input, ...(before === 0 ? {} : { before }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ entries }) => (entries.length < pageRows ? undefined : entries.at(-1)?.entry_id),
  })
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  const [first] = data.pages
  const entries = data.pages.flatMap((page) => page.entries)
  return (
    <>
      {first === undefined ? null : (
        <>
          <Sums title={t('commissionAccount')} sums={first.commission} />
          <Sums title={t('depositAccount')} sums={first.deposit} />
        </>
      )}
      {entries.length === 0 ? <p className={styles['quiet']}>{t('entriesNone')}</p> : null}
      <ul className={styles['events']} aria-label={t('entries')}>
        {entries.map((entry) => (
          <EntryRow key={entry.entry_id} entry={entry} />
        ))}
      </ul>
      {hasNextPage ? (
        <div>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

type SumsOf = ResponseOf<typeof consoleDealers.statement>['deposit']

function Sums({ title, sums }: { readonly title: string; readonly sums: SumsOf }) {
  const t = useDealersText()
  const language = useLanguage()
  return (
    <div>
      <p className={styles['strong']}>{title}</p>
      <ul className={styles['events']}>
        <li>
          <span>{t('opening')}</span>
          <span className={styles['sum']}>{moneyIn(language, sums.opening)}</span>
        </li>
        {sums.kinds.map(({ kind, count, amount }) => (
          <li key={kind}>
            <span>
              {t(`entry.${kind}`)} <small>{t('quantity', { count: formatNumber(count) })}</small>
            </span>
            <span className={styles['sum']}>{moneyIn(language, amount)}</span>
          </li>
        ))}
        <li>
          <span className={styles['strong']}>{t('closing')}</span>
          <span className={styles['sum']}>{moneyIn(language, sums.closing)}</span>
        </li>
      </ul>
    </div>
  )
}

function EntryRow({ entry }: { readonly entry: ShownDealerEntry }) {
  const t = useDealersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('payments', 'act')
  const [isBack, setIsBack] = useState(false)
  const { kind, amount, abonement, base } = entry
  const isOfPayment = kind === 'commission' || kind === 'commission_back'
  const words = [
    formatMoment(entry.at, language, nowSec),
    ...(isOfPayment ? [t('base', { sum: moneyIn(language, base) })] : []),
    ...[entry.document, entry.reason, entry.by].filter((word) => word !== ''),
  ]
  return (
    <li>
      <span>
        {t(`entry.${kind}`)}{' '}
        {abonement === '' ? null : <Link href={`/subscribers/${entry.account_id}`}>{abonement}</Link>}
      </span>
      <span className={styles['sum']} data-in={amount > 0}>
        {moneyIn(language, amount)}
      </span>
      <span className={styles['quiet']}>{words.join(' · ')}</span>
      {kind === 'cash' && !entry.is_back && mayAct ? (
        <div className={styles['rowAct']}>
          <Button look="quiet" onPress={() => setIsBack(true)}>
            {t('cashBack')}
          </Button>
        </div>
      ) : null}
      {isBack ? <CashBackForm entry={entry} onClose={() => setIsBack(false)} /> : null}
    </li>
  )
}
