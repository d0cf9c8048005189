/**
 * `/cabinet`: the subscriber's number, balance, subscriptions, promotions, cards, devices and settings, and the
 * logout (ACC-07 … ACC-10, CAB-01).
 */
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Link } from '#web/router/router.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useAccountText } from '#web/features/forms/account-text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ServerLineMount } from '#web/shell/first-start/server-line-mount.tsx'
import { LanguageSwitch } from '#web/shell/header/language-switch.tsx'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { useCabinetText } from './cabinet-text.ts'
import { DevicesCard } from './devices-card.tsx'
import { Leaving } from './leaving.tsx'
import { NumberCard } from './number-card.tsx'
import { OtherPlayersCard } from './other-players-card.tsx'
import { AccountCard } from './account-card.tsx'
import { Subscriptions } from './subscriptions.tsx'
import styles from './cabinet-screen.module.css'

/** Parts below the first screen load later; when their code does not load, the page works without them. */
const PromotionsCard = lazy(() =>
  withinLimit(import('./promotions-card.tsx')).then(
    (file): { default: ComponentType<{ readonly onChange: () => void }> } => ({
      default: file.PromotionsCard,
    }),
    () => ({ default: () => null }),
  ),
)
const CardsCard = lazy(() =>
  withinLimit(import('./cards-card.tsx')).then(
    (file): { default: ComponentType } => ({ default: file.CardsCard }),
    () => ({ default: () => null }),
  ),
)

export function CabinetScreen() {
  const account = useAccountText()
  const t = useCabinetText()
  const state = useInfo()
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{account('cabinet')}</h1>
      <div className={styles.cards}>
        {state.kind === 'loading' && <Waiting />}
        {(state.kind === 'refused' || state.kind === 'unreachable') && (
          <div className={styles.wide}>
            <RetryCard onRetry={state.retry} />
          </div>
        )}
        {state.kind === 'ok' && (
          <>
            <AccountCard info={state.data} onPaid={state.retry} />
            <NumberCard info={state.data} onPhone={state.retry} />
          </>
        )}
        {state.kind === 'ok' && (
          <Subscriptions items={state.data.subscriptions.item} onChange={state.retry} />
        )}
        {state.kind === 'ok' && (
          <Suspense fallback={<Skeleton className={classes(styles.waiting, styles.wide)} />}>
            <PromotionsCard onChange={state.retry} />
          </Suspense>
        )}
        <Suspense fallback={<Skeleton className={styles.waiting} />}>
          <CardsCard />
        </Suspense>
        <DevicesCard />
        <section className={styles.card}>
          <h2 className={styles.label}>{t('television')}</h2>
          <p className={styles.text}>{t('televisionText')}</p>
          <ButtonLink to={pathOf('link')}>{t('linkTelevision')}</ButtonLink>
        </section>
        <OtherPlayersCard />
        <section className={styles.card}>
          <h2 className={styles.label}>{t('password')}</h2>
          <p className={styles.text}>{t('passwordText')}</p>
          <ButtonLink to={pathOf('password')}>{t('changePassword')}</ButtonLink>
        </section>
        <section className={styles.card}>
          <h2 className={styles.label}>{t('language')}</h2>
          <LanguageSwitch long />
        </section>
        <Leaving />
      </div>
      <Link className={styles.terms} to={pathOf('policy')}>
        {t('terms')}
      </Link>
      <ServerLineMount />
    </div>
  )
}

/** How often the balance is requested while the page is visible, and while a subscription waits for money. */
const defaultMs = 60_000
const waitingMs = 10_000

/**
 * Money may arrive at any moment: from a bank's page in another tab, from which the viewer returns here, or from a
 * phone.
 */
function useInfo() {
  const state = useCall(accounts.info, {}, { everyMs: defaultMs })
  const retry = state.kind === 'ok' ? state.retry : null
  const isWaiting = state.kind === 'ok' && state.data.missing > 0
  useEffect(() => {
    if (retry === null) return
    const look = () => document.visibilityState === 'visible' && retry()
    document.addEventListener('visibilitychange', look)
    const timer = isWaiting ? setInterval(look, waitingMs) : undefined
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [retry, isWaiting])
  return state
}

function Waiting() {
  return (
    <>
      <Skeleton className={styles.waiting} />
      <Skeleton className={classes(styles.waiting, styles.tall)} />
    </>
  )
}
