import { type FormEvent, useState } from 'react'
import { consolePayments } from '#contract/console/payments.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { AmountAndReason, useAmountAndReason } from './amount-reason.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import { refundChanges } from './refund-section.tsx'
import styles from './payments.module.css'

type Life = ResponseOf<typeof consolePayments.one>
type Charge = Life['charges'][number]

interface ChargesProps {
  readonly life: Life
  readonly mayReturn: boolean
}

/** The subscriber's last charges, each of which may be returned to the balance. */
export function Charges({ life, mayReturn }: ChargesProps) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [chosen, setChosen] = useState<Charge>()
  return (
    <Section title={t('charges')} text={t('chargesText')}>
      {life.charges.length === 0 ? <p className={styles['quiet']}>{t('noCharges')}</p> : null}
      <ol className={styles['events']}>
        {life.charges.map((charge) => {
          const { amount, returned, at, tariff } = charge
          return (
            <li key={charge.ledger_entry_id}>
              <span className={styles['strong']}>{tariff[language] || t('chargeBare')}</span>
              <span className={styles['sum']}>{moneyIn(language, amount)}</span>
              <span className={styles['quiet']}>
                {formatMoment(at, language, nowSec)}
                {returned === 0 ? '' : ` · ${t('chargeReturned', { sum: moneyIn(language, returned) })}`}
              </span>
              {mayReturn && returned < amount ? (
                <span className={styles['rowAct']}>
                  <Button look="quiet" onPress={() => setChosen(charge)}>
                    {t('chargeReturn')}
                  </Button>
                </span>
              ) : null}
            </li>
          )
        })}
      </ol>
      {chosen === undefined ? null : <ReturnDialog charge={chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  )
}

interface ReturnDialogProps {
  readonly charge: Charge
  readonly onClose: () => void
}

function ReturnDialog({ charge, onClose }: ReturnDialogProps) {
  const t = usePaymentsText()
  const base = useText()
  const language = useLanguage()
  const { ledger_entry_id: entry, amount: whole, returned } = charge
  const max = Math.round((whole - returned) * 100) / 100
  const form = useAmountAndReason(max)
  const act = useAct(consolePayments.returnCharge, {
    changes: refundChanges,
    onDone: ({ balance }) => {
      onClose()
      showToast(t('chargeDone', { sum: moneyIn(language, balance) }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.check() || form.amount === undefined || act.isPending) return
    act.mutate({ ledger_entry_id: entry, amount: form.amount, returned, reason: form.reason })
  }
  return (
    <Dialog title={t('chargeTitle')} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <FormBody problem={act.error?.message}>
          <AmountAndReason form={form} hint={t('amountMost', { sum: moneyIn(language, max) })} />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={act.isPending}>
            {t('chargeNow')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
