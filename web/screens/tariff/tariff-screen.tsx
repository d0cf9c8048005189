/** `/tariff`: all tariffs with their prices and channels. */
import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { Link } from '#web/router/router.ts'
import { useFreeDays } from '#web/payment/offer/use-free-days.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage, useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { TariffCard } from './tariff-card.tsx'
import { primaryTariff, toggled, type Tariff } from './tariff-rules.ts'
import { useTariffText } from './tariff-text.ts'
import styles from './tariff-screen.module.css'

export function TariffScreen() {
  const t = useTariffText()
  const state = useCall(site.tariffs, {})
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      {state.kind === 'loading' && <Waiting />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && (
        <>
          <RetryCard onRetry={state.retry} />
          <HowToPay />
        </>
      )}
      {state.kind === 'ok' && <Tariffs tariffs={state.data} />}
    </div>
  )
}

/** Never alone on the page: on a television the focus would begin at it. */
function HowToPay() {
  const t = useTariffText()
  return (
    <p className={styles.lead}>
      {t('base')}{' '}
      <Link className={styles.how} to={pathOf('pay')}>
        {t('how')}
      </Link>
    </p>
  )
}

/** In the operator's order: first those of which one is chosen, then what can be added to it. */
function Tariffs({ tariffs }: { readonly tariffs: readonly Tariff[] }) {
  const t = useTariffText()
  const language = useLanguage()
  const { token } = useSession()
  const info = useCall(accounts.info, token === null ? null : {})
  const own =
    token !== null && info.kind === 'ok'
      ? info.data.subscriptions.item.filter(({ state }) => state !== 'off')
      : []
  const offered = useCall(subscriptions.tariffs, token === null ? null : {})
  const existing = token !== null && offered.kind === 'ok' ? offered.data.tariffs.item : []
  // A subscriber has trial days of a tariff once.
  const trialDays = (tariff: Tariff) =>
    existing.find((one) => one.tariff_id === tariff.tariff_id)?.trial_days ?? tariff.trial_days
  const free = useFreeDays() ?? null
  const primaryId = primaryTariff(tariffs, own, free?.tariffId ?? null)
  const [open, setOpen] = useState<number | null>(null)
  // What a button does depends on the subscriber's own tariffs: it is not shown before they are known.
  if (token !== null && (info.kind === 'loading' || offered.kind === 'loading')) return <Waiting />
  if (tariffs.length === 0)
    return (
      <EmptyCard title={t('empty')} text={t('emptyText')}>
        <ButtonLink to={pathOf('about')}>{t('about')}</ButtonLink>
      </EmptyCard>
    )
  return (
    <>
      {([1, 0] as const).map((isBase) => {
        const shown = tariffs.filter((tariff) => tariff.is_base === isBase)
        if (shown.length === 0) return null
        const isTagged = shown.some(
          (one) =>
            trialDays(one) > 0 ||
            own.some(({ tariff_id: id, next_tariff_id: next }) => [id, next].includes(one.tariff_id)),
        )
        const isMixed = new Set(shown.map(({ sub_tariffs: periods }) => periods.length)).size > 1
        return (
          <section key={isBase} className={styles.part}>
            <h2 className={styles.partTitle}>{t(isBase === 1 ? 'bases' : 'additions')}</h2>
            <ul className={classes(styles.list, isTagged && styles.tagged, isMixed && styles.mixed)}>
              {shown.map((tariff) => (
                <TariffCard
                  key={tariff.tariff_id}
                  tariff={tariff}
                  below={
                    tariffs.find((one) => one.tariff_id === tariff.compared_to)?.[`name_${language}`] ?? ''
                  }
                  own={own.find((one) => one.tariff_id === tariff.tariff_id)}
                  trialDays={trialDays(tariff)}
                  plannedFrom={own.find((one) => one.next_tariff_id === tariff.tariff_id)?.paid_until ?? 0}
                  free={free?.tariffId === tariff.tariff_id ? free : null}
                  isPrimary={primaryId === tariff.tariff_id}
                  hasBase={own.some((one) => one.is_base === 1)}
                  open={open === tariff.tariff_id}
                  onToggle={() => setOpen(toggled(open, tariff.tariff_id))}
                  onClose={() => setOpen(null)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <HowToPay />
    </>
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
