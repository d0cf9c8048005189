import type * as z from 'zod/mini'
import type { Subscription } from '#contract/accounts.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import { useAccountText } from '#web/screens/login/account-text.ts'
import { useLanguage } from '#web/session/session.ts'
import { classes } from '#web/ui/class-names.ts'
import { useNowSec } from '#web/ui/use-now.ts'
import styles from './cabinet-screen.module.css'

type Item = z.output<typeof Subscription>

export function Subscriptions({ items }: { readonly items: readonly Item[] }) {
  const t = useAccountText()
  return (
    <section className={classes(styles.card, styles.wide)}>
      <h2 className={styles.label}>{t('subscriptions')}</h2>
      {items.length === 0 && <p className={styles.text}>{t('noSubscriptions')}</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <SubscriptionRow key={item.tariff_id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function SubscriptionRow({ item }: { readonly item: Item }) {
  const t = useAccountText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const date = formatDate(item.paid_until, language, nowSec)
  const until = item.auto_renew === 1 ? t('renews', { date }) : t('ends', { date })
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{item.name}</p>
        <p className={styles.meta}>
          {[item.is_base === 1 ? t('base') : '', item.state === 'active' ? until : '']
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={styles.right}>
        <p className={styles.price}>{t('perPeriod', { price: formatMoney(item.price, language) })}</p>
        <p className={classes(styles.state, styles[item.state])}>{t(item.state)}</p>
      </div>
    </li>
  )
}
