/** `/cabinet`: the subscriber's number, balance, subscriptions, devices and settings; the way out (ACC-07 … ACC-10). */
import { Link } from '#web/router/router.ts'
import { accounts } from '#contract/accounts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { pathOf } from '#contract/pages.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { useAccountText } from '#web/screens/login/account-text.ts'
import { useCall } from '#web/session/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { LanguageSwitch } from '#web/shell/language-switch.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RetryCard } from '#web/ui/state-card.tsx'
import { useCabinetText } from './cabinet-text.ts'
import { DevicesCard } from './devices-card.tsx'
import { Leaving } from './leaving.tsx'
import { NumberCard } from './number-card.tsx'
import { OtherPlayersCard } from './other-players-card.tsx'
import { Subscriptions } from './subscriptions.tsx'
import styles from './cabinet-screen.module.css'

type Info = AnswerOf<typeof accounts.info>

export function CabinetScreen() {
  const account = useAccountText()
  const t = useCabinetText()
  const state = useCall(accounts.info, {})
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
        {state.kind === 'answer' && (
          <>
            <Balance info={state.data} />
            <NumberCard info={state.data} onPhone={state.retry} />
          </>
        )}
        <DevicesCard />
        {state.kind === 'answer' && <Subscriptions items={state.data.subscriptions.item} />}
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
    </div>
  )
}

function Balance({ info }: { readonly info: Info }) {
  const t = useAccountText()
  const language = useLanguage()
  return (
    <section className={classes(styles.card, styles.balance)}>
      <h2 className={styles.label}>{t('balance')}</h2>
      <p className={styles.money}>{formatMoney(info.balance, language)}</p>
      {info.missing > 0 && (
        <p className={styles.missing}>{t('missing', { price: formatMoney(info.missing, language) })}</p>
      )}
    </section>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton className={styles.waiting} />
      <Skeleton className={classes(styles.waiting, styles.tall)} />
    </>
  )
}
