import { changes } from '#contract/billing/changes.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { useState } from 'react'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { useCabinetText } from './cabinet-text.ts'
import { useMoneyText } from './money-text.ts'
import styles from './cabinet-screen.module.css'

interface PlannedProps {
  readonly item: SubscriptionItem
  readonly onChange: () => void
}

/** Another base tariff takes the place of this one when its paid time ends; one tap takes that back. */
export function PlannedChange({ item, onChange }: PlannedProps) {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [busy, setBusy] = useState(false)
  if (item.next_name === '') return null
  const undo = async () => {
    setBusy(true)
    const result = await call(changes.undo, {})
    setBusy(false)
    if (result.kind !== 'ok')
      return showToast(result.kind === 'refused' ? result.message : cabinet('noConnection'))
    showToast(t('changeUndone', { name: item.name }))
    onChange()
  }
  return (
    <div className={styles.controls} data-row="" data-planned="">
      <p className={styles.text}>
        {t('changePlanned', {
          ...{ date: formatDate(item.paid_until, language, nowSec), name: item.next_name },
          ...{ price: formatMoney(item.next_price, language), current: item.name },
        })}
      </p>
      <Button disabled={busy} onClick={() => void undo()}>
        {t('undoChange')}
      </Button>
    </div>
  )
}
