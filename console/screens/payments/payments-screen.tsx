import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import {
  consolePayments,
  paymentStates,
  paymentSystems,
  type PaymentRow,
} from '#contract/console/payments.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment, startOfDay } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { Day } from './day-field.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { stateTone, stateWord } from './money.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

/** `/payments?system=payme&state=paid&q=49000`. */
export function PaymentsScreen() {
  const t = usePaymentsText()
  const [address] = useSearchParams()
  const query = address.toString()
  const { data } = useCall(consolePayments.tasks, { which: 'to_do' })
  const open = data?.tasks.length ?? 0
  return (
    <Page
      title={t('title')}
      acts={
        <>
          <LinkButton href="/payments/refunds">
            {t('refundsOpen')}
            {open === 0 ? '' : ` · ${open}`}
          </LinkButton>
          <LinkButton href="/payments/statements">{t('statements')}</LinkButton>
          <LinkButton href="/payments/receipts">{t('receipts')}</LinkButton>
          <LinkButton href="/payments/closings">{t('closing')}</LinkButton>
          <LinkButton href="/payments/ledger">{t('ledger')}</LinkButton>
        </>
      }
    >
      <Filters />
      <Payments key={query} address={address} />
    </Page>
  )
}

const daySec = 86_400

function queryOf(address: URLSearchParams) {
  const pick = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((one) => one === address.get(name))
  const from = startOfDay(address.get('from') ?? '')
  const to = startOfDay(address.get('to') ?? '')
  const q = (address.get('q') ?? '').trim().slice(0, 64)
  const system = pick('system', paymentSystems)
  const state = pick('state', paymentStates)
  return {
    ...(q === '' ? {} : { q }),
    ...(system === undefined ? {} : { system }),
    ...(state === undefined ? {} : { state }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { until: to + daySec }),
  }
}

function Filters() {
  const t = usePaymentsText()
  const [address, setAddress] = useSearchParams()
  const set = (name: string, value: string) =>
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
    <search className={styles['filters']}>
      <SearchInput
        label={t('search')}
        hint={t('searchHint')}
        value={address.get('q') ?? ''}
        onChange={(value) => set('q', value)}
      />
      <Picker<string>
        isCompact
        label={t('system')}
        value={address.get('system') ?? ''}
        choices={[
          { value: '', label: t('anySystem') },
          ...paymentSystems.map((one) => ({ value: one, label: t(`system.${one}`) })),
        ]}
        onChange={(value) => set('system', value)}
      />
      <Picker<string>
        isCompact
        label={t('state')}
        value={address.get('state') ?? ''}
        choices={[
          { value: '', label: t('anyState') },
          ...paymentStates.map((one) => ({ value: one, label: t(`state.${one}`) })),
        ]}
        onChange={(value) => set('state', value)}
      />
      <div className={styles['days']}>
        <Day label={t('from')} day={address.get('from') ?? ''} onChange={(value) => set('from', value)} />
        <Day label={t('to')} day={address.get('to') ?? ''} onChange={(value) => set('to', value)} />
        {address.size === 0 ? null : (
          <Button look="quiet" onPress={() => setAddress(new URLSearchParams(), { replace: true })}>
            {t('clear')}
          </Button>
        )}
      </div>
    </search>
  )
}

function Payments({ address }: { readonly address: URLSearchParams }) {
  // The beginning of each page that is shown.
  const [pages, setPages] = useState<readonly string[]>([''])
  const query = queryOf(address)
  return (
    <>
      {pages.map((after, index) => (
        <PageOf
          key={after}
          query={query}
          after={after}
          isFiltered={address.size > 0}
          onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
        />
      ))}
    </>
  )
}

interface PageOfProps {
  readonly query: ReturnType<typeof queryOf>
  readonly after: string
  readonly isFiltered: boolean
  readonly onMore: ((next: string) => void) | undefined
}

function PageOf({ query, after, isFiltered, onMore }: PageOfProps) {
  const t = usePaymentsText()
  const input = { ...query, ...(after === '' ? {} : { after }) }
  const { data, error, refetch } = useCall(consolePayments.list, input)
  if (data === undefined)
    return error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />
  const { payments, next }: ResponseOf<typeof consolePayments.list> = data
  if (payments.length === 0)
    return <Empty text={isFiltered ? `${t('none')}. ${t('noneMore')}` : t('nonePaid')} />
  return (
    <>
      {after === '' ? <Heads /> : null}
      <ul className={styles['rows']} aria-label={t('list')}>
        {payments.map((one) => (
          <Row key={`${one.system}-${one.number}`} payment={one} />
        ))}
      </ul>
      {next === '' || onMore === undefined ? null : (
        <div>
          <Button onPress={() => onMore(next)}>{t('more')}</Button>
        </div>
      )}
    </>
  )
}

function Heads() {
  const t = usePaymentsText()
  return (
    <div className={styles['heads']} aria-hidden="true">
      {(['sum', 'system', 'state', 'subscriber', 'number', 'time'] as const).map((head) => (
        <span key={head}>{t(`head.${head}`)}</span>
      ))}
    </div>
  )
}

function Row({ payment }: { readonly payment: PaymentRow }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { system, number, amount, refunded, state } = payment
  const isPart = refunded > 0 && refunded < amount
  return (
    <li className={styles['row']}>
      <span className={styles['sum']}>
        <Link href={`/payments/${system}/${number}`}>{moneyIn(language, amount)}</Link>
      </span>
      <span>{t(`system.${system}`)}</span>
      <span>
        <Badge tone={stateTone(state)}>{t(stateWord(payment))}</Badge>
        {isPart ? <small> {t('refundedPart', { sum: moneyIn(language, refunded) })}</small> : null}
      </span>
      <span className={styles['number']}>
        {payment.abonement}
        {payment.name === '' ? null : <small>{payment.name}</small>}
      </span>
      <span className={styles['code']}>{payment.external_id}</span>
      <span className={styles['quiet']}>{formatMoment(payment.created_at, language, nowSec)}</span>
    </li>
  )
}
