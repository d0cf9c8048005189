import { useState } from 'react'
import { useLanguage } from '#web/session/session.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { Bill, CardTyped } from '#web/payment/flow/bill.ts'
import {
  brandOf,
  groupedExpiry,
  groupedNumber,
  isWholeExpiry,
  isWholeNumber,
} from '#web/payment/flow/card-rules.ts'
import { Field } from './field.tsx'
import { usePaymentText } from '#web/payment/flow/payment-text.ts'
import type { PaymentFlow } from '#web/payment/flow/use-payment-flow.ts'
import { BillHead, FormProblem } from './bill-head.tsx'
import styles from '#web/payment/flow/payment.module.css'
import { Form } from '#web/features/forms/form.tsx'

interface CardStepProps {
  readonly bill: Bill
  /** The values typed before. */
  readonly typed: CardTyped
  readonly flow: PaymentFlow
}

export function CardStep({ bill, typed, flow }: CardStepProps) {
  const t = usePaymentText()
  const money = formatMoney(bill.sums, useLanguage())
  const [card, setCard] = useState(typed)
  const [isTried, setTried] = useState(false)
  const { problem, busy } = flow
  const own = {
    number: isWholeNumber(card.number) ? undefined : t('numberShort'),
    expiry: isWholeExpiry(card.expiry) ? undefined : t('expiryWrong'),
  }
  const at = (field: 'number' | 'expiry') =>
    (isTried ? own[field] : undefined) ?? (problem?.at === field ? problem.message : undefined)
  const brand = brandOf(card.number)
  return (
    <Form
      className={styles.form}
      isBusy={busy}
      onSubmit={() => {
        setTried(true)
        if (own.number === undefined && own.expiry === undefined) void flow.sendCode(bill, card)
      }}
    >
      <BillHead bill={bill} />
      <div className={styles.cardFields}>
        <Field
          label={brand === null ? t('cardNumber') : `${t('cardNumber')} · ${brand}`}
          name="cardnumber"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          enterKeyHint="next"
          value={card.number}
          problem={at('number')}
          disabled={busy}
          write={groupedNumber}
          onValue={(number) => setCard({ ...card, number })}
        />
        <Field
          label={t('cardExpiry')}
          name="cc-exp"
          autoComplete="cc-exp"
          placeholder="00/00"
          enterKeyHint="go"
          value={card.expiry}
          problem={at('expiry')}
          disabled={busy}
          write={groupedExpiry}
          onValue={(expiry) => setCard({ ...card, expiry })}
        />
      </div>
      <p className={styles.hint}>{t('secret')}</p>
      <FormProblem message={problem?.at === 'form' ? problem.message : undefined} />
      <Button type="submit" variant="primary" size="l" wide disabled={busy}>
        {t('getCode')} · {money}
      </Button>
      <Button variant="quiet" disabled={busy} onClick={() => flow.go({ kind: 'how', bill })}>
        {t('back')}
      </Button>
    </Form>
  )
}
