import { useState } from 'react'
import { consolePayments } from '#contract/console/payments.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { AmountAndReason, useAmountAndReason } from './amount-reason.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { shownMask } from './money.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

type Life = ResponseOf<typeof consolePayments.one>

/** What a refund changes on the page. */
export const refundChanges = [consolePayments.one, consolePayments.list, consolePayments.tasks]

/** Refunds the payment, after a preview; or says why it cannot be. */
export function RefundSection({ life }: { readonly life: Life }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const { refund, payment, balance } = life
  const { how, max } = refund
  return (
    <Section title={t('refund')}>
      <Why life={life} />
      {how === 'none' ? null : (
        <>
          <p className={styles['quiet']}>
            <How life={life} how={how} />
          </p>
          <RefundForm
            key={`${payment.number}-${refund.attempt}-${max}-${balance}`}
            life={life}
            sum={moneyIn(language, max)}
          />
        </>
      )}
    </Section>
  )
}

type Way = Exclude<Life['refund']['how'], 'none'>

/** What the system can do with the payment, and with a part of it. */
function How({ life, how }: { readonly life: Life; readonly how: Way }) {
  const t = usePaymentsText()
  const { refund, payment } = life
  const isWhole = refund.max === payment.amount
  const system = t(`system.${payment.system}`)
  if (payment.system === 'atmos')
    return [...(how === 'card' ? [t('how.card')] : []), t('how.cardPart')].join(' ')
  return [
    ...(refund.is_whole_only && !isWhole ? [] : [t(`how.${how}`, { system })]),
    ...(refund.is_whole_only ? [t('how.wholeOnly', { system })] : []),
  ].join(' ')
}

function Why({ life }: { readonly life: Life }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const { refund, payment, balance } = life
  if (refund.why === '') return null
  const money = (sums: number) => moneyIn(language, sums)
  const values = {
    sum: money(refund.max),
    balance: money(balance),
    once: money(refund.limit_once),
    left: money(refund.limit_left),
  }
  const isCard = refund.why === 'not_covered' && payment.system === 'atmos'
  return (
    <p className={styles['warn']}>
      {t(`why.${refund.why}`, values)}
      {isCard ? ` ${t('why.coveredCard')}` : ''}
    </p>
  )
}

function RefundForm({ life, sum }: { readonly life: Life; readonly sum: string }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const { refund, payment, balance, card_mask: mask } = life
  const form = useAmountAndReason(refund.max)
  const [isAsking, setIsAsking] = useState(false)
  const act = useAct(consolePayments.refund, {
    changes: refundChanges,
    onDone: ({ how }) => {
      setIsAsking(false)
      showToast(t(`refunded.${how}`))
    },
    onFailed: (error) => {
      setIsAsking(false)
      showToast(error.message, { isProblem: true })
    },
  })
  const amount = form.amount ?? 0
  const money = (sums: number) => moneyIn(language, sums)
  const isPart = amount < payment.amount
  const where =
    isPart && payment.system === 'atmos'
      ? t('preview.cardPart')
      : isPart && refund.is_whole_only
        ? t('preview.transfer', { system: t(`system.${payment.system}`) })
        : refund.how === 'by_hand' || refund.how === 'system'
          ? t(`preview.${refund.how}`, { system: t(`system.${payment.system}`) })
          : mask === ''
            ? t('preview.cardBare')
            : t('preview.card', { mask: shownMask(mask) })
  const falls = t('preview.balance', {
    ...{ sum: money(amount), before: money(balance), after: money(Math.max(0, balance - amount)) },
  })
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (form.check()) setIsAsking(true)
      }}
    >
      <AmountAndReason form={form} hint={t('amountMost', { sum })} />
      <div>
        <Button type="submit" look="primary">
          {t('refundStart')}
        </Button>
      </div>
      <Question
        title={t('refundTitle', { sum: money(amount) })}
        text={`${falls} ${where}`}
        confirm={t('refundNow', { sum: money(amount) })}
        isOpen={isAsking}
        isBusy={act.isPending}
        isDangerous
        onConfirm={() =>
          act.mutate({
            ...{ system: payment.system, number: payment.number, attempt: refund.attempt },
            ...{ amount, reason: form.reason },
          })
        }
        onClose={() => setIsAsking(false)}
      />
    </form>
  )
}
