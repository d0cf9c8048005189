import { useState } from 'react'
import { Link } from 'wouter'
import { consoleDealers, type ShownDealerPayout } from '#contract/console/dealers.ts'
import { formatDate, formatMoment, startOfDay } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import styles from './payments.module.css'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Badge } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { dealerChanges, DealerForm } from './dealer-form.tsx'
import { useDealersText } from './dealers-text.ts'

const tones = { prepared: 'warn', approved: 'warn', paid: 'good', cancelled: 'plain' } as const

/** Payouts with what the member may do with each. */
export function Payouts({
  payouts,
  withDealer = false,
}: {
  readonly payouts: readonly ShownDealerPayout[]
  readonly withDealer?: boolean
}) {
  const t = useDealersText()
  return (
    <ul className={styles['events']} aria-label={t('payouts')}>
      {payouts.map((payout) => (
        <PayoutRow key={payout.payout_id} payout={payout} withDealer={withDealer} />
      ))}
    </ul>
  )
}

function PayoutRow({
  payout,
  withDealer,
}: {
  readonly payout: ShownDealerPayout
  readonly withDealer: boolean
}) {
  const t = useDealersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const who = (name: string) => (name === '' ? t('operator') : name)
  const when = (at: number) => formatMoment(at, language, nowSec)
  const { state, amount, to } = payout
  const steps = [
    t('payoutPrepared', { who: who(payout.prepared_by), when: when(payout.prepared_at) }),
    ...(payout.approved_at === 0
      ? []
      : [t('payoutApproved', { who: who(payout.approved_by), when: when(payout.approved_at) })]),
    ...(payout.ended_at === 0
      ? []
      : [
          t(state === 'paid' ? 'payoutPaid' : 'payoutCancelled', {
            ...{ who: who(payout.ended_by), when: when(payout.ended_at), document: payout.document },
          }),
        ]),
  ]
  return (
    <li>
      <span>
        <span className={styles['sum']}>{moneyIn(language, amount)}</span>{' '}
        {t('payoutUntil', { date: formatDate(startOfDay(to) ?? 0, language, nowSec) })}
        {withDealer ? (
          <>
            {' · '}
            <Link href={`/dealers/${payout.dealer_id}`}>{payout.dealer}</Link>
          </>
        ) : null}
      </span>
      <Badge tone={tones[state]}>{t(`payoutState.${state}`)}</Badge>
      <span className={styles['quiet']}>{steps.join(' · ')}</span>
      <PayoutActs payout={payout} />
    </li>
  )
}

function PayoutActs({ payout }: { readonly payout: ShownDealerPayout }) {
  const t = useDealersText()
  const mayAct = useMay()('payments', 'act')
  const [isPaying, setIsPaying] = useState(false)
  const act = useAct(consoleDealers.payout, {
    changes: dealerChanges,
    onDone: ({ state }) => showToast(t(`payoutState.${state}`)),
    onFailed: (error) => {
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  const { payout_id: payoutId, state, is_own: isOwn } = payout
  if (!mayAct || state === 'paid' || state === 'cancelled') return null
  const step = (name: 'approve' | 'cancel') => act.mutate({ payout_id: payoutId, step: name })
  return (
    <div className={`${styles['rowAct']} ${styles['line']}`}>
      {state === 'approved' ? (
        <Button look="primary" onPress={() => setIsPaying(true)}>
          {t('pay')}
        </Button>
      ) : isOwn ? (
        <span className={styles['quiet']}>{t('payoutOwn')}</span>
      ) : (
        <Button look="primary" isPending={act.isPending} onPress={() => step('approve')}>
          {t('approve')}
        </Button>
      )}
      <Button look="quiet" isPending={act.isPending} onPress={() => step('cancel')}>
        {t('payoutCancel')}
      </Button>
      {isPaying ? <PaidForm payoutId={payoutId} onClose={() => setIsPaying(false)} /> : null}
    </div>
  )
}

function PaidForm({ payoutId, onClose }: { readonly payoutId: number; readonly onClose: () => void }) {
  const t = useDealersText()
  const form = useForm(
    consoleDealers.payout,
    { document: '' },
    {
      toInput: ({ document }) => ({ payout_id: payoutId, step: 'pay' as const, document }),
      changes: dealerChanges,
      onDone: () => {
        showToast(t('payoutState.paid'))
        onClose()
      },
    },
  )
  return (
    <DealerForm title={t('payTitle')} about={t('payText')} name={t('payNow')} form={form} onClose={onClose}>
      <TextField field={form.field('document')} label={t('document')} hint={t('documentHint')} isFocused />
    </DealerForm>
  )
}

/** Prepares the payout of a month. */
export function PrepareButton({ dealerId, month }: { readonly dealerId: number; readonly month: string }) {
  const t = useDealersText()
  const language = useLanguage()
  const act = useAct(consoleDealers.prepare, {
    changes: dealerChanges,
    onDone: ({ amount }) => showToast(t('prepared', { sum: moneyIn(language, amount) })),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  return (
    <Button isPending={act.isPending} onPress={() => act.mutate({ dealer_id: dealerId, month })}>
      {t('prepare')}
    </Button>
  )
}
