/** `/tariff`: all tariffs with their prices and channels. */
import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { Link } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { TariffCard } from './tariff-card.tsx'
import { inOrder, toggled, type Tariff } from './tariff-rules.ts'
import { useTariffText } from './tariff-text.ts'
import styles from './tariff-screen.module.css'

export function TariffScreen() {
  const t = useTariffText()
  const state = useCall(site.tariffs, {})
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
        <p className={styles.lead}>
          {t('base')}{' '}
          <Link className={styles.how} to={pathOf('pay')}>
            {t('how')}
          </Link>
        </p>
      </header>
      {state.kind === 'loading' && <Waiting />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
      {state.kind === 'ok' && <Tariffs tariffs={inOrder(state.data)} />}
    </div>
  )
}

function Tariffs({ tariffs }: { readonly tariffs: readonly Tariff[] }) {
  const t = useTariffText()
  const { token } = useSession()
  const info = useCall(accounts.info, token === null ? null : {})
  const offered = useCall(subscriptions.tariffs, token === null ? null : {})
  const own =
    token !== null && info.kind === 'ok'
      ? info.data.subscriptions.item.filter(({ state }) => state !== 'off')
      : []
  const existing = token !== null && offered.kind === 'ok' ? offered.data.tariffs.item : []
  const isBase = (id: number) => {
    const match = existing.find((one) => one.tariff_id === id)
    return match === undefined ? null : match.is_base === 1
  }
  const [open, setOpen] = useState<number | null>(null)
  if (tariffs.length === 0)
    return (
      <EmptyCard title={t('empty')} text={t('emptyText')}>
        <ButtonLink to={pathOf('about')}>{t('about')}</ButtonLink>
      </EmptyCard>
    )
  return (
    <ul className={styles.list}>
      {tariffs.map((tariff) => (
        <TariffCard
          key={tariff.tariff_id}
          tariff={tariff}
          own={own.find((one) => one.tariff_id === tariff.tariff_id)}
          isBase={isBase(tariff.tariff_id)}
          hasBase={own.some((one) => one.is_base === 1)}
          open={open === tariff.tariff_id}
          onToggle={() => setOpen(toggled(open, tariff.tariff_id))}
          onClose={() => setOpen(null)}
        />
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <ul className={styles.list}>
      {['a', 'b', 'c'].map((place) => (
        <li key={place}>
          <Skeleton className={styles.waiting} />
        </li>
      ))}
    </ul>
  )
}
