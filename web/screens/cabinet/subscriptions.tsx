import { pathOf } from '#contract/form/pages.ts'
import { useAccountText } from '#web/features/forms/account-text.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { useMoneyText } from './money-text.ts'
import { SubscriptionRow } from './subscription-row.tsx'
import styles from './cabinet-screen.module.css'

interface SubscriptionsProps {
  readonly items: readonly SubscriptionItem[]
  /** Called after a change: the list has to be requested again. */
  readonly onChange: () => void
}

/** The active subscriptions: until when, the next charge, and how to cancel it (SUB-02, SUB-05, CAB-01). */
export function Subscriptions({ items, onChange }: SubscriptionsProps) {
  const account = useAccountText()
  const t = useMoneyText()
  return (
    <section className={classes(styles.card, styles.wide)} data-subscriptions="">
      <h2 className={styles.label}>{account('subscriptions')}</h2>
      {items.length === 0 && <p className={styles.text}>{account('noSubscriptions')}</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <SubscriptionRow key={item.tariff_id} item={item} onChange={onChange} />
        ))}
      </ul>
      <ButtonLink to={pathOf('tariff')}>{t(items.length === 0 ? 'chooseTariff' : 'moreTariffs')}</ButtonLink>
    </section>
  )
}
