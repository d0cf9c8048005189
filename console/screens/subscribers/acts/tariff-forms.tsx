/** Tariffs of a subscriber: connected at the price that is shown, renewed or not, ended. */
import { useState } from 'react'
import { consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import { formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Picker } from '#console/ui/picker.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { type SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { ActForm } from './act-form.tsx'
import { useActsText } from './acts-text.ts'
import type { FormProps } from './give-forms.tsx'
import styles from './acts.module.css'

/** Connects, changes or resumes a tariff. */
export function ConnectForm({ card: { account_id: accountId }, desk, onClose }: FormProps) {
  const t = useActsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [tariffId, setTariffId] = useState(String(desk.offers[0]?.tariff_id ?? 0))
  const { data, error } = useCall(
    acts.tariffEffect,
    { account_id: accountId, tariff_id: Number(tariffId) },
    { isEnabled: tariffId !== '0' },
  )
  const money = (sums: number) => moneyIn(language, sums)
  return (
    <ActForm
      endpoint={acts.connect}
      name={t('connect')}
      isReady={data !== undefined && error === null}
      toInput={(common) => ({
        ...common,
        ...{ account_id: accountId, seen: data?.seen ?? 0, tariff_id: Number(tariffId) },
        agreed: data?.cost ?? 0,
      })}
      effect={
        <>
          {desk.offers.length === 0 ? <p>{t('noTariffs')}</p> : null}
          {data === undefined || error !== null ? null : (
            <>
              <p>
                {data.is_renewal
                  ? t('effect.renewal', { name: data.name[language] })
                  : data.planned_from > 0
                    ? t('effect.planned', {
                        ...{ name: data.name[language], cost: money(data.next_cost) },
                        date: formatDate(data.planned_from, language, nowSec),
                      })
                    : t('effect.cost', { name: data.name[language], cost: money(data.cost) })}
              </p>
              {data.credit > 0 && data.replaced !== null ? (
                <p>{t('effect.credit', { name: data.replaced[language], money: money(data.credit) })}</p>
              ) : null}
              {data.free_days > 0 ? <p>{t('effect.freeDays', { days: data.free_days })}</p> : null}
              {data.trial_days === 0 ? null : <p>{t('effect.trial', { days: data.trial_days })}</p>}
              <p>{t('effect.balance', { before: money(data.before), after: money(data.after) })}</p>
              {data.replaced === null || data.planned_from > 0 ? null : (
                <p>
                  {t(data.credit > 0 ? 'effect.ends' : 'effect.replaced', { name: data.replaced[language] })}
                </p>
              )}
            </>
          )}
          {error === null ? null : <p className={styles['problem']}>{error.message}</p>}
        </>
      }
      onClose={onClose}
    >
      <Picker
        label={t('tariff')}
        value={tariffId}
        choices={desk.offers.map((one) => ({
          ...{ value: String(one.tariff_id), label: one.name[language], about: money(one.price) },
        }))}
        onChange={setTariffId}
      />
    </ActForm>
  )
}

export type EndMode = 'renewal_off' | 'renewal_on' | 'now'
const nameOf = { renewal_off: 'renewalOff', renewal_on: 'renewalOn', now: 'endNow' } as const

/** Switches the renewal of a tariff off or on, or the tariff off at once. */
export function EndForm({
  card: { account_id: accountId },
  desk,
  tariff,
  mode,
  onClose,
}: FormProps & { readonly tariff: SubscriberCard['tariffs'][number]; readonly mode: EndMode }) {
  const t = useActsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const date = formatDate(tariff.paid_until, language, nowSec)
  const words =
    mode === 'now' || (mode === 'renewal_off' && tariff.state === 'suspended')
      ? t('effect.now')
      : t(mode === 'renewal_off' ? 'effect.renewalOff' : 'effect.renewalOn', { date })
  return (
    <ActForm
      endpoint={acts.endTariff}
      name={t(nameOf[mode])}
      isDangerous={mode === 'now'}
      toInput={(common) => ({
        ...common,
        ...{ account_id: accountId, seen: desk.seen, tariff_id: tariff.tariff_id, mode },
      })}
      effect={<p>{words}</p>}
      onClose={onClose}
    />
  )
}
