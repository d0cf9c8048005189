/** `/cabinet`: the subscriber's number, balance and subscriptions; language; the way out (ACC-07, ACC-10). */
import { useState } from 'react'
import type * as z from 'zod/mini'
import { accounts, type Subscription } from '#contract/accounts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { useAccountText } from '#web/screens/login/account-text.ts'
import { call, useCall } from '#web/session/api.ts'
import { session, useLanguage, useSession } from '#web/session/session.ts'
import { LanguageSwitch } from '#web/shell/language-switch.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RetryCard } from '#web/ui/state-card.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useNowSec } from '#web/ui/use-now.ts'
import styles from './cabinet-screen.module.css'

type Info = AnswerOf<typeof accounts.info>

export function CabinetScreen() {
  const t = useAccountText()
  const state = useCall(accounts.info, {})
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('cabinet')}</h1>
      {state.kind === 'loading' && <Waiting />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
      {state.kind === 'answer' && <Account info={state.data} />}
      <section className={styles.settings}>
        <h2 className={styles.label}>{t('language')}</h2>
        <LanguageSwitch long />
        <Logout />
      </section>
    </div>
  )
}

function Account({ info }: { readonly info: Info }) {
  const t = useAccountText()
  const language = useLanguage()
  return (
    <div className={styles.cards}>
      <section className={classes(styles.card, styles.balance)}>
        <h2 className={styles.label}>{t('balance')}</h2>
        <p className={styles.money}>{formatMoney(info.balance, language)}</p>
        {info.missing > 0 && (
          <p className={styles.missing}>{t('missing', { price: formatMoney(info.missing, language) })}</p>
        )}
      </section>
      <section className={styles.card}>
        <h2 className={styles.label}>{info.name || t('subscriber')}</h2>
        <dl className={styles.numbers}>
          <div>
            <dt>{t('subscriber')}</dt>
            <dd>{info.abonement}</dd>
          </div>
          {info.phone_number !== '' && (
            <div>
              <dt>{t('phone')}</dt>
              <dd>{info.phone_number}</dd>
            </div>
          )}
        </dl>
      </section>
      <section className={classes(styles.card, styles.wide)}>
        <h2 className={styles.label}>{t('subscriptions')}</h2>
        {info.subscriptions.item.length === 0 && <p>{t('noSubscriptions')}</p>}
        <ul className={styles.list}>
          {info.subscriptions.item.map((item) => (
            <SubscriptionRow key={item.tariff_id} item={item} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function SubscriptionRow({ item }: { readonly item: z.output<typeof Subscription> }) {
  const t = useAccountText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const date = formatDate(item.paid_until, language, nowSec)
  const until = item.auto_renew === 1 ? t('renews', { date }) : t('ends', { date })
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{item.name}</p>
        <p className={styles.meta}>
          {[item.is_base === 1 ? t('base') : '', item.state === 'active' ? until : '']
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={styles.right}>
        <p className={styles.price}>{t('perPeriod', { price: formatMoney(item.price, language) })}</p>
        <p className={classes(styles.state, styles[item.state])}>{t(item.state)}</p>
      </div>
    </li>
  )
}

/** The server ends the session first; only then is it forgotten here (ACC-07). */
function Logout() {
  const t = useAccountText()
  const { token } = useSession()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const result = await call(accounts.logout, {})
    setBusy(false)
    if (result.kind === 'unreachable') return showToast(t('noConnection'))
    if (result.kind === 'refused' && result.failure !== 'not_authorized') return showToast(result.message)
    session.signOut()
    // The home page is read anew, with nothing of this viewer in memory.
    location.assign('/')
  }
  return (
    <Button icon="logout" disabled={busy || token === null} onClick={() => void leave()}>
      {t('logout')}
    </Button>
  )
}

function Waiting() {
  return (
    <div className={styles.cards}>
      <Skeleton className={styles.waiting} />
      <Skeleton className={styles.waiting} />
      <Skeleton className={classes(styles.waiting, styles.wide)} />
    </div>
  )
}
