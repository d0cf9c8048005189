import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import { minTopUpSums } from '#contract/form/constants.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { openPayment } from '#web/payment/flow/open-payment.ts'
import { useUnanswered } from '#web/payment/flow/unanswered.ts'
import { useAccountText } from '#web/features/forms/account-text.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { nextCharge, topUpFor } from './cabinet-rules.ts'
import { useMoneyText } from './money-text.ts'
import styles from './cabinet-screen.module.css'

type Info = ResponseOf<typeof accounts.info>
interface AccountCardProps {
  readonly info: Info
  readonly onPaid: () => void
}

/** The balance, the next charge, and the missing amount while a subscription waits for money (CAB-01, SUB-06). */
export function AccountCard({ info, onPaid }: AccountCardProps) {
  const t = useMoneyText()
  const account = useAccountText()
  const language = useLanguage()
  const open = useUnanswered()
  const lacks = info.missing > 0
  const coming = nextCharge(info.subscriptions.item, info.balance)
  const target = lacks ? info.missing : (coming?.missing ?? 0)
  const topUp = target > 0 ? topUpFor(target) : undefined
  const pay = () => openPayment({ kind: 'top_up', ...(topUp === undefined ? {} : { amount: topUp }) }, onPaid)
  return (
    <section className={classes(styles.card, styles.balance)} data-account-state={info.state}>
      {lacks && <Lacking info={info} />}
      {open !== null && (
        <p className={styles.missing} role="status">
          {t('unanswered', { price: formatMoney(open.bill.sums, language) })}
        </p>
      )}
      <h2 className={styles.label}>{account('balance')}</h2>
      <p className={styles.money}>{formatMoney(info.balance, language)}</p>
      {!lacks && <Next info={info} />}
      {target > 0 && target < minTopUpSums && (
        <p className={styles.meta}>{t('minPayment', { price: formatMoney(minTopUpSums, language) })}</p>
      )}
      <div className={styles.actions} data-row="">
        <Button variant="primary" onClick={pay}>
          {topUp === undefined ? t('topUp') : t('topUpBy', { price: formatMoney(topUp, language) })}
        </Button>
        <ButtonLink variant="quiet" className={styles.flush} to={pathOf('paymentHistory')}>
          {t('history')}
        </ButtonLink>
      </div>
    </section>
  )
}

/** The waiting subscription and, in one sentence, how much money it still needs. */
function Lacking({ info }: { readonly info: Info }) {
  const t = useMoneyText()
  const language = useLanguage()
  const waiting = info.subscriptions.item.filter((one) => one.state === 'suspended')
  return (
    <div className={styles.lacking} role="status">
      <p className={styles.name}>{t('stopped', { names: waiting.map((one) => one.name).join(', ') })}</p>
      <p>{t('lacking', { price: formatMoney(info.missing, language) })}</p>
    </div>
  )
}

function Next({ info }: { readonly info: Info }) {
  const t = useMoneyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const coming = nextCharge(info.subscriptions.item, info.balance)
  if (coming === null) return <p className={styles.text}>{t('nothingNext')}</p>
  const said = {
    date: formatDate(coming.atSec, language, nowSec),
    price: formatMoney(coming.sums, language),
  }
  return coming.missing > 0 ? (
    <p className={styles.missing}>
      {t('nextMissing', { ...said, missing: formatMoney(coming.missing, language) })}
    </p>
  ) : (
    <p className={styles.text}>{t('next', said)}</p>
  )
}
