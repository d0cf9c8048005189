import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { formatMoney, formatNumber } from '#web/i18n/format.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { amountProblem, sumsToPay } from '#web/payment/flow/card-rules.ts'
import { Field } from './field.tsx'
import { usePaymentText } from '#web/payment/flow/payment-text.ts'
import type { TopUp } from '#web/payment/flow/open-payment.ts'
import type { PaymentFlow } from '#web/payment/flow/use-payment-flow.ts'
import styles from '#web/payment/flow/payment.module.css'
import { Form } from '#web/features/forms/form.tsx'

interface WhatAmountProps {
  readonly request: TopUp
  readonly flow: PaymentFlow
}

const offered = [1000, 25_000, 50_000]

function write(text: string) {
  const digits = text.replace(/\D/g, '').slice(0, 9)
  return digits === '' ? '' : formatNumber(Number(digits))
}

/** The amount to pay in; prefilled with the missing amount or the one chosen before. */
export function WhatAmount({ request, flow }: WhatAmountProps) {
  const isReported = request.amount !== undefined && request.isChosen !== true
  const info = useCall(accounts.info, isReported ? null : {})
  const result = info.kind === 'ok' && info.data.missing > 0 ? info.data.missing : undefined
  const missing = isReported ? request.amount : result
  const first = request.amount ?? result
  // The missing amount loads a moment later, unless the caller passed it: the form is then filled with it.
  return <AmountForm key={first ?? 0} first={first} missing={missing} flow={flow} />
}

interface AmountFormProps {
  /** The initial amount, in sums. */
  readonly first: number | undefined
  /** The missing amount in sums, where there is one. */
  readonly missing: number | undefined
  readonly flow: PaymentFlow
}

function AmountForm({ first, missing, flow }: AmountFormProps) {
  const t = usePaymentText()
  const language = useLanguage()
  const shortfall = missing === undefined ? null : sumsToPay(missing)
  const started = first === undefined ? null : sumsToPay(first)
  const [value, setValue] = useState(started === null ? '' : formatNumber(started))
  const [isTried, setTried] = useState(false)
  const problem = amountProblem(value)
  const chips = [...new Set([shortfall, started, ...offered])].filter((sums) => sums !== null)
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        setTried(true)
        const sums = Number(value.replace(/\s/g, ''))
        if (problem === null) flow.go({ kind: 'how', bill: { sums, tariff: null } })
      }}
    >
      <Field
        label={t('amount')}
        name="amount"
        autoComplete="off"
        enterKeyHint="next"
        value={value}
        hint={t('amountHint')}
        // An amount that is too large is reported at once; one that may still be typed further is not.
        problem={problem !== null && (isTried || problem === 'amountMax') ? t(problem) : undefined}
        disabled={false}
        write={write}
        onValue={setValue}
      />
      <div
        className={styles.chips}
        role="group"
        aria-label={t('amounts')}
        data-row=""
        // On a television the focus in the field would open the keyboard over the amounts.
        data-first={isTelevision() && started === null ? '' : undefined}
      >
        {chips.map((sums) => (
          <button
            key={sums}
            type="button"
            className={styles.chip}
            aria-pressed={value === formatNumber(sums)}
            onClick={() => setValue(formatNumber(sums))}
          >
            {sums === shortfall
              ? t('shortfall', { money: formatMoney(sums, language) })
              : formatMoney(sums, language)}
          </button>
        ))}
      </div>
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        // With a remote control a prefilled amount is confirmed, not edited: the focus starts on this button.
        data-first={isTelevision() && started !== null ? '' : undefined}
      >
        {t('next')}
      </Button>
    </Form>
  )
}
