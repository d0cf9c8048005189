import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { useCall, type CallState } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TariffSign } from '#web/ui/cards/tariff-sign.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import type { TariffBought } from '#web/payment/flow/bill.ts'
import { sumsToPay } from '#web/payment/flow/card-rules.ts'
import { closePayment } from '#web/payment/flow/open-payment.ts'
import { usePaymentText } from '#web/payment/flow/payment-text.ts'
import type { PaymentFlow } from '#web/payment/flow/use-payment-flow.ts'
import { FormProblem } from './bill-head.tsx'
import styles from '#web/payment/flow/payment.module.css'

interface WhatTariffProps {
  readonly tariffId: number
  readonly virtualTariffId: number | undefined
  readonly flow: PaymentFlow
}

type Period = ResponseOf<typeof subscriptions.list>['subscriptions']['item'][number]
type Cost = ResponseOf<typeof subscriptions.cost>

/** The period, its price, and the missing amount: what the server will charge. */
export function WhatTariff({ tariffId, virtualTariffId, flow }: WhatTariffProps) {
  const t = usePaymentText()
  const language = useLanguage()
  const list = useCall(subscriptions.list, { tariff_id: tariffId })
  const tariff = useTariff(tariffId)
  const name = tariff?.[`name_${language}`] ?? ''
  const [chosen, setChosen] = useState(virtualTariffId)
  if (list.kind === 'loading') return <Skeleton className={styles.waiting} />
  if (list.kind === 'unreachable') return <RetryLine onRetry={list.retry} />
  if (list.kind === 'refused') return <FormProblem message={list.message} />
  const periods = list.data.subscriptions.item
  const period = periods.find((one) => one.virtual_tariff_id === chosen) ?? periods[0]
  if (period === undefined) return <FormProblem message={t('tryAgain')} />
  return (
    <div className={styles.form}>
      <div className={styles.signed}>
        {tariff !== undefined && <TariffSign look={tariff.look} />}
        <p className={styles.name}>{name}</p>
      </div>
      {periods.length > 1 && (
        <div className={styles.chips} role="group" aria-label={t('period')} data-row="">
          {periods.map((one) => (
            <button
              key={one.virtual_tariff_id}
              type="button"
              className={styles.chip}
              aria-pressed={one === period}
              disabled={flow.busy}
              onClick={() => setChosen(one.virtual_tariff_id)}
            >
              {one.name} · {formatMoney(one.price, language)}
            </button>
          ))}
        </div>
      )}
      <PeriodCost period={period} name={name} flow={flow} />
    </div>
  )
}

/** The tariff with its name and look; undefined until it has loaded. */
function useTariff(tariffId: number) {
  const tariffs = useCall(subscriptions.tariffs, {})
  const all = tariffs.kind === 'ok' ? tariffs.data.tariffs.item : []
  return all.find((one) => one.tariff_id === tariffId)
}

interface PeriodCostProps {
  readonly period: Period
  /** The tariff's own. */
  readonly name: string
  readonly flow: PaymentFlow
}

function PeriodCost({ period, name, flow }: PeriodCostProps) {
  const t = usePaymentText()
  const { cost, replace } = useCost(period)
  if (cost.kind === 'loading') return <p className={styles.hint}>{t('loading')}</p>
  if (cost.kind === 'unreachable') return <RetryLine onRetry={cost.retry} />
  if (cost.kind === 'refused') {
    const isThere = cost.failure === 'already_connected'
    return (
      <>
        <p className={isThere ? styles.said : styles.trouble} role="status">
          {isThere ? t('already') : cost.message}
        </p>
        <Button wide onClick={closePayment}>
          {t('close')}
        </Button>
      </>
    )
  }
  const tariff = {
    tariffId: period.tariff_id,
    virtualTariffId: period.virtual_tariff_id,
    name,
    period: period.name,
    cost: cost.data.cost,
    replace,
    isPlanned: cost.data.planned_from > 0,
  }
  return <Priced cost={cost.data} tariff={tariff} flow={flow} />
}

/** The server rejected a second base tariff: the request is repeated as a replacement of the first. */
function useCost(period: Period): { readonly cost: CallState<Cost>; readonly replace: 0 | 1 } {
  const target = { tariff_id: period.tariff_id, virtual_tariff_id: period.virtual_tariff_id }
  const alone = useCall(subscriptions.cost, target)
  const isSecond = alone.kind === 'refused' && alone.failure === 'more_than_one_base'
  const instead = useCall(subscriptions.cost, isSecond ? { ...target, replace: 1 } : null)
  return isSecond ? { cost: instead, replace: 1 } : { cost: alone, replace: 0 }
}

interface PricedProps {
  readonly cost: Cost
  readonly tariff: TariffBought
  readonly flow: PaymentFlow
}

function Priced({ cost, tariff, flow }: PricedProps) {
  const t = usePaymentText()
  const language = useLanguage()
  const money = (sums: number) => formatMoney(sums, language)
  const nowSec = useNowSec()
  const isEnough = cost.missing === 0
  const sums = sumsToPay(cost.missing)
  const rows = [
    ...(cost.credit > 0
      ? ([
          [t('price'), money(cost.price)],
          [t('credit'), `−${money(cost.credit)}`],
        ] as const)
      : []),
    [t(cost.credit > 0 ? 'takenNow' : 'cost'), money(cost.cost)],
    [t('balance'), money(cost.balance)],
    ...(isEnough ? [] : [[t('toPay'), money(sums)]]),
  ] as const
  return (
    <>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {cost.replaces > 0 ? <Replaced cost={cost} /> : <UnusedDays cost={cost} />}
      {!isEnough && sums > cost.missing && <p className={styles.hint}>{t('minTopUp')}</p>}
      {isEnough && (
        <p className={styles.said}>
          {cost.cost > 0
            ? t('fromBalance', { money: money(cost.cost) })
            : cost.trial_days > 0
              ? t('trial', { count: cost.trial_days, money: money(cost.after_trial) })
              : t(cost.planned_from > 0 ? 'takenLater' : cost.credit > 0 ? 'creditCovers' : 'nothingTaken')}
        </p>
      )}
      <FormProblem message={flow.problem?.message} />
      <Button
        variant="primary"
        size="l"
        wide
        disabled={flow.busy}
        onClick={() => (isEnough ? void flow.buy(tariff) : flow.go({ kind: 'how', bill: { sums, tariff } }))}
      >
        {isEnough ? t('confirm') : t('pay', { money: money(sums) })}
      </Button>
      {cost.next_at > 0 && (
        <p className={styles.hint}>
          {t('nextCharge', {
            date: formatDate(cost.next_at, language, nowSec),
            money: money(cost.next_cost),
          })}
        </p>
      )}
      <p className={styles.hint}>{t('renews')}</p>
    </>
  )
}

/** What becomes of the current base tariff: when it ends, what is credited, and that free days are not lost. */
function Replaced({ cost }: { readonly cost: Cost }) {
  const t = usePaymentText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const info = useCall(accounts.info, {})
  const own = info.kind === 'ok' ? info.data.subscriptions.item : []
  const name = own.find((one) => one.tariff_id === cost.replaces)?.name ?? t('currentBase')
  const money = (sums: number) => formatMoney(sums, language)
  if (cost.planned_from > 0)
    return (
      <p className={styles.warning}>
        {t('replacesLater', { name, date: formatDate(cost.planned_from, language, nowSec) })}
      </p>
    )
  return (
    <p className={styles.warning}>
      {cost.credit > 0
        ? t('replacesCredit', { name, money: money(cost.credit) })
        : t(cost.free_days > 0 ? 'replacesNow' : 'replaces', { name })}
      {cost.rest > 0 && ` ${t('creditRest', { money: money(cost.rest) })}`}
      {cost.free_days > 0 && ` ${t('freeDays', { count: cost.free_days })}`}
    </p>
  )
}

/** An end that is further away than this is not named. */
const namedWithinSec = 365 * 86_400

/** What becomes of free days that were not taken before a first purchase: they stay, and where they are taken then. */
function UnusedDays({ cost }: { readonly cost: Cost }) {
  const t = usePaymentText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { unused_days: count, unused_until: untilSec, unused_behind: isBehind } = cost
  if (!(count > 0)) return null
  return (
    <p className={styles.said}>
      {t(isBehind === 1 ? 'unusedDaysBehind' : 'unusedDays', { count })}
      {untilSec - nowSec < namedWithinSec &&
        ` ${t('unusedDaysUntil', { date: formatDate(untilSec, language, nowSec) })}`}
    </p>
  )
}
