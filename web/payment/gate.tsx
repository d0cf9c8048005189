/** The next step between a viewer and watching: log in, subscribe or top up, with the price where there is one. */
import type { ReactNode } from 'react'
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
export type GateKind = 'login' | 'subscribe' | 'suspended' | 'paused' | 'blocked' | 'region' | 'unavailable'

interface GateProps {
  readonly kind: GateKind
  /** Sums: the price of a period, or the amount missing on the balance. */
  readonly price?: number | null | undefined
  /** The server's own message, where it is more precise than the text here. */
  readonly message?: string | undefined
  /** Replaces the default title, where the page can name exactly what is missing. */
  readonly title?: string | undefined
  /** Shorter ways than the button here, in its place; null for none. */
  readonly actions?: ReactNode
  /** A better way, before the button here. */
  readonly first?: ReactNode
  /** There is a better way: the button here is not the primary one. */
  readonly hasFirst?: boolean
  /** What belongs to it, on the same card. */
  readonly children?: ReactNode
  /** The missing amount was paid in. */
  readonly onPaid?: (() => void) | undefined
}

const texts = makeTexts(ru, uz)

const next = {
  login: { page: 'login', key: 'loginAction' },
  subscribe: { page: 'tariff', key: 'subscribeAction' },
  paused: { page: 'cabinet', key: 'pausedAction' },
  region: { page: 'tv', key: 'regionAction' },
} as const

export function Gate(props: GateProps) {
  const { kind, price, message, title, actions, first, hasFirst = false, children, onPaid } = props
  const language = useLanguage()
  const t = texts(language)
  const money = typeof price === 'number' ? formatMoney(price, language) : null
  const priced =
    money === null
      ? undefined
      : kind === 'subscribe'
        ? t('subscribePrice', { price: money })
        : kind === 'suspended'
          ? t('suspendedMissing', { price: money })
          : undefined
  return (
    <div className={styles.gate} role="group" aria-label={title ?? t(kind)}>
      <div className={styles.head}>
        <span className={styles.star}>
          <Icon name={kind === 'unavailable' ? 'clock' : kind === 'region' ? 'globe' : 'lock'} size={22} />
        </span>
        <div>
          <p className={styles.title}>{title ?? t(kind)}</p>
          <p className={styles.text}>{message ?? priced ?? t(`${kind}Text`)}</p>
        </div>
      </div>
      {actions === undefined ? (
        <Way {...{ kind, first, hasFirst, onPaid }} price={price ?? 0} />
      ) : (
        actions !== null && <div className={styles.actions}>{actions}</div>
      )}
      {children}
    </div>
  )
}

interface WayProps extends Pick<GateProps, 'kind' | 'first' | 'onPaid'> {
  readonly hasFirst: boolean
  /** 0: not known. */
  readonly price: number
}

/** The one way on: the primary action of the card, unless there is a better one. */
function Way({ kind, price, first, hasFirst, onPaid }: WayProps) {
  const language = useLanguage()
  const t = texts(language)
  const from = useHere()
  if (kind === 'suspended')
    return (
      <div className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => openPayment({ kind: 'top_up', ...(price > 0 ? { amount: price } : {}) }, onPaid)}
        >
          {price > 0 ? t('suspendedPay', { price: formatMoney(price, language) }) : t('suspendedAction')}
        </Button>
      </div>
    )
  if (!(kind in next)) return null
  const step = next[kind as keyof typeof next]
  return (
    <div className={styles.actions}>
      {first}
      <ButtonLink
        to={pathOf(step.page)}
        variant={hasFirst ? 'secondary' : 'primary'}
        state={kind === 'login' || kind === 'subscribe' ? { from } : undefined}
      >
        {t(step.key)}
      </ButtonLink>
    </div>
  )
}
