/** Money and days by hand, each with what it will do. */
import { useState } from 'react'
import type { MoneyEffect } from '#contract/console/act-effects.ts'
import { consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { roles } from '#contract/form/permissions.ts'
import { formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useRoleText } from '#console/session/text.ts'
import { TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { type SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { ActForm, useTextState, wholeOf } from './act-form.tsx'
import { useActsText } from './acts-text.ts'
import styles from './acts.module.css'

export type Desk = ResponseOf<typeof acts.desk>

export interface FormProps {
  readonly card: SubscriberCard
  readonly desk: Desk
  readonly onClose: () => void
}

/** A template that fills a form. */
export interface Prefilled {
  readonly reason: string
  readonly amount: number
  readonly days: number
}

/** Credits or debits the balance. */
export function MoneyForm({
  card: { account_id: accountId },
  desk,
  kind,
  filled,
  onClose,
}: FormProps & { readonly kind: 'credit' | 'debit'; readonly filled?: Prefilled | undefined }) {
  const t = useActsText()
  const field = useTextState('amount', filled === undefined ? '' : String(filled.amount))
  const [purpose, setPurpose] = useState<'goodwill' | 'correction'>(
    kind === 'credit' ? 'goodwill' : 'correction',
  )
  const amount = wholeOf(field.value)
  const { data, error } = useCall(
    acts.moneyEffect,
    { account_id: accountId, kind, amount },
    { isEnabled: amount > 0 },
  )
  return (
    <ActForm
      endpoint={acts.money}
      name={t(kind)}
      {...(filled === undefined ? {} : { reason: filled.reason })}
      isReady={data !== undefined}
      toInput={(common) => ({
        ...common,
        ...{ account_id: accountId, seen: data?.seen ?? 0, kind, purpose, amount },
      })}
      effect={
        <>
          {data === undefined ? null : <MoneyWords effect={data} />}
          {amount > 0 && error !== null ? <p className={styles['problem']}>{error.message}</p> : null}
          <Limit desk={desk} unit="sum" />
        </>
      }
      onClose={onClose}
    >
      <TextField field={field} label={t('amount')} inputMode="numeric" isFocused={filled === undefined} />
      {kind === 'credit' ? (
        <Picker
          label={t('purpose')}
          value={purpose}
          choices={(['goodwill', 'correction'] as const).map((value) => ({
            value,
            label: t(`purpose.${value}`),
          }))}
          onChange={setPurpose}
        />
      ) : null}
    </ActForm>
  )
}

function MoneyWords({ effect: { before, after, resumes } }: { readonly effect: MoneyEffect }) {
  const t = useActsText()
  const language = useLanguage()
  return (
    <>
      <p>{t('effect.balance', { before: moneyIn(language, before), after: moneyIn(language, after) })}</p>
      <Resumed resumes={resumes} />
    </>
  )
}

function Resumed({ resumes }: Pick<MoneyEffect, 'resumes'>) {
  const t = useActsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return resumes.map((one) => (
    <p key={one.tariff_id}>
      {t('effect.resume', { name: one.name[language], date: formatDate(one.next_at, language, nowSec) })}
    </p>
  ))
}

/** How much this member may give, and who may give more; nothing without a limit. */
export function Limit({ desk, unit }: { readonly desk: Desk; readonly unit: 'sum' | 'days' }) {
  const t = useActsText()
  const words = useRoleText()
  const language = useLanguage()
  const { each, left } = desk[unit]
  if (each < 0) return null
  const inWords = (count: number) => (unit === 'sum' ? moneyIn(language, count) : t('dayCount', { count }))
  const mayMore = roles.filter((role) => desk.may_more.includes(role)).map((role) => words(`role.${role}`))
  return (
    <p className={styles['quiet']}>
      {t('limit', { each: inWords(each), left: inWords(left), roles: mayMore.join(', ') })}
    </p>
  )
}

/** Gives days on a connected tariff. */
export function DaysForm({
  card: { account_id: accountId, tariffs },
  desk,
  filled,
  tariff,
  onClose,
}: FormProps & { readonly filled?: Prefilled | undefined; readonly tariff?: number | undefined }) {
  const t = useActsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const field = useTextState('days', filled === undefined ? '3' : String(filled.days))
  const first = tariffs.find((one) => one.is_base) ?? tariffs[0]
  const [tariffId, setTariffId] = useState(String(tariff ?? first?.tariff_id ?? 0))
  const days = wholeOf(field.value)
  const { data, error } = useCall(
    acts.daysEffect,
    { account_id: accountId, tariff_id: Number(tariffId), days },
    { isEnabled: days > 0 && days <= 365 && first !== undefined },
  )
  const date = (at: number) => formatDate(at, language, nowSec)
  return (
    <ActForm
      endpoint={acts.days}
      name={t('giveDays')}
      {...(filled === undefined ? {} : { reason: filled.reason })}
      isReady={data !== undefined}
      toInput={(common) => ({
        ...common,
        ...{ account_id: accountId, seen: data?.seen ?? 0, tariff_id: Number(tariffId), days },
      })}
      effect={
        <>
          {first === undefined ? <p>{t('noConnected')}</p> : null}
          {data === undefined ? null : (
            <>
              <p>
                {data.goes_on
                  ? t('effect.daysOn', { name: data.name[language], after: date(data.after) })
                  : t('effect.days', {
                      ...{ name: data.name[language], before: date(data.before) },
                      after: date(data.after),
                    })}
              </p>
              <Resumed resumes={data.resumes} />
            </>
          )}
          {error === null ? null : <p className={styles['problem']}>{error.message}</p>}
          <Limit desk={desk} unit="days" />
        </>
      }
      onClose={onClose}
    >
      <TextField field={field} label={t('days')} inputMode="numeric" />
      {tariffs.length > 1 ? (
        <Picker
          label={t('tariff')}
          value={tariffId}
          choices={tariffs.map((one) => ({ value: String(one.tariff_id), label: one.name[language] }))}
          onChange={setTariffId}
        />
      ) : null}
    </ActForm>
  )
}
