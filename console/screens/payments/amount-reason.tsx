import { useId, useState } from 'react'
import type { FormField } from '#console/session/use-form.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { TextField } from '#console/ui/field.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { readSums } from './money.ts'
import { usePaymentsText } from './payments-text.ts'

/** A sum and why, as they are typed. */
export interface AmountForm {
  /** Soʻm; undefined for what is no sum, or more than the most. */
  readonly amount: number | undefined
  readonly reason: string
  readonly amountField: FormField
  readonly reasonField: FormField
  /** Whether both can be sent; shows what is wrong, and leads to it. */
  check(): boolean
}

/** Begins with the most that is possible. */
export function useAmountAndReason(max: number): AmountForm {
  const t = usePaymentsText()
  const language = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState(String(max).replace('.', ','))
  const [why, setWhy] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const read = readSums(typed)
  const amount = read !== undefined && read <= max ? read : undefined
  const reason = why.trim()
  const isReason = reason.length >= 3 && reason.length <= 200
  const problems = {
    amount: amount === undefined ? t('amountWrong', { sum: moneyIn(language, max) }) : undefined,
    reason: isReason ? undefined : t('reasonShort'),
  }
  const field = (name: 'amount' | 'reason', value: string, onChange: (value: string) => void): FormField => ({
    ...{ id: `${id}${name}`, name, value, onChange },
    problem: isChecked ? problems[name] : undefined,
  })
  return {
    ...{ amount, reason },
    amountField: field('amount', typed, setTyped),
    reasonField: field('reason', why, setWhy),
    check: () => {
      setIsChecked(true)
      const wrong = amount === undefined ? 'amount' : isReason ? undefined : 'reason'
      if (wrong !== undefined) document.getElementById(`${id}${wrong}`)?.focus()
      return wrong === undefined
    },
  }
}

interface AmountAndReasonProps {
  readonly form: AmountForm
  readonly hint: string
}

export function AmountAndReason({ form, hint }: AmountAndReasonProps) {
  const t = usePaymentsText()
  return (
    <>
      <TextField field={form.amountField} label={t('amount')} hint={hint} inputMode="numeric" />
      <TextArea field={form.reasonField} label={t('reason')} hint={t('reasonHint')} rows={2} />
    </>
  )
}
