import { useState } from 'react'
import { cards, type SavedCard } from '#contract/billing/cards.ts'
import type { CallResult } from '#contract/client.ts'
import { brandOf } from '#web/payment/flow/card-rules.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { shownCard } from './cabinet-rules.ts'
import { useCabinetText } from './cabinet-text.ts'
import { useMoneyText } from './money-text.ts'
import styles from './cabinet-screen.module.css'

/** The saved cards: choosing the one that pays, and removing one (PAY-05, CAB-01). */
export function CardsCard() {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const state = useCall(cards.cards, {})
  const [request, setRequest] = useState<SavedCard | null>(null)
  const report = (result: CallResult<object>, done: string) => {
    setRequest(null)
    if (result.kind === 'unreachable') return showToast(cabinet('noConnection'))
    showToast(result.kind === 'refused' ? result.message : done)
    if (state.kind !== 'loading') state.retry()
  }
  const makeMain = async ({ card_id: id, pan }: SavedCard) =>
    report(await call(cards.setMainCard, { id }), t('madeMain', { card: named(pan) }))
  const letPay = async ({ card_id: id, pan }: SavedCard, isOn: boolean) =>
    report(
      await call(cards.setAutoPay, { id, auto_pay: isOn ? 1 : 0 }),
      t(isOn ? 'autoPayOn' : 'autoPayOff', { card: named(pan) }),
    )
  const forget = async () => {
    if (request !== null) report(await call(cards.deleteCard, { id: request.card_id }), t('deleted'))
  }
  return (
    <section className={styles.card} data-cards="">
      <h2 className={styles.label}>{t('cards')}</h2>
      {state.kind === 'loading' && <Skeleton className={styles.line} />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryLine onRetry={state.retry} />}
      {state.kind === 'ok' && state.data.length === 0 && <p className={styles.text}>{t('noCards')}</p>}
      {state.kind === 'ok' && (
        <ul className={styles.list}>
          {state.data.map((card) => (
            <CardRow
              key={card.card_id}
              card={card}
              onAutoPay={(isOn) => void letPay(card, isOn)}
              onMain={() => void makeMain(card)}
              onDelete={() => setRequest(card)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={request !== null}
        title={t('askDelete', { card: named(request?.pan ?? '') })}
        text={t('askDeleteText')}
        action={t('deleteCard')}
        cancel={cabinet('cancel')}
        onConfirm={forget}
        onClose={() => setRequest(null)}
      />
    </section>
  )
}

/** `Uzcard •• 3347`. */
function named(pan: string) {
  return `${brandOf(pan) ?? ''} •• ${pan.slice(-4)}`.trim()
}

interface CardRowProps {
  readonly card: SavedCard
  readonly onAutoPay: (isOn: boolean) => void
  readonly onMain: () => void
  readonly onDelete: () => void
}

function CardRow({ card, onAutoPay, onMain, onDelete }: CardRowProps) {
  const t = useMoneyText()
  const { pan, expiry } = card
  return (
    <li className={styles.row} data-card={card.card_id}>
      <div>
        <p className={styles.name}>
          <span aria-hidden="true">{shownCard(pan)}</span>
          <span className="spoken">
            {t('spokenCard', { brand: brandOf(pan) ?? '', digits: pan.slice(-4) })}
          </span>
        </p>
        <p className={styles.meta}>{[brandOf(pan), t('expires', { expiry })].filter(Boolean).join(' · ')}</p>
      </div>
      {card.is_main === 1 && <p className={styles.active}>{t('main')}</p>}
      <div className={styles.full}>
        <Switch
          isOn={card.auto_pay === 1}
          label={t('autoPay')}
          name={t('autoPayOf', { card: named(pan) })}
          onSwitch={onAutoPay}
        />
        <p className={styles.meta}>{t('autoPayText')}</p>
      </div>
      <div className={styles.controls} data-row="">
        {card.is_main === 0 && (
          <Button aria-label={t('makeMainOf', { card: named(pan) })} onClick={onMain}>
            {t('makeMain')}
          </Button>
        )}
        <Button
          variant="quiet"
          className={styles.flush}
          icon="trash"
          aria-label={t('deleteCardOf', { card: named(pan) })}
          onClick={onDelete}
        >
          {t('deleteCard')}
        </Button>
      </div>
    </li>
  )
}
