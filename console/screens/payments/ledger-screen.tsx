import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { consoleLedger } from '#contract/console/ledger.ts'
import { ledgerKinds, serviceAccounts } from '#contract/console/ledger-words.ts'
import { useCall } from '#console/session/queries.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { Day } from './day-field.tsx'
import { filterOf, type LedgerFilter } from './ledger-filter.ts'
import { LedgerFiles } from './ledger-files.tsx'
import { LedgerRow } from './ledger-row.tsx'
import { LedgerBalance, LedgerTotals } from './ledger-totals.tsx'
import { useLedgerText } from './ledger-text.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

/** `/payments/ledger?kind=charge&from=2026-11-01`: entries with what they are; `?entry=17`: one of them. */
export function LedgerScreen() {
  const t = useLedgerText()
  const names = usePaymentsText()
  const [address] = useSearchParams()
  const [isSaving, setIsSaving] = useState(false)
  const { filter, problem } = filterOf(address)
  const entry = /^[1-9]\d{0,14}$/.exec(address.get('entry') ?? '')?.[0]
  const query = JSON.stringify(filter)
  return (
    <Page
      title={entry === undefined ? t('title') : t('one', { number: entry })}
      text={t('text')}
      above={
        entry === undefined ? (
          <BackLink href="/payments" text={names('back')} />
        ) : (
          <BackLink href="/payments/ledger" text={t('title')} />
        )
      }
      acts={<Button onPress={() => setIsSaving(true)}>{t('files')}</Button>}
    >
      {entry === undefined ? (
        <>
          <Filters />
          {problem === undefined ? (
            <>
              <Entries key={query} input={filter} isFiltered={query !== '{}'} />
              <LedgerTotals filter={filter} />
              <LedgerBalance filter={filter} />
            </>
          ) : (
            <p className={styles['warn']} role="alert">
              {t(problem)}
            </p>
          )}
        </>
      ) : (
        <Entries key={entry} input={{ entry: Number(entry) }} isFiltered />
      )}
      {isSaving ? <LedgerFiles filter={filter} onClose={() => setIsSaving(false)} /> : null}
    </Page>
  )
}

function Filters() {
  const t = useLedgerText()
  const names = usePaymentsText()
  const [address, setAddress] = useSearchParams()
  const valueOf = (name: string) => address.get(name) ?? ''
  const set = (name: string) => (value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <search className={styles['ledgerFilters']}>
      {(['abonement', 'amount', 'reference'] as const).map((name) => (
        <SearchInput key={name} label={t(name)} value={valueOf(name)} onChange={set(name)} />
      ))}
      <Picker<string>
        isCompact
        label={t('kind')}
        value={valueOf('kind')}
        choices={[
          { value: '', label: t('anyKind') },
          ...ledgerKinds.map((one) => ({ value: one, label: names(`entryKind.${one}`) })),
        ]}
        onChange={set('kind')}
      />
      <Picker<string>
        isCompact
        label={t('account')}
        value={valueOf('account')}
        choices={[
          { value: '', label: t('anyAccount') },
          ...serviceAccounts.map((one) => ({ value: one, label: names(`account.${one}`) })),
        ]}
        onChange={set('account')}
      />
      <div className={styles['days']}>
        <Day label={names('from')} day={valueOf('from')} onChange={set('from')} />
        <Day label={names('to')} day={valueOf('to')} onChange={set('to')} />
        {address.size === 0 ? null : (
          <Button look="quiet" onPress={() => setAddress(new URLSearchParams(), { replace: true })}>
            {names('clear')}
          </Button>
        )}
      </div>
    </search>
  )
}

interface EntriesProps {
  readonly input: LedgerFilter | { readonly entry: number }
  readonly isFiltered: boolean
}

function Entries({ input, isFiltered }: EntriesProps) {
  // The beginning of each page that is shown.
  const [pages, setPages] = useState<readonly string[]>([''])
  return pages.map((after, index) => (
    <PageOf
      key={after}
      input={{ ...input, ...(after === '' ? {} : { after }) }}
      isFiltered={isFiltered}
      onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
    />
  ))
}

interface PageOfProps extends EntriesProps {
  readonly onMore: ((next: string) => void) | undefined
}

function PageOf({ input, isFiltered, onMore }: PageOfProps) {
  const t = useLedgerText()
  const names = usePaymentsText()
  const { data, error, refetch } = useCall(consoleLedger.list, input)
  if (data === undefined)
    return error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />
  const { entries, next } = data
  if (entries.length === 0) return <Empty text={t(isFiltered ? 'none' : 'nothing')} />
  return (
    <>
      <ul className={styles['rows']} aria-label={t('list')}>
        {entries.map((one) => (
          <LedgerRow key={one.ledger_entry_id} entry={one} />
        ))}
      </ul>
      {next === '' || onMore === undefined ? null : (
        <div>
          <Button onPress={() => onMore(next)}>{names('more')}</Button>
        </div>
      )}
    </>
  )
}
