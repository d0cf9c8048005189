import { useState } from 'react'
import { consoleDealers, type dealerStates, type ShownDealer } from '#contract/console/dealers.ts'
import { useForm } from '#console/session/use-form.ts'
import { TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { dealerChanges, DealerForm, sumsIn } from './dealer-form.tsx'
import { useDealersText } from './dealers-text.ts'

interface ContractFormProps {
  /** Undefined: a new one. */
  readonly dealer: ShownDealer | undefined
  readonly onSaved: (dealerId: number) => void
  readonly onClose: () => void
}

/** Adds a dealer, or changes its contract. */
export function ContractForm({ dealer, onSaved, onClose }: ContractFormProps) {
  const t = useDealersText()
  const [state, setState] = useState<(typeof dealerStates)[number]>(dealer?.state ?? 'active')
  const form = useForm(
    consoleDealers.save,
    {
      ...{ name: dealer?.name ?? '', contact: dealer?.contact ?? '', phone: dealer?.phone ?? '' },
      ...{ contract: dealer?.contract ?? '', credit_limit: String(dealer?.credit_limit ?? 0) },
    },
    {
      toInput: ({ credit_limit: creditLimit, ...values }) => ({
        ...(dealer === undefined ? {} : { dealer_id: dealer.dealer_id }),
        ...{ ...values, state, credit_limit: sumsIn(creditLimit), version: dealer?.version ?? 0 },
      }),
      failureFields: { dealer_owes_more: 'credit_limit' },
      changes: dealerChanges,
      onDone: ({ dealer_id: dealerId }) => {
        showToast(t('saved'))
        onSaved(dealerId)
      },
    },
  )
  return (
    <DealerForm
      title={t(dealer === undefined ? 'add' : 'change')}
      name={t('save')}
      form={form}
      onClose={onClose}
    >
      <TextField field={form.field('name')} label={t('name')} isFocused />
      <TextField field={form.field('contract')} label={t('contract')} />
      <TextField field={form.field('contact')} label={t('contact')} />
      <TextField field={form.field('phone')} label={t('phone')} />
      <TextField
        field={form.field('credit_limit')}
        label={t('creditLimit')}
        hint={t('creditLimitHint')}
        inputMode="numeric"
      />
      <Picker
        label={t('state')}
        value={state}
        choices={(['active', 'stopped'] as const).map((value) => ({
          ...{ value, label: t(`state.${value}`), about: t(`stateAbout.${value}`) },
        }))}
        onChange={setState}
      />
    </DealerForm>
  )
}
