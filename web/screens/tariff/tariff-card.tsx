import type * as z from 'zod/mini'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { ChannelPanel } from './channel-panel.tsx'
import { NextStep } from './next-step.tsx'
import type { Tariff } from './tariff-rules.ts'
import { useTariffText } from './tariff-text.ts'
import styles from './tariff-screen.module.css'

interface TariffCardProps {
  readonly tariff: Tariff
  /** The viewer's subscription to it. */
  readonly own: z.output<typeof Subscription> | undefined
  /** True for a base tariff, which can only be replaced; null until it is known, or for a guest. */
  readonly isBase: boolean | null
  /** Another base tariff is active. */
  readonly hasBase: boolean
  readonly open: boolean
  readonly onToggle: () => void
  readonly onClose: () => void
}

export function TariffCard({ tariff, own, isBase, hasBase, open, onToggle, onClose }: TariffCardProps) {
  const t = useTariffText()
  const language = useLanguage()
  const { tariff_id: id, channel_count: count } = tariff
  const name = tariff[`name_${language}`]
  const panel = `channels-of-${id}`
  return (
    <li className={classes(styles.card, open && styles.open)}>
      <div className={styles.about}>
        <div>
          <p className={styles.tags}>
            {tariff.is_recommended === 1 && <span className={styles.recommended}>{t('recommended')}</span>}
            {own !== undefined && <Own own={own} />}
          </p>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.meta}>{count > 0 ? t('channels', { count }) : t('noChannels')}</p>
        </div>
        <ul className={styles.periods}>
          {tariff.sub_tariffs.map((period) => (
            <li key={period.id}>
              <span className={styles.price}>{formatMoney(period.price, language)}</span>
              <span className={styles.meta}>{t('perPeriod', { period: period[`name_${language}`] })}</span>
            </li>
          ))}
        </ul>
        <div className={styles.actions} data-row="">
          {count > 0 && (
            <Button aria-expanded={open} aria-controls={open ? panel : undefined} onClick={onToggle}>
              {t(open ? 'hideChannels' : 'showChannels')}
              <span className="spoken">: {name}</span>
            </Button>
          )}
          <NextStep tariff={tariff} own={own} isBase={isBase} hasBase={hasBase} />
        </div>
      </div>
      {open && <ChannelPanel id={panel} tariffId={id} name={name} count={count} onClose={onClose} />}
    </li>
  )
}

function Own({ own }: { readonly own: z.output<typeof Subscription> }) {
  const t = useTariffText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (own.state !== 'active') return <span className={styles.suspended}>{t('yoursSuspended')}</span>
  return (
    <span className={styles.own}>
      <Icon name="check" size={16} /> {t('yours')},{' '}
      {t('until', { date: formatDate(own.paid_until, language, nowSec) })}
    </span>
  )
}
