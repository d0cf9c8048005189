import type { ShownEffect } from '#contract/console/tariffs.ts'
import { formatNumber } from '#contract/form/money.ts'
import { formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

/** Whom a change touches: who gains and loses what, who pays another price and when, what it brings in. */
export function EffectSummary({ effect }: { readonly effect: ShownEffect }) {
  const t = useTariffsText()
  const language = useLanguage()
  const { active, suspended, revenue_before: before, revenue_after: after, price } = effect
  const gained = [...effect.channels_gained, ...effect.films_gained]
  const lost = [...effect.channels_lost, ...effect.films_lost]
  return (
    <div className={styles['effect']}>
      <p>{t('effectWho', { active: formatNumber(active), suspended: formatNumber(suspended) })}</p>
      {price === null ? (
        <>
          <Parts name={t('gained')} parts={gained} />
          <Parts name={t('lost')} parts={lost} />
          {gained.length + lost.length === 0 ? null : (
            <p>
              {t('touched', {
                gaining: formatNumber(effect.gaining),
                losing: formatNumber(effect.losing),
              })}
            </p>
          )}
          {gained.length + lost.length === 0 ? <p>{t('partsSame')}</p> : null}
          <p>{t('pricesStay')}</p>
        </>
      ) : (
        <PriceEffect price={price} />
      )}
      <p>
        {before === after
          ? t('revenueSame', { sum: moneyIn(language, before) })
          : t('revenueChanges', { before: moneyIn(language, before), after: moneyIn(language, after) })}
      </p>
    </div>
  )
}

const maxParts = 40

function Parts({ name, parts }: { readonly name: string; readonly parts: ShownEffect['channels_gained'] }) {
  const t = useTariffsText()
  if (parts.length === 0) return null
  return (
    <div>
      <h3>{name}</h3>
      <ul className={styles['parts']}>
        {parts.slice(0, maxParts).map((one) => (
          <li key={`${one.id} ${one.name}`}>
            {one.name} <small>{t('accounts', { count: one.accounts })}</small>
          </li>
        ))}
        {parts.length > maxParts ? <li>{t('more', { count: parts.length - maxParts })}</li> : null}
      </ul>
    </div>
  )
}

function PriceEffect({ price }: { readonly price: NonNullable<ShownEffect['price']> }) {
  const t = useTariffsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { first, middle, last } = price
  const dateOf = (sec: number) => formatDate(sec, language, nowSec)
  const counts = [
    ['payMore', price.more],
    ['payLess', price.less],
    ['paySuspended', price.suspended],
    ['keep', price.keeps],
    ['short', price.short],
  ] as const
  return (
    <>
      <ul className={styles['counts']}>
        {counts
          .filter(([, count]) => count > 0)
          .map(([key, count]) => (
            <li key={key}>{t(key, { count })}</li>
          ))}
      </ul>
      {first === null || middle === null || last === null || price.more + price.less === 0 ? null : (
        <p>{t('payDates', { first: dateOf(first), middle: dateOf(middle), last: dateOf(last) })}</p>
      )}
    </>
  )
}
