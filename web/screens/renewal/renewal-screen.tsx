/** `/renewal`: one tap cancels the renewal that a notification is about, without a login; and renews after all. */
import { useState, useSyncExternalStore } from 'react'
import { changes } from '#contract/billing/changes.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { useSearchParams } from '#web/router/router.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { renewResponses } from '#web/session/requests/answers.ts'
import { useLanguage } from '#web/session/session.ts'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useRenewalText } from './renewal-text.ts'
import styles from './renewal-screen.module.css'

type Renewal = ResponseOf<typeof changes.renewal>

export function RenewalScreen() {
  const t = useRenewalText()
  const token = useToken()
  const state = useCall(changes.renewal, token === null || token === '' ? null : { token })
  const isOver = token === '' || state.kind === 'refused'
  return (
    <div className={styles.screen}>
      {isOver ? (
        <section className={styles.card}>
          <h1 className={styles.title}>{t('over')}</h1>
          <p className={styles.text}>{state.kind === 'refused' ? state.message : t('overText')}</p>
          <ButtonLink to={pathOf('cabinet')}>{t('cabinet')}</ButtonLink>
        </section>
      ) : token === null || state.kind === 'loading' ? (
        <Waiting />
      ) : state.kind === 'ok' ? (
        <Shown key={token} token={token} first={state.data} />
      ) : (
        <RetryCard onRetry={state.retry} />
      )}
    </div>
  )
}

/** The place of the card with its two lines and its two buttons. */
function Waiting() {
  return <Skeleton className={styles.waiting} />
}

const never = () => () => undefined

/** The token of the address; null in the first HTML, which the server makes without the query. */
function useToken(): string | null {
  const [params] = useSearchParams()
  return useSyncExternalStore(
    never,
    () => params.get('token') ?? '',
    () => null,
  )
}

function Shown({ token, first }: { readonly token: string; readonly first: Renewal }) {
  const t = useRenewalText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [changed, setChanged] = useState<Renewal>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const renewal = changed ?? first
  const renews = renewal.renews === 1
  const date = formatDate(renewal.paid_until, language, nowSec)
  const set = async () => {
    setBusy(true)
    const result = await call(changes.setRenewal, { token, renews: renews ? 0 : 1 })
    setBusy(false)
    if (result.kind !== 'ok')
      return setProblem(result.kind === 'refused' ? result.message : t('noConnection'))
    setProblem(undefined)
    setChanged(result.data)
    renewResponses()
  }
  return (
    <section className={styles.card}>
      <h1 className={styles.title}>{t('title', { name: renewal.name })}</h1>
      <p className={styles.text} role="status">
        {renews
          ? t('willRenew', {
              ...{ date, name: renewal.next_name },
              money: formatMoney(renewal.next_price, language),
            })
          : t('cancelled', { date })}
      </p>
      {renews && <p className={styles.text}>{t('staysUntil', { date })}</p>}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button
        variant={renews ? 'primary' : 'secondary'}
        size="l"
        wide
        disabled={busy}
        onClick={() => void set()}
      >
        {t(renews ? 'cancel' : 'renew')}
      </Button>
      <ButtonLink to={pathOf('cabinet')}>{t('cabinet')}</ButtonLink>
    </section>
  )
}
