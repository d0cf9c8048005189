/** Another account of the same person becomes a part of this one. */
import { consoleSubscriberDoubles as doubles } from '#contract/console/subscriber-data.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { TextField } from '#console/ui/field.tsx'
import { Skeleton } from '#console/ui/page.tsx'
import { spacedPhone, type SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { ActForm, useTextState } from './act-form.tsx'
import { useActsText } from './acts-text.ts'
import styles from './acts.module.css'

/** Says what goes to this subscriber before anything does. */
export function MergeForm({
  card,
  onClose,
}: {
  readonly card: SubscriberCard
  readonly onClose: () => void
}) {
  const t = useActsText()
  const from = useTextState('from', '')
  const typed = from.value.trim()
  const isTyped = typed.replace(/\D/g, '').length >= 6
  const { data: effect, error } = useCall(
    doubles.preview,
    { account_id: card.account_id, from: typed },
    { isEnabled: isTyped },
  )
  const isReady = isTyped && effect !== undefined && error === null
  return (
    <ActForm
      endpoint={doubles.merge}
      name={t('merge')}
      isDangerous
      isReady={isReady}
      toInput={(common) => ({ ...common, account_id: card.account_id, from: typed })}
      effect={
        !isTyped ? (
          <p>{t('merge.search')}</p>
        ) : error !== null ? (
          <p className={styles['problem']}>{error.message}</p>
        ) : effect === undefined ? (
          <Skeleton lines={3} />
        ) : (
          <Effect effect={effect} />
        )
      }
      onClose={onClose}
    >
      <TextField field={from} label={t('merge.from')} isFocused />
    </ActForm>
  )
}

const parts = ['profiles', 'recordings', 'reminders', 'followed'] as const

/** Profiles, and what they gathered: how many go, what both have, and which limit is exceeded then. */
function Gathered({ effect }: { readonly effect: ResponseOf<typeof doubles.preview> }) {
  const t = useActsText()
  return parts.map((part) => {
    const { moved, twice, total, limit } = effect[part]
    if (moved === 0) return null
    const text = [
      t(`merge.${part}`, { count: moved }),
      ...(twice > 0 ? [t('merge.twice', { count: twice })] : []),
      ...(total > limit ? [t(`merge.over.${part}`, { total, limit })] : []),
    ].join(' ')
    return <p key={part}>{text}</p>
  })
}

function Effect({ effect }: { readonly effect: ResponseOf<typeof doubles.preview> }) {
  const t = useActsText()
  const language = useLanguage()
  const { from, balance, tariffs, devices, cards, watching } = effect
  const phone = from.phone === '' ? '' : spacedPhone(from.phone)
  return (
    <>
      <p>{t('merge.who', { number: from.abonement, name: from.name, phone })}</p>
      {balance > 0 ? <p>{t('merge.balance', { balance: moneyIn(language, balance) })}</p> : null}
      {tariffs.length > 0 ? (
        <p>{t('merge.tariffs', { tariffs: tariffs.map((name) => name[language]).join(', ') })}</p>
      ) : null}
      <p>{t('merge.more', { devices, cards, watching })}</p>
      <Gathered effect={effect} />
      <p>{t('merge.forever')}</p>
    </>
  )
}
