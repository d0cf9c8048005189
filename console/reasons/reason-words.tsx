import { RawDetail } from './raw-detail.tsx'
import { reasonCode, statusOf } from './reason-codes.ts'
import { useReasonsText } from './reasons-text.ts'
import styles from './reasons.module.css'

/** A reason of the server in the console's language, with what helps; its exact words are folded below. */
export function ReasonWords({ reason }: { readonly reason: string }) {
  const t = useReasonsText()
  const code = reasonCode(reason)
  return (
    <span className={styles['reason']}>
      <span>
        {code === 'status' ? t('reason.status', { status: statusOf(reason) }) : t(`reason.${code}`)}{' '}
        {t(`remedy.${code}`)}
      </span>
      <RawDetail words={reason} />
    </span>
  )
}
