import { useState } from 'react'
import { pauses } from '#contract/billing/pauses.ts'
import { formatDate } from '#web/i18n/format.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { behindPause, type SubscriptionItem } from './cabinet-rules.ts'
import { useCabinetText } from './cabinet-text.ts'
import { useMoneyText } from './money-text.ts'
import styles from './cabinet-screen.module.css'

interface PauseProps {
  readonly item: SubscriptionItem
  readonly onChange: () => void
}

/** Pauses a tariff, or ends its pause. */
export function Pause({ item, onChange }: PauseProps) {
  const t = useMoneyText()
  const [isOpen, setIsOpen] = useState(false)
  const { name } = item
  const isPaused = item.paused_until > 0
  if (!isPaused && item.may_pause === 0) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant={isPaused ? 'primary' : 'quiet'}
        className={isPaused ? undefined : styles.flush}
        aria-label={t(isPaused ? 'endPauseOf' : 'pauseOf', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t(isPaused ? 'endPause' : 'pause')}
      </Button>
      {isPaused ? (
        <EndPause item={item} isOpen={isOpen} onClose={close} onChange={onChange} />
      ) : (
        isOpen && <BeginPause item={item} onClose={close} onChange={onChange} />
      )}
    </>
  )
}

function BeginPause({ item, onClose, onChange }: PauseProps & { readonly onClose: () => void }) {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const language = useLanguage()
  const offer = useCall(pauses.offer, { tariff_id: item.tariff_id })
  const [chosen, setChosen] = useState<number>()
  const [busy, setBusy] = useState(false)
  const nowSec = useNowSec()
  const rule = offer.kind === 'ok' ? offer.data : undefined
  const days = chosen ?? rule?.min_days ?? 0
  const date = (sec: number) => formatDate(sec, language, nowSec)
  const { untilSec, paidUntilSec } = behindPause(item.paid_until, days, nowSec)
  const begin = async () => {
    setBusy(true)
    const result = await call(pauses.begin, { tariff_id: item.tariff_id, days })
    setBusy(false)
    onClose()
    if (result.kind !== 'ok')
      return showToast(result.kind === 'refused' ? result.message : cabinet('noConnection'))
    showToast(t('pauseBegun', { name: item.name, date: date(result.data.paused_until) }))
    onChange()
  }
  return (
    <Dialog open title={t('askPause', { name: item.name })} onClose={onClose}>
      {offer.kind === 'loading' && <Skeleton className={styles.line} />}
      {offer.kind === 'refused' && <RetryLine message={offer.message} onRetry={offer.retry} />}
      {offer.kind === 'unreachable' && <RetryLine message={cabinet('noConnection')} onRetry={offer.retry} />}
      {rule !== undefined && (
        <div className={styles.dialogParts}>
          <Select
            label={t('pauseDays')}
            value={String(days)}
            options={daysBetween(rule.min_days, rule.max_days).map((count) => ({
              value: String(count),
              name: t('pauseFor', { count, date: date(nowSec + count * 86_400) }),
            }))}
            onChange={(value) => setChosen(Number(value))}
          />
          <p className={styles.text}>
            {t('pauseEffect', {
              until: date(untilSec),
              before: date(item.paid_until),
              after: date(paidUntilSec),
            })}
          </p>
          {rule.others.length > 0 && (
            <p className={styles.text}>{t('pauseOthers', { names: rule.others.join(', ') })}</p>
          )}
          <p className={styles.meta}>{t(rule.is_once === 1 ? 'pauseOnce' : 'pauseEndsEarly')}</p>
        </div>
      )}
      <div className={styles.dialogActions}>
        <Button onClick={onClose}>{t('pauseNot')}</Button>
        <Button variant="primary" disabled={busy || rule === undefined} onClick={() => void begin()}>
          {t('pause')}
        </Button>
      </div>
    </Dialog>
  )
}

function daysBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
}

interface EndPauseProps extends PauseProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

function EndPause({ item, isOpen, onClose, onChange }: EndPauseProps) {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const paidUntil = item.paid_until - Math.max(0, item.paused_until - nowSec)
  const end = async () => {
    const result = await call(pauses.end, { tariff_id: item.tariff_id })
    onClose()
    if (result.kind === 'unreachable') return showToast(cabinet('noConnection'))
    showToast(result.kind === 'refused' ? result.message : t('pauseEnded', { name: item.name }))
    onChange()
  }
  return (
    <ConfirmDialog
      open={isOpen}
      title={t('askEndPause', { name: item.name })}
      text={t('endPauseEffect', { date: formatDate(paidUntil, language, nowSec) })}
      action={t('endPause')}
      cancel={t('endPauseNot')}
      onConfirm={end}
      onClose={onClose}
    />
  )
}
