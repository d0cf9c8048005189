import { promotions } from '#contract/billing/promotions.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { useCall } from '#web/session/requests/api.ts'
import { classes } from '#web/ui/text/class-names.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { useMoneyText } from './money-text.ts'
import { OfferRow } from './offer-row.tsx'
import { PromoForm } from './promo-form.tsx'
import styles from './cabinet-screen.module.css'

/** Promo codes, and the current offers (PROMO-01 … PROMO-03). */
export function PromotionsCard({
  own,
  onChange,
}: {
  readonly own: readonly SubscriptionItem[]
  readonly onChange: () => void
}) {
  const t = useMoneyText()
  const offers = useCall(promotions.offers, {})
  const list = useCall(subscriptions.tariffs, {})
  const tariffs = list.kind === 'ok' ? list.data.tariffs.item : []
  const changed = () => {
    if (offers.kind === 'ok') offers.retry()
    onChange()
  }
  return (
    <section className={classes(styles.card, styles.wide)} data-promotions="">
      <h2 className={styles.label}>{t('promotions')}</h2>
      {offers.kind === 'ok' && offers.data.promotions.item.length > 0 && (
        <ul className={styles.list}>
          {offers.data.promotions.item.map((offer) => (
            <OfferRow key={offer.kind} offer={offer} tariffs={tariffs} own={own} onChange={changed} />
          ))}
        </ul>
      )}
      <PromoForm tariffs={tariffs} own={own} onChange={changed} />
    </section>
  )
}
