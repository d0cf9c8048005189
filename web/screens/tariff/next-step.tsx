import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { pathOf } from '#contract/form/pages.ts'
import { changes } from '#contract/billing/changes.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatDate } from '#web/i18n/format.ts'
import { randomKey } from '#web/payment/flow/attempt-key.ts'
import { FreeDaysButton } from '#web/payment/offer/free-days-button.tsx'
import type { FreeDays } from '#web/payment/offer/use-free-days.ts'
import { openPayment } from '#web/payment/flow/open-payment.ts'
import { renewResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { useLanguage, useSession } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { stepOf, type Tariff } from './tariff-rules.ts'
import { useTariffText } from './tariff-text.ts'
import styles from './tariff-screen.module.css'

interface NextStepProps {
  readonly tariff: Tariff
  readonly own: z.output<typeof Subscription> | undefined
  readonly isBase: boolean
  readonly hasBase: boolean
  /** It takes the place of the base tariff at the end of its paid time. */
  readonly isPlanned: boolean
  readonly free: FreeDays | null
  readonly isPrimary: boolean
}

/** The possible actions on a tariff; one of the page is primary. */
export function NextStep(props: NextStepProps) {
  const { free, isPrimary } = props
  if (free === null) return <Step {...props} variant={isPrimary ? 'primary' : 'secondary'} />
  return (
    <>
      <FreeDaysButton free={free} variant={isPrimary ? 'primary' : 'secondary'} />
      <Step {...props} variant="secondary" />
    </>
  )
}

interface StepProps extends Omit<NextStepProps, 'free' | 'isPrimary'> {
  readonly variant: 'primary' | 'secondary'
}

function Step({ tariff, own, isBase, hasBase, isPlanned, variant }: StepProps) {
  const t = useTariffText()
  const language = useLanguage()
  const { token } = useSession()
  const from = useHere()
  if (token === null)
    return (
      <ButtonLink variant={variant} to={pathOf('login')} state={{ from }}>
        {t('login')}
      </ButtonLink>
    )
  const step = stepOf(own, isBase, hasBase)
  const name = tariff[`name_${language}`]
  return (
    <>
      {isPlanned && <UndoChange />}
      {step.buys !== null && !isPlanned && (
        <Button variant={variant} onClick={() => openPayment({ kind: 'tariff', tariffId: tariff.tariff_id })}>
          {t(step.buys)}
          <span className="spoken">: {name}</span>
        </Button>
      )}
      {step.turnsOff && <TurnOff tariffId={tariff.tariff_id} name={name} />}
      {step.isBase && <p className={styles.meta}>{t('baseStays')}</p>}
    </>
  )
}

/** One tap takes the planned change back. */
function UndoChange() {
  const t = useTariffText()
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    const result = await call(changes.undo, {})
    setBusy(false)
    if (result.kind === 'unreachable') return showToast(t('noResponse'))
    showToast(result.kind === 'refused' ? result.message : t('changeUndone'))
    renewResponses()
  }
  return (
    <Button disabled={busy} onClick={() => void undo()}>
      {t('undoChange')}
    </Button>
  )
}

/** Confirmed first: charging stops, and the paid period stays. */
function TurnOff({ tariffId, name }: { readonly tariffId: number; readonly name: string }) {
  const t = useTariffText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [asking, setAsking] = useState(false)
  const key = useRef<string | null>(null)
  const turnOff = async () => {
    key.current ??= randomKey()
    const result = await call(subscriptions.unsubscribe, { tariff_id: tariffId }, undefined, key.current)
    if (result.kind === 'unreachable') return showToast(t('noResponse'))
    key.current = null
    setAsking(false)
    if (result.kind === 'refused') return showToast(result.message)
    const { paid_until: until } = result.data
    showToast(
      until > nowSec ? t('turnedOffLater', { date: formatDate(until, language, nowSec) }) : t('turnedOff'),
    )
    renewResponses()
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('turnOff')}
        <span className="spoken">: {name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('turnOffTitle', { name })}
        text={t('turnOffText')}
        action={t('turnOff')}
        cancel={t('keep')}
        onConfirm={turnOff}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
