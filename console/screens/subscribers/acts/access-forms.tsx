/** What a subscriber signs in with: name, phone, password, state, devices. */
import { consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import { showToast } from '#console/ui/toast.tsx'
import { TextField } from '#console/ui/field.tsx'
import type { SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { ActForm, useTextState } from './act-form.tsx'
import { useActsText } from './acts-text.ts'

interface CardProps {
  readonly card: SubscriberCard
  readonly onClose: () => void
}

export function NameForm({ card, onClose }: CardProps) {
  const t = useActsText()
  const field = useTextState('name', card.name)
  return (
    <ActForm
      endpoint={acts.rename}
      name={t('rename')}
      toInput={(common) => ({ ...common, account_id: card.account_id, name: field.value })}
      effect={<p>{`${card.name || '—'} → ${field.value.trim() || '—'}`}</p>}
      onClose={onClose}
    >
      <TextField field={field} label={t('newName')} isFocused />
    </ActForm>
  )
}

export function PhoneForm({ card, onClose }: CardProps) {
  const t = useActsText()
  const field = useTextState('phone', '')
  return (
    <ActForm
      endpoint={acts.phone}
      name={t('phone')}
      isReady={field.value.trim() !== ''}
      toInput={(common) => ({ ...common, account_id: card.account_id, phone: field.value })}
      effect={<p>{t('effect.phone')}</p>}
      onClose={onClose}
    >
      <TextField field={field} label={t('newPhone')} isFocused />
    </ActForm>
  )
}

/** Sends a new password to the subscriber's own phone: the staff does not see it. */
export function PasswordForm({ card, onClose }: CardProps) {
  const t = useActsText()
  return (
    <ActForm
      endpoint={acts.password}
      name={t('password')}
      toInput={(common) => ({ ...common, account_id: card.account_id })}
      effect={<p>{t('effect.password')}</p>}
      onDone={({ phone }) => {
        showToast(t('passwordSent', { phone }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

export function StateForm({ card, onClose }: CardProps) {
  const t = useActsText()
  const isClosed = card.standing.kind === 'blocked' || card.standing.kind === 'closed'
  const state: 'active' | 'blocked' = isClosed ? 'active' : 'blocked'
  const name = state === 'active' ? 'unblock' : 'block'
  return (
    <ActForm
      endpoint={acts.state}
      name={t(name)}
      isDangerous={state === 'blocked'}
      toInput={(common) => ({ ...common, account_id: card.account_id, state })}
      effect={<p>{t(`effect.${name}`)}</p>}
      onClose={onClose}
    />
  )
}

export function SignOutForm({ card, onClose }: CardProps) {
  const t = useActsText()
  return (
    <ActForm
      endpoint={acts.signOut}
      name={t('signOut')}
      isDangerous
      toInput={(common) => ({ ...common, account_id: card.account_id })}
      effect={<p>{t('effect.signOut')}</p>}
      onClose={onClose}
    />
  )
}
