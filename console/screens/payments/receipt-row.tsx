import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { consoleReceipts, type ReceiptShown } from '#contract/console/receipts.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import { useReceiptsText } from './receipts-text.ts'
import styles from './payments.module.css'

/** What is different after a receipt was tried again or closed. */
export const receiptChanges = [consoleReceipts.list, consoleReceipts.ofPayment, consoleReceipts.reconcile]

interface PaymentReceiptsProps {
  readonly system: ReceiptShown['system']
  readonly number: number
}

/** On the page of a payment; nothing where it has no receipt of ours. */
export function PaymentReceipts({ system, number }: PaymentReceiptsProps) {
  const t = useReceiptsText()
  const { data } = useCall(consoleReceipts.ofPayment, { system, number })
  if (data === undefined || data.receipts.length === 0) return null
  return (
    <Section title={t('title')}>
      <ul className={styles['tasks']} aria-label={t('title')}>
        {data.receipts.map((receipt) => (
          <ReceiptRow key={receipt.receipt_id} receipt={receipt} isOnPayment />
        ))}
      </ul>
    </Section>
  )
}

function toneOf(state: ReceiptShown['state']): 'good' | 'warn' | 'bad' | 'plain' {
  if (state === 'registered') return 'good'
  if (state === 'failed') return 'bad'
  return state === 'not_needed' ? 'plain' : 'warn'
}

interface ReceiptRowProps {
  readonly receipt: ReceiptShown
  readonly isOnPayment?: boolean
}

export function ReceiptRow({ receipt, isOnPayment = false }: ReceiptRowProps) {
  const t = useReceiptsText()
  const payments = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { kind, system, number, amount, state, reason, detail, note, url, next_at: nextAt } = receipt
  const name = `${t(kind === 'sale' ? 'ofSale' : 'ofRefund')}: ${moneyIn(language, amount)}`
  return (
    <li className={styles['task']}>
      <div>
        <span className={styles['line']}>
          {isOnPayment ? (
            <span className={styles['strong']}>{name}</span>
          ) : (
            <Link href={`/payments/${system}/${number}`}>{name}</Link>
          )}
          <Badge tone={toneOf(state)}>{t(`state.${state}`)}</Badge>
        </span>
        {isOnPayment ? null : (
          <span>
            {payments(`system.${system}`)} · {t('subscriber', { abonement: receipt.abonement })}
          </span>
        )}
        {reason === '' ? null : <span>{t(`why.${reason}`, { detail, note })}</span>}
        {receipt.fiscal_number === '' ? null : (
          <span className={styles['code']}>{t('fiscalNumber', { number: receipt.fiscal_number })}</span>
        )}
        <small>
          {formatMoment(receipt.at, language, nowSec)}
          {nextAt > nowSec ? ` · ${t('nextTry', { when: formatMoment(nextAt, language, nowSec) })}` : ''}
        </small>
        {url === '' ? null : (
          <a href={url} target="_blank" rel="noreferrer">
            {t('open')}
          </a>
        )}
      </div>
      <Acts receipt={receipt} />
    </li>
  )
}

function Acts({ receipt }: { readonly receipt: ReceiptShown }) {
  const t = useReceiptsText()
  const mayAct = useMay()('payments', 'act')
  const [isClosing, setIsClosing] = useState(false)
  const retry = useAct(consoleReceipts.retry, {
    changes: receiptChanges,
    onDone: ({ count }) => showToast(t('retried', { count })),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  const { state, receipt_id: receiptId } = receipt
  const isEnded = state === 'registered' || state === 'not_needed'
  if (!mayAct || isEnded) return null
  return (
    <div className={styles['acts']}>
      <Button isPending={retry.isPending} onPress={() => retry.mutate({ receipt_id: receiptId })}>
        {t('retry')}
      </Button>
      {state === 'failed' ? (
        <Button look="quiet" onPress={() => setIsClosing(true)}>
          {t('close')}
        </Button>
      ) : null}
      {isClosing ? <CloseDialog receiptId={receiptId} onClose={() => setIsClosing(false)} /> : null}
    </div>
  )
}

interface CloseDialogProps {
  readonly receiptId: number
  readonly onClose: () => void
}

function CloseDialog({ receiptId, onClose }: CloseDialogProps) {
  const t = useReceiptsText()
  const base = useText()
  const id = useId()
  const [note, setNote] = useState('')
  const act = useAct(consoleReceipts.close, {
    changes: receiptChanges,
    onDone: () => {
      onClose()
      showToast(t('closed'))
    },
  })
  const isNote = note.trim().length >= 3 && note.trim().length <= 200
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!act.isPending && isNote) act.mutate({ receipt_id: receiptId, note })
  }
  const field = { id, name: 'note', value: note, problem: undefined, onChange: setNote }
  return (
    <Dialog title={t('closeTitle')} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <FormBody problem={act.error?.message}>
          <p>{t('closeText')}</p>
          <TextField field={field} label={t('note')} hint={t('noteHint')} isFocused />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={act.isPending} isDisabled={!isNote}>
            {t('closeNow')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
