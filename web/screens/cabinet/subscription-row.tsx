import { useState } from 'react'
import { lengthOf } from '#contract/form/tariff-period.ts'
import { pathOf } from '#contract/form/pages.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { useAccountText } from '#web/features/forms/account-text.ts'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { TariffSign } from '#web/ui/cards/tariff-sign.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { useCabinetText } from './cabinet-text.ts'
import { useMoneyText } from './money-text.ts'
import { Pause } from './pause.tsx'
import { PlannedChange } from './planned-change.tsx'
import styles from './cabinet-screen.module.css'

interface RowProps {
  readonly item: SubscriptionItem
  readonly onChange: () => void
}

export function SubscriptionRow({ item, onChange }: RowProps) {
  const t = useMoneyText()
  const account = useAccountText()
  const language = useLanguage()
  const { name } = item
  const state = item.paused_until > 0 ? 'paused' : item.state
  const price = formatMoney(item.price, language)
  const { unit, count } = lengthOf(item.period_days)
  return (
    <li className={styles.row} data-tariff={item.tariff_id}>
      <div>
        <div className={styles.signed}>
          <TariffSign look={item.look} />
          <h3 className={styles.name}>{name}</h3>
        </div>
        {item.is_base === 1 && <p className={styles.meta}>{account('base')}</p>}
        <Coming item={item} />
      </div>
      <div className={styles.right}>
        <p className={styles.price}>{t(unit === 'months' ? 'perMonths' : 'perDays', { price, count })}</p>
        <p className={classes(styles.state, styles[state])}>{account(state)}</p>
      </div>
      <div className={styles.controls} data-row="">
        <Pause item={item} onChange={onChange} />
        {item.state === 'active' && <Renewal item={item} onChange={onChange} />}
        {item.is_base === 1 ? (
          <ButtonLink to={pathOf('tariff')}>{t('changeBase')}</ButtonLink>
        ) : (
          (item.auto_renew === 1 || state === 'suspended') && <TurnOff item={item} onChange={onChange} />
        )}
      </div>
      <PlannedChange item={item} onChange={onChange} />
      {item.is_base === 1 && <p className={classes(styles.meta, styles.full)}>{t('baseStays')}</p>}
    </li>
  )
}

/** What happens to the subscription next. */
function Coming({ item }: { readonly item: SubscriptionItem }) {
  const t = useMoneyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  // The planned change says what is charged then.
  if (item.state === 'active' && item.next_name !== '' && item.paused_until === 0) return null
  if (item.state === 'suspended') return <p className={styles.meta}>{t('waits')}</p>
  const date = formatDate(item.paid_until, language, nowSec)
  const next =
    item.auto_renew === 1
      ? t('willRenew', { date, price: formatMoney(item.price, language) })
      : t('willEnd', { date })
  if (item.paused_until === 0) return <p className={styles.meta}>{next}</p>
  return (
    <>
      <p className={styles.meta}>
        {t('pausedUntil', { date: formatDate(item.paused_until, language, nowSec) })}
      </p>
      <p className={styles.meta}>{next}</p>
    </>
  )
}

function Renewal({ item, onChange }: RowProps) {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const [busy, setBusy] = useState(false)
  /** The requested change, shown until the list contains it. */
  const [target, setTarget] = useState<{ readonly from: 0 | 1 } | null>(null)
  const isOn = target?.from === item.auto_renew ? target.from === 0 : item.auto_renew === 1
  const put = async (next: boolean) => {
    setBusy(true)
    setTarget({ from: item.auto_renew })
    const result = await call(subscriptions.autoRenew, {
      tariff_id: item.tariff_id,
      auto_renew: next ? 1 : 0,
    })
    setBusy(false)
    if (result.kind !== 'ok') {
      setTarget(null)
      return showToast(result.kind === 'refused' ? result.message : cabinet('noConnection'))
    }
    showToast(t(next ? 'renewalOn' : 'renewalOff', { name: item.name }))
    onChange()
  }
  return (
    <Switch
      isOn={isOn}
      label={t('renewal')}
      name={t('renewalOf', { name: item.name })}
      disabled={busy}
      onSwitch={(next) => void put(next)}
    />
  )
}

function TurnOff({ item, onChange }: RowProps) {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [request, setRequest] = useState(false)
  const { name, tariff_id } = item
  const turnOff = async () => {
    const result = await call(subscriptions.unsubscribe, { tariff_id })
    setRequest(false)
    if (result.kind === 'unreachable') return showToast(cabinet('noConnection'))
    showToast(result.kind === 'refused' ? result.message : t('turnedOff', { name }))
    onChange()
  }
  const text =
    item.state === 'active'
      ? t('askOffPaid', { name, date: formatDate(item.paid_until, language, nowSec) })
      : t('askOffNow', { name })
  return (
    <>
      <Button
        variant="quiet"
        className={styles.flush}
        aria-label={t('turnOffOf', { name })}
        onClick={() => setRequest(true)}
      >
        {t('turnOff')}
      </Button>
      <ConfirmDialog
        open={request}
        title={t('askOff')}
        text={text}
        action={t('turnOff')}
        cancel={t('keep')}
        onConfirm={turnOff}
        onClose={() => setRequest(false)}
      />
    </>
  )
}
