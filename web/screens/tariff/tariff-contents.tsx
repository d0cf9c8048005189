import { lengthOf } from '#contract/form/tariff-period.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { pricedPeriods, type Tariff } from './tariff-rules.ts'
import { useTariffText } from './tariff-text.ts'
import styles from './tariff-screen.module.css'

/** What each period costs: in full, for a month, and what is saved against the shortest one. */
export function Periods({ tariff }: { readonly tariff: Tariff }) {
  const t = useTariffText()
  const language = useLanguage()
  return (
    <ul className={styles.periods}>
      {pricedPeriods(tariff.sub_tariffs).map(({ period, perMonth, saved }, place) => {
        const { unit, count } = lengthOf(period.days)
        return (
          <li key={period.id}>
            <span className={place === 0 ? styles.price : styles.longer}>
              {formatMoney(period.price, language)}
            </span>
            <span className={styles.meta}>{t(unit === 'months' ? 'forMonths' : 'forDays', { count })}</span>
            {place > 0 && (
              <span className={styles.saving}>
                {t('perMonth', { price: formatMoney(perMonth, language) })}
                {saved > 0 && (
                  <>
                    {' · '}
                    <b>{t('saved', { sum: formatMoney(saved, language) })}</b>
                  </>
                )}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface ContentsProps {
  readonly tariff: Tariff
  /** The name of the tariff with which it is compared; '' for none. */
  readonly below: string
}

/** Channels, screens, archive and films; and what it adds to the tariff before it. */
export function Contents({ tariff, below }: ContentsProps) {
  const t = useTariffText()
  const { channel_count: count, archive_days: days, recording_hours: hours, films, streams } = tariff
  return (
    <>
      {below !== '' && <Comparison tariff={tariff} below={below} />}
      <ul className={styles.facts}>
        <li>{count > 0 ? t('channels', { count }) : t('noChannels')}</li>
        <li>{t('streams', { count: streams })}</li>
        {days > 0 && <li>{t('archive', { count: days })}</li>}
        {hours > 0 && <li>{t('recordings', { count: hours })}</li>}
        {films.length > 0 && <li>{t('films', { names: films.join(', ') })}</li>}
      </ul>
    </>
  )
}

function Comparison({ tariff, below }: ContentsProps) {
  const t = useTariffText()
  const { added_channels: added, missing_channels: missing, added_films: films } = tariff
  const news = [
    ...(added > 0 ? [t('channels', { count: added })] : []),
    ...(films.length > 0 ? [t('addedFilms', { names: films.join(', ') })] : []),
  ]
  if (news.length === 0 && missing === 0) return null
  return (
    <p className={styles.comparison}>
      {news.length > 0 && t(missing === 0 ? 'allAnd' : 'differs', { name: below, what: news.join(', ') })}
      {missing > 0 && ` ${t('without', { count: missing, name: below })}`}
    </p>
  )
}

/** Two rows; where there are more channels, their number ends the last one. */
const maxLogos = 12

/** Some of its channels by their logos, and how many more there are. */
export function Logos({ tariff }: { readonly tariff: Tariff }) {
  const { logos, channel_count: count } = tariff
  const t = useTariffText()
  if (logos.length === 0) return null
  const shown = count > maxLogos ? logos.slice(0, maxLogos - 1) : logos
  const left = count - shown.length
  return (
    <ul className={styles.logos} aria-label={t('someChannels')}>
      {shown.map(({ name, logo }) => (
        <li key={name} title={name}>
          <ChannelLogo className={styles.channelLogo} name={name} logo={logo} />
          <span className="spoken">{name}</span>
        </li>
      ))}
      {left > 0 && <li className={styles.left}>+{left}</li>}
    </ul>
  )
}
