/** What a subscriber pays: tariffs, the ledger, saved cards. */
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge, Section } from '#console/ui/page.tsx'
import { TariffActs } from './acts/device-acts.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { entryWords, movedMoney, type SubscriberCard } from './words/subscriber-words.ts'
import { useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

interface CardProps {
  readonly card: SubscriberCard
}

export function Tariffs({ card }: CardProps) {
  const { tariffs } = card
  const t = useSubscribersText()
  const language = useLanguage()
  return (
    <Section id="tariffs" title={t('tariffs')}>
      {tariffs.length === 0 ? (
        <p className={styles['quiet']}>{t('noTariffs')}</p>
      ) : (
        <ul className={styles['list']}>
          {tariffs.map((one) => (
            <li key={one.tariff_id}>
              <span className={styles['line']}>
                <strong>{one.name[language]}</strong>
                {one.is_base ? <Badge>{t('tariffBase')}</Badge> : null}
                <Badge tone={stateOf(one) === 'active' ? 'good' : 'warn'}>
                  {t(`tariffState.${stateOf(one)}`)}
                </Badge>
                <TariffActs card={card} tariff={one} />
              </span>
              <span className={styles['quiet']}>
                {t('price', {
                  sum: moneyIn(language, one.price),
                  period: t('days', { count: one.period_days }),
                })}
              </span>
              <span>
                <NextCharge tariff={one} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function stateOf({ state, paused_until: until }: SubscriberCard['tariffs'][number]) {
  return until > 0 ? 'paused' : state
}

function NextCharge({ tariff }: { readonly tariff: SubscriberCard['tariffs'][number] }) {
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const date = formatDate(tariff.paid_until, language, nowSec)
  const sum = moneyIn(language, tariff.price)
  if (tariff.state === 'suspended') return t('waitsFor', { sum })
  const next =
    tariff.next !== null
      ? t('nextTariff', { date, name: tariff.next.name[language], sum: moneyIn(language, tariff.next.price) })
      : tariff.auto_renew
        ? t('nextCharge', { date, sum })
        : t('endsAt', { date })
  if (tariff.paused_until === 0) return next
  return `${t('pausedUntil', { date: formatDate(tariff.paused_until, language, nowSec) })}. ${next}`
}

/** The last entries of the ledger, each explained. */
export function Money({ card: { balance, entries } }: CardProps) {
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <Section title={t('money')} acts={<strong>{moneyIn(language, balance)}</strong>}>
      {entries.length === 0 ? (
        <p className={styles['quiet']}>{t('noEntries')}</p>
      ) : (
        <ul className={styles['entries']} tabIndex={0} aria-label={t('money')}>
          {entries.map((one) => (
            <li key={one.ledger_entry_id}>
              <span>
                {entryWords({ kind: one.kind, source: one.source, tariff: one.tariff[language] }, t)}
              </span>
              <span className={styles['sum']} data-in={one.amount > 0}>
                {movedMoney(language, one.amount)}
              </span>
              <small>{formatMoment(one.at, language, nowSec)}</small>
              <small className={styles['sum']}>
                {t('balanceAfter', { sum: moneyIn(language, one.balance) })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export function Cards({ card: { cards } }: CardProps) {
  const t = useSubscribersText()
  return (
    <Section title={t('cards')}>
      {cards.length === 0 ? (
        <p className={styles['quiet']}>{t('noCards')}</p>
      ) : (
        <ul className={styles['list']}>
          {cards.map((one) => (
            <li key={`${one.mask} ${one.expiry}`}>
              <span className={styles['line']}>
                <span className={styles['number']}>{one.mask}</span>
                {one.is_main ? <Badge>{t('cardMain')}</Badge> : null}
                {one.auto_pay ? <Badge tone="good">{t('cardAuto')}</Badge> : null}
              </span>
              <span className={styles['quiet']}>{t('expires', { date: one.expiry })}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
