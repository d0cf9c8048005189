/** The next step between a viewer and watching: log in, subscribe or top up, with the price where there is one. */
import { pathOf } from '#contract/form/pages.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/billing/gate.ts'
import { uz } from '#web/i18n/uz/billing/gate.ts'
import { useLanguage } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { openPayment } from './flow/open-payment.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './gate.module.css'

/** What is missing. The names follow `access.state` of a film and the failures of a playback address. */
export type GateKind = 'login' | 'subscribe' | 'suspended' | 'blocked' | 'region' | 'unavailable'

interface GateProps {
  readonly kind: GateKind
  /** Sums: the price of a period, or the amount missing on the balance. */
  readonly price?: number | null
  /** The server's own message, where it is more precise than the text here. */
  readonly message?: string | undefined
  /** Replaces the default title, where the page can name exactly what is missing. */
  readonly title?: string | undefined
  /** False where the page offers a shorter way than the buttons here. */
  readonly hasAction?: boolean
  /** The missing amount was paid in. */
  readonly onPaid?: (() => void) | undefined
}

const texts = makeTexts(ru, uz)

const next = {
  login: { page: 'login', key: 'loginAction' },
  subscribe: { page: 'tariff', key: 'subscribeAction' },
  region: { page: 'tv', key: 'regionAction' },
} as const

export function Gate({ kind, price, message, title, hasAction = true, onPaid }: GateProps) {
  const language = useLanguage()
  const t = texts(language)
  const from = useHere()
  const money = typeof price === 'number' ? formatMoney(price, language) : null
  const priced =
    money === null
      ? undefined
      : kind === 'subscribe'
        ? t('subscribePrice', { price: money })
        : kind === 'suspended'
          ? t('suspendedMissing', { price: money })
          : undefined
  const step = hasAction && kind in next ? next[kind as keyof typeof next] : undefined
  return (
    <div className={styles.gate} role="group" aria-label={title ?? t(kind)}>
      <span className={styles.star}>
        <Icon name={kind === 'unavailable' ? 'clock' : kind === 'region' ? 'globe' : 'lock'} size={22} />
      </span>
      <div>
        <p className={styles.title}>{title ?? t(kind)}</p>
        <p className={styles.text}>{message ?? priced ?? t(`${kind}Text`)}</p>
      </div>
      {kind === 'suspended' && hasAction && (
        <Button
          variant="primary"
          onClick={() =>
            openPayment({ kind: 'top_up', ...(typeof price === 'number' ? { amount: price } : {}) }, onPaid)
          }
        >
          {t('suspendedAction')}
        </Button>
      )}
      {step !== undefined && (
        <ButtonLink
          to={pathOf(step.page)}
          variant={kind === 'login' ? 'primary' : 'secondary'}
          state={kind === 'login' || kind === 'subscribe' ? { from } : undefined}
        >
          {t(step.key)}
        </ButtonLink>
      )}
    </div>
  )
}
