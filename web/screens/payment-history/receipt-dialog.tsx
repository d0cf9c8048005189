import { useEffect } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { paymentsHistory } from '#contract/billing/payments-history.ts'
import { formatDate, formatMoney, formatTime } from '#web/i18n/format.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { useHistoryText } from './history-text.ts'
import type { Entry } from './use-history.ts'
import styles from './receipt-dialog.module.css'

interface ReceiptDialogProps {
  /** Null: the dialog is closed. */
  readonly entry: Entry | null
  readonly onClose: () => void
}

/** The receipt of one entry; when printed, only the receipt is on the page. */
export function ReceiptDialog({ entry, onClose }: ReceiptDialogProps) {
  const t = useHistoryText()
  const isOpen = entry !== null
  useEffect(() => {
    document.documentElement.toggleAttribute('data-prints-dialog', isOpen)
    return () => document.documentElement.removeAttribute('data-prints-dialog')
  }, [isOpen])
  return (
    <Dialog
      open={isOpen}
      className={styles.dialog}
      title={t('chequeTitle', { id: entry?.id ?? 0 })}
      onClose={onClose}
    >
      {entry !== null && <Receipt id={entry.id} />}
    </Dialog>
  )
}

function Receipt({ id }: { readonly id: number }) {
  const state = useCall(paymentsHistory.cheque, { id })
  if (state.kind === 'loading') return <Skeleton className={styles.waiting} />
  if (state.kind !== 'ok')
    return <RetryCard onRetry={state.retry} message={state.kind === 'refused' ? state.message : undefined} />
  return <Paper cheque={state.data} />
}

function Paper({ cheque }: { readonly cheque: ResponseOf<typeof paymentsHistory.cheque> }) {
  const t = useHistoryText()
  const language = useLanguage()
  const { amount, time, tariff } = cheque
  const lines = [
    [t('what'), t(cheque.is_unused_days === 1 ? 'unusedDays' : cheque.kind)],
    ...(tariff === '' ? [] : [[t('tariff'), tariff]]),
    [t('amount'), `${amount > 0 ? '+' : ''}${formatMoney(amount, language)}`],
    [t('balance'), formatMoney(cheque.balance, language)],
    // A receipt is kept for years: its date always contains the year.
    [t('time'), `${formatDate(time, language, 0)}, ${formatTime(time)}`],
    [t('number'), cheque.abonement],
    [t('reference'), cheque.reference],
  ] as const
  return (
    <>
      <p className={styles.service}>{t('service')}</p>
      <dl className={styles.lines}>
        {lines.map(([name, value]) => (
          <div key={name} className={styles.line}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions} data-row="">
        <Button className={styles.print} onClick={() => print()}>
          {t('print')}
        </Button>
        {cheque.ofd_url !== null && (
          <a className={styles.fiscal} href={cheque.ofd_url} target="_blank" rel="noopener noreferrer">
            {t('fiscal')}
          </a>
        )}
      </div>
    </>
  )
}
