import { useEffect, useRef, useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { cards, type SavedCard } from '#contract/billing/cards.ts'
import { pathOf } from '#contract/form/pages.ts'
import { payments } from '#contract/billing/payments.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { siteOrigin, siteName } from '#web/state/site-address.ts'
import { isTelevision } from '#web/remote/television.ts'
import { renewResponses } from '#web/session/requests/answers.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import type { Bill } from '#web/payment/flow/bill.ts'
import { shortPan, tiyinForLinks } from '#web/payment/flow/card-rules.ts'
import { addressOfPayment } from '#web/payment/flow/payment-address.ts'
import { usePaymentText } from '#web/payment/flow/payment-text.ts'
import { noCard, type PaymentFlow } from '#web/payment/flow/use-payment-flow.ts'
import { BillHead, FormProblem } from './bill-head.tsx'
import inputs from '#web/ui/controls/input.module.css'
import styles from '#web/payment/flow/payment.module.css'

interface HowStepProps {
  readonly bill: Bill
  readonly flow: PaymentFlow
}

/**
 * The payment method: a saved card, a new one, or a payment system's own page; on a television the form is filled
 * in on a phone.
 */
export function HowStep({ bill, flow }: HowStepProps) {
  const t = usePaymentText()
  const saved = useCall(cards.cards, {})
  const [chosen, setChosen] = useState<SavedCard | null>(null)
  useArrival(bill, flow)
  if (chosen !== null)
    return <ConfirmCard bill={bill} card={chosen} flow={flow} onBack={() => setChosen(null)} />
  return (
    <div className={styles.form}>
      <BillHead bill={bill} />
      <h3 className={inputs.label}>{t('how')}</h3>
      {saved.kind === 'loading' && <Skeleton className={styles.waitingLine} />}
      {saved.kind === 'unreachable' && <RetryLine onRetry={saved.retry} />}
      <ul className={styles.ways}>
        {saved.kind === 'ok' &&
          saved.data.map((card) => (
            <li key={card.card_id}>
              <button type="button" className={styles.way} onClick={() => setChosen(card)}>
                <span>{t('savedCard', { pan: shortPan(card.pan) })}</span>
                <span className={styles.hint}>
                  {t('expires', { expiry: card.expiry })}
                  {card.is_main === 1 && ` · ${t('main')}`}
                </span>
              </button>
            </li>
          ))}
        {!isTelevision() && (
          <li>
            <button
              type="button"
              className={styles.way}
              onClick={() => flow.go({ kind: 'card', bill, typed: noCard })}
            >
              {t('newCard')}
            </button>
          </li>
        )}
      </ul>
      {isTelevision() ? <OnPhone bill={bill} /> : <Systems bill={bill} />}
      <FormProblem message={flow.problem?.message} />
      <Button variant="quiet" onClick={() => flow.go({ kind: 'what' })}>
        {t('back')}
      </Button>
    </div>
  )
}

interface ConfirmCardProps extends HowStepProps {
  readonly card: SavedCard
  readonly onBack: () => void
}

function ConfirmCard({ bill, card, flow, onBack }: ConfirmCardProps) {
  const t = usePaymentText()
  const money = formatMoney(bill.sums, useLanguage())
  return (
    <div className={styles.form}>
      <BillHead bill={bill} />
      <p className={styles.said}>{t('cardTaken', { pan: shortPan(card.pan), money })}</p>
      <FormProblem message={flow.problem?.message} />
      <Button
        variant="primary"
        size="l"
        wide
        disabled={flow.busy}
        onClick={() => void flow.paySaved(bill, card.card_id)}
      >
        {t('confirm')}
      </Button>
      <Button variant="quiet" disabled={flow.busy} onClick={onBack}>
        {t('back')}
      </Button>
    </div>
  )
}

/** The available payment systems, each with its own page. */
function Systems({ bill }: { readonly bill: Bill }) {
  const t = usePaymentText()
  const links = useCall(payments.payByLink, { amount: tiyinForLinks(bill.sums) })
  const [isWaiting, setWaiting] = useState(false)
  if (links.kind !== 'ok' || links.data.links.item.length === 0) return null
  return (
    <>
      <h3 className={inputs.label}>{t('systems')}</h3>
      <div className={styles.systems} data-row="">
        {links.data.links.item.map(({ system, name, url }) => (
          <a
            key={system}
            className={styles.system}
            href={url}
            target="_blank"
            rel="noopener"
            onClick={() => setWaiting(true)}
          >
            {name}
          </a>
        ))}
      </div>
      <p className={styles.hint} role="status">
        {t(isWaiting ? 'waitingMoney' : 'systemsHint')}
      </p>
    </>
  )
}

function OnPhone({ bill }: { readonly bill: Bill }) {
  const t = usePaymentText()
  const { tariff, sums } = bill
  const address = addressOfPayment(
    tariff === null ? { kind: 'top_up', amount: sums } : { kind: 'tariff', ...tariff },
    siteOrigin(),
  )
  return (
    <div className={styles.phone}>
      <QrCode className={styles.qr} text={address} label={t('onPhone')} size={280} />
      <div>
        <p className={styles.name}>{t('onPhone')}</p>
        <p className={styles.hint}>{t('onPhoneText')}</p>
        <p className={styles.hint}>{t('noCamera', { address: siteName() + pathOf('cabinet') })}</p>
      </div>
    </div>
  )
}

const pollMs = 5000

/** Money that arrives by another way meanwhile continues the flow: to the purchase, or to the end. */
function useArrival(bill: Bill, flow: PaymentFlow): void {
  const info = useCall(accounts.info, {}, { everyMs: pollMs })
  const balance = info.kind === 'ok' ? info.data.balance : null
  const missing = info.kind === 'ok' ? info.data.missing : 0
  const before = useRef<{ balance: number; missing: number } | null>(null)
  const { busy, go } = flow
  useEffect(() => {
    if (balance === null || busy) return
    before.current ??= { balance, missing }
    // A suspended subscription is resumed at once, and its price is charged from the new balance.
    const isResumed = before.current.missing > 0 && missing === 0
    if (!isResumed && balance < before.current.balance + bill.sums) return
    before.current = { balance, missing }
    renewResponses()
    go(bill.tariff === null ? { kind: 'result', bill, outcome: 'paid' } : { kind: 'what' })
  }, [balance, missing, busy, bill, go])
}
