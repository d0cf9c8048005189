import type * as z from 'zod/mini'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { formatDate } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import type { FreeDays } from '#web/payment/offer/use-free-days.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { TariffSign } from '#web/ui/cards/tariff-sign.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { ChannelPanel } from './channel-panel.tsx'
import { NextStep } from './next-step.tsx'
import { Contents, Logos, Periods } from './tariff-contents.tsx'
import { isTelevision } from '#web/remote/television.ts'
import type { Tariff } from './tariff-rules.ts'
import { useTariffText } from './tariff-text.ts'
import styles from './tariff-screen.module.css'

interface TariffCardProps {
  readonly tariff: Tariff
  /** The name of the tariff with which it is compared; '' for none. */
  readonly below: string
  /** The viewer's subscription to it. */
  readonly own: z.output<typeof Subscription> | undefined
  /** Days before the first charge, for this viewer; 0: none. */
  readonly trialDays: number
  /** Its free days, where this viewer may still take them. */
  readonly free: FreeDays | null
  /** It has the page's one primary action. */
  readonly isPrimary: boolean
  /** Another base tariff is active. */
  readonly hasBase: boolean
  /** It takes the place of the viewer's base tariff then, unix seconds; 0: it does not. */
  readonly plannedFrom: number
  readonly open: boolean
  readonly onToggle: () => void
  readonly onClose: () => void
}

export function TariffCard(props: TariffCardProps) {
  const { tariff, below, own, trialDays, plannedFrom, open, onToggle, onClose } = props
  const t = useTariffText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { tariff_id: id, channel_count: count, look } = tariff
  const name = tariff[`name_${language}`]
  const words = tariff[`description_${language}`] || tariff.description_ru
  const panel = `channels-of-${id}`
  return (
    <>
      <li
        className={classes(styles.card, props.isPrimary && styles.best, open && styles.open)}
        style={
          look.colour === ''
            ? undefined
            : { backgroundImage: `linear-gradient(${look.colour}, ${look.colour})` }
        }
      >
        <div className={styles.head}>
          <TariffSign look={look} />
          <div>
            <h3 className={styles.name}>{name}</h3>
            {tariff.is_recommended === 1 && <p className={styles.recommended}>{t('recommended')}</p>}
          </div>
        </div>
        <p className={styles.tags}>
          {own !== undefined && <Own own={own} />}
          {plannedFrom > 0 && (
            <span className={styles.own}>
              {t('plannedFrom', { date: formatDate(plannedFrom, language, nowSec) })}
            </span>
          )}
          {trialDays > 0 && <span className={styles.trial}>{t('trial', { count: trialDays })}</span>}
        </p>
        <Periods tariff={tariff} />
        <div className={styles.actions} data-first={tariff.is_recommended === 1 ? '' : undefined}>
          <NextStep {...props} isBase={tariff.is_base === 1} isPlanned={plannedFrom > 0} />
          {count > 0 && (
            <Button aria-expanded={open} aria-controls={open ? panel : undefined} onClick={onToggle}>
              {t(open ? 'hideChannels' : 'showChannels')}
              <span className="spoken">: {name}</span>
            </Button>
          )}
        </div>
        {/* It may be taller than a television: the arrows stop here, or nothing below the buttons would ever be seen. */}
        <div className={styles.contents} {...(isTelevision() ? { 'data-stop': '', tabIndex: 0 } : {})}>
          {words !== '' && <p className={styles.words}>{words}</p>}
          <Contents tariff={tariff} below={below} />
          <Logos tariff={tariff} />
        </div>
      </li>
      {open && (
        <li className={styles.panelPlace}>
          <ChannelPanel id={panel} tariffId={id} name={name} count={count} onClose={onClose} />
        </li>
      )}
    </>
  )
}

function Own({ own }: { readonly own: z.output<typeof Subscription> }) {
  const t = useTariffText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (own.paused_until > 0)
    return (
      <span className={styles.suspended}>
        {t('yoursPaused', { date: formatDate(own.paused_until, language, nowSec) })}
      </span>
    )
  if (own.state !== 'active') return <span className={styles.suspended}>{t('yoursSuspended')}</span>
  return (
    <span className={styles.own}>
      <Icon name="check" size={16} /> {t('yours')},{' '}
      {t('until', { date: formatDate(own.paid_until, language, nowSec) })}
    </span>
  )
}
