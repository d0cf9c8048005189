import { useState } from 'react'
import { consoleDealers, type ShownDealer, type ShownDealerEntry } from '#contract/console/dealers.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useForm } from '#console/session/use-form.ts'
import { TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { cashChanges, dealerChanges, DealerForm, requestKey, sumsIn } from './dealer-form.tsx'
import { useDealersText } from './dealers-text.ts'

interface FormProps {
  readonly dealer: ShownDealer
  readonly onClose: () => void
}

/** The dealer pays in, or gets back what is left. */
export function DepositForm({ dealer, onClose }: FormProps) {
  const t = useDealersText()
  const language = useLanguage()
  const [key] = useState(requestKey)
  const [way, setWay] = useState<'in' | 'back'>('in')
  const form = useForm(
    consoleDealers.deposit,
    { amount: '', document: '' },
    {
      toInput: ({ amount, document }) => ({
        ...{ dealer_id: dealer.dealer_id, document, key },
        amount: way === 'in' ? sumsIn(amount) : -sumsIn(amount),
      }),
      failureFields: { dealer_short: 'amount' },
      changes: dealerChanges,
      onDone: ({ deposit }) => {
        showToast(t('depositNow', { sum: moneyIn(language, deposit) }))
        onClose()
      },
    },
  )
  return (
    <DealerForm title={t('depositTitle')} name={t('write')} form={form} onClose={onClose}>
      <Picker
        label={t('depositWay')}
        value={way}
        choices={(['in', 'back'] as const).map((value) => ({ value, label: t(`depositWay.${value}`) }))}
        onChange={setWay}
      />
      <TextField field={form.field('amount')} label={t('amount')} inputMode="numeric" isFocused />
      <TextField field={form.field('document')} label={t('document')} hint={t('documentHint')} />
    </DealerForm>
  )
}

/** Tops up a subscriber with cash that the dealer took. */
export function CashForm({ dealer, onClose }: FormProps) {
  const t = useDealersText()
  const language = useLanguage()
  const [key] = useState(requestKey)
  const form = useForm(
    consoleDealers.cash,
    { abonement: '', amount: '' },
    {
      toInput: ({ abonement, amount }) => ({
        ...{ dealer_id: dealer.dealer_id, abonement: abonement.trim(), amount: sumsIn(amount), key },
      }),
      failureFields: { late_no_subscriber: 'abonement', dealer_short: 'amount' },
      changes: cashChanges,
      onDone: ({ deposit }) => {
        showToast(t('cashDone', { sum: moneyIn(language, deposit) }))
        onClose()
      },
    },
  )
  const available = moneyIn(language, Math.max(0, dealer.deposit + dealer.credit_limit))
  return (
    <DealerForm
      title={t('cashTitle')}
      about={t('cashText')}
      name={t('cashNow')}
      form={form}
      onClose={onClose}
    >
      <TextField field={form.field('abonement')} label={t('subscriber')} inputMode="numeric" isFocused />
      <TextField
        field={form.field('amount')}
        label={t('amount')}
        hint={t('available', { sum: available })}
        inputMode="numeric"
      />
    </DealerForm>
  )
}

/** Takes a wrong top-up back. */
export function CashBackForm({
  entry,
  onClose,
}: {
  readonly entry: ShownDealerEntry
  readonly onClose: () => void
}) {
  const t = useDealersText()
  const language = useLanguage()
  const form = useForm(
    consoleDealers.cashBack,
    { reason: '' },
    {
      toInput: ({ reason }) => ({ entry_id: entry.entry_id, reason }),
      changes: cashChanges,
      onDone: () => {
        showToast(t('cashBackDone'))
        onClose()
      },
    },
  )
  const values = { sum: moneyIn(language, -entry.amount), number: entry.abonement }
  return (
    <DealerForm
      title={t('cashBackTitle')}
      about={t('cashBackText', values)}
      name={t('cashBackNow')}
      form={form}
      onClose={onClose}
    >
      <TextField field={form.field('reason')} label={t('reason')} hint={t('reasonHint')} isFocused />
    </DealerForm>
  )
}

/** Attaches a subscriber, or takes it from its dealer. */
export function AttachForm({
  dealer,
  abonement,
  onClose,
}: FormProps & { readonly abonement?: string | undefined }) {
  const t = useDealersText()
  const isOff = abonement !== undefined
  const form = useForm(
    consoleDealers.attach,
    { abonement: abonement ?? '', reason: '' },
    {
      toInput: (values) => ({
        ...{ dealer_id: isOff ? 0 : dealer.dealer_id, abonement: values.abonement.trim() },
        reason: values.reason,
      }),
      failureFields: { late_no_subscriber: 'abonement' },
      changes: dealerChanges,
      onDone: () => {
        showToast(t(isOff ? 'detached' : 'attached'))
        onClose()
      },
    },
  )
  return (
    <DealerForm
      title={t(isOff ? 'detachTitle' : 'attachTitle')}
      about={t(isOff ? 'detachText' : 'attachText')}
      name={t(isOff ? 'detachNow' : 'attachNow')}
      form={form}
      onClose={onClose}
    >
      <TextField
        field={form.field('abonement')}
        label={t('subscriber')}
        inputMode="numeric"
        isReadOnly={isOff}
        isFocused={!isOff}
      />
      <TextField field={form.field('reason')} label={t('reason')} hint={t('reasonHint')} />
    </DealerForm>
  )
}
