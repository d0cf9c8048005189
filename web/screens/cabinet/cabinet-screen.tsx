/**
 * `/cabinet`: the subscriber's number, balance, subscriptions, promotions, cards, devices and settings, and the
 * logout (ACC-07 … ACC-10, CAB-01).
 */
import { useEffect, useState } from 'react'
import { Link } from '#web/router/router.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { accountCity } from '#contract/accounts/city.ts'
import { devices } from '#contract/accounts/devices.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { telegram } from '#contract/accounts/telegram.ts'
import { cards } from '#contract/billing/cards.ts'
import { promotions } from '#contract/billing/promotions.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { pathOf } from '#contract/form/pages.ts'
import { otherPlayers } from '#contract/playback/other-players.ts'
import { useAccountText } from '#web/features/forms/account-text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ServerLineMount } from '#web/shell/first-start/server-line-mount.tsx'
import { LanguageSwitch } from '#web/shell/header/language-switch.tsx'
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

/** Parts whose code loads later; where it does not load, the page works without them. */
const loaders = {
  PromotionsCard: () => import('./promotions-card.tsx').then((file) => file.PromotionsCard),
  CardsCard: () => import('./cards-card.tsx').then((file) => file.CardsCard),
  ProfilesCard: () => import('./profiles-card.tsx').then((file) => file.ProfilesCard),
  TelegramCard: () => import('./telegram-card.tsx').then((file) => file.TelegramCard),
  CityCard: () => import('./city-card.tsx').then((file) => file.CityCard),
  ViewingCard: () => import('./viewing-card.tsx').then((file) => file.ViewingCard),
}
type Parts = {
  readonly [Name in keyof typeof loaders]?: Awaited<ReturnType<(typeof loaders)[Name]>> | undefined
}

/** What has loaded of the parts; `isLoaded` when each has, or will not. */
function useParts(): Parts & { readonly isLoaded: boolean } {
  const [parts, setParts] = useState<Parts & { readonly isLoaded: boolean }>({ isLoaded: false })
  useEffect(() => {
    let isHere = true
    const add = (part: Parts) => isHere && setParts((before) => ({ ...before, ...part }))
    const none = () => undefined
    const all = [
      loaders.PromotionsCard().then((PromotionsCard) => add({ PromotionsCard }), none),
      loaders.CardsCard().then((CardsCard) => add({ CardsCard }), none),
      loaders.ProfilesCard().then((ProfilesCard) => add({ ProfilesCard }), none),
      loaders.TelegramCard().then((TelegramCard) => add({ TelegramCard }), none),
      loaders.CityCard().then((CityCard) => add({ CityCard }), none),
      loaders.ViewingCard().then((ViewingCard) => add({ ViewingCard }), none),
    ]
    void Promise.all(all).then(() => isHere && setParts((before) => ({ ...before, isLoaded: true })))
    return () => {
      isHere = false
    }
  }, [])
  return parts
}

export function CabinetScreen() {
  const account = useAccountText()
  const state = useInfo()
  const parts = useParts()
  const isRead = useFirstResponses(parts.isLoaded)
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{account('cabinet')}</h1>
      {state.kind === 'loading' || !isRead ? <Waiting /> : <Cards state={state} parts={parts} />}
      <ServerLineMount />
    </div>
  )
}

type Info = Exclude<ReturnType<typeof useInfo>, { readonly kind: 'loading' }>

function Cards({ state, parts }: { readonly state: Info; readonly parts: Parts }) {
  const { PromotionsCard, CardsCard, ProfilesCard, TelegramCard, CityCard, ViewingCard } = parts
  const t = useCabinetText()
  return (
    <>
      <div className={styles.cards}>
        {state.kind === 'ok' ? (
          <>
            <AccountCard info={state.data} onPaid={state.retry} />
            <NumberCard info={state.data} onPhone={state.retry} />
            <Subscriptions items={state.data.subscriptions.item} onChange={state.retry} />
            {PromotionsCard !== undefined && (
              <PromotionsCard own={state.data.subscriptions.item} onChange={state.retry} />
            )}
          </>
        ) : (
          <div className={styles.wide}>
            <RetryCard onRetry={state.retry} />
          </div>
        )}
        {CardsCard !== undefined && <CardsCard />}
        {ProfilesCard !== undefined && <ProfilesCard />}
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
        {TelegramCard !== undefined && <TelegramCard />}
        {CityCard !== undefined && <CityCard />}
        {ViewingCard !== undefined && <ViewingCard />}
        <section className={styles.card}>
          <h2 className={styles.label}>{t('language')}</h2>
          <LanguageSwitch long />
        </section>
        <Leaving />
      </div>
      <Link className={styles.terms} to={pathOf('policy')}>
        {t('terms')}
      </Link>
    </>
  )
}

/** A response that takes longer is not waited for: its card comes behind the others. */
const firstLimitMs = 2500

/** Whether what the cards show was read, so that none of them grows and moves the others. */
function useFirstResponses(hasParts: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  const states = [
    useCall(promotions.offers, {}),
    useCall(subscriptions.tariffs, {}),
    useCall(cards.cards, {}),
    useCall(profiles.list, {}),
    useCall(devices.list, {}),
    useCall(otherPlayers.state, {}),
    useCall(telegram.show, {}),
    useCall(accountCity.show, {}),
  ]
  const isRead = hasParts && states.every(({ kind }) => kind !== 'loading')
  // Once the cards are there they stay: a card that is read again shows so itself.
  const [isShown, setIsShown] = useState(isRead)
  if (isRead && !isShown) setIsShown(true)
  useEffect(() => {
    const timer = setTimeout(setIsLate, firstLimitMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isShown || isLate
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

/** As many places as the first screen has. */
function Waiting() {
  return (
    <div className={styles.cards}>
      <Skeleton className={styles.waiting} />
      <Skeleton className={classes(styles.waiting, styles.tall)} />
      <Skeleton className={classes(styles.waiting, styles.wide)} />
      <Skeleton className={classes(styles.waiting, styles.wide)} />
      <Skeleton className={styles.waiting} />
      <Skeleton className={styles.waiting} />
    </div>
  )
}
