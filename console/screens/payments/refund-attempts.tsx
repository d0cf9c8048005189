import type { RefundAttempt } from '#contract/console/payments.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge, Section } from '#console/ui/page.tsx'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

/** Every attempt to refund the payment, the first one first; nothing when none was made. */
export function RefundAttempts({ refunds }: { readonly refunds: readonly RefundAttempt[] }) {
  const t = usePaymentsText()
  if (refunds.length === 0) return null
  return (
    <Section title={t('attempts')}>
      <ol className={styles['events']} aria-label={t('attempts')}>
        {refunds.map((one) => (
          <Attempt key={one.attempt} one={one} />
        ))}
      </ol>
    </Section>
  )
}

function Attempt({ one }: { readonly one: RefundAttempt }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const who = (name: string) => (name === '' ? t('operator') : name)
  const when = (at: number) => formatMoment(at, language, nowSec)
  const { attempt, amount, reason, state, way, document } = one
  const isByStaff = way !== 'system' && way !== 'card'
  const end = [
    ...(one.ended_at === 0
      ? []
      : [
          isByStaff ? t('endedBy', { who: who(one.ended_by), when: when(one.ended_at) }) : when(one.ended_at),
        ]),
    ...(way === '' ? [] : [t(`way.${way}`)]),
    ...(document === '' ? [] : [t('document', { text: document })]),
  ]
  return (
    <li>
      <span className={styles['strong']}>
        {t('attemptName', { number: attempt, sum: moneyIn(language, amount) })}
      </span>
      <Badge tone={state === 'to_do' ? 'warn' : state === 'done' ? 'good' : 'plain'}>
        {t(`task.${state}`)}
      </Badge>
      <span className={styles['quiet']}>
        {[
          ...(reason === '' ? [] : [reason]),
          t('askedBy', { who: who(one.asked_by), when: when(one.asked_at) }),
        ].join(' · ')}
      </span>
      {end.length === 0 ? null : <span className={styles['quiet']}>{end.join(' · ')}</span>}
    </li>
  )
}
