import { formatMoment, formatMoney, formatMonth } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { byMonths } from './by-months.ts'
import { useHistoryText } from './history-text.ts'
import type { Entry } from './use-history.ts'
import styles from './payment-history-screen.module.css'

interface MonthsProps {
  readonly items: readonly Entry[]
  readonly onReceipt: (entry: Entry) => void
}

/** Entries by month; the kind of an entry is written as text, not only shown by colour. */
export function HistoryMonths({ items, onReceipt }: MonthsProps) {
  const language = useLanguage()
  return byMonths(items).map(({ month, items: ofMonth }) => (
    <section key={month} className={styles.month}>
      <h2 className={styles.name}>{formatMonth(ofMonth[0]?.time ?? 0, language)}</h2>
      <ul className={styles.list}>
        {ofMonth.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} onReceipt={onReceipt} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

interface RowProps {
  readonly entry: Entry
  readonly onReceipt: (entry: Entry) => void
}

function Row({ entry, onReceipt }: RowProps) {
  const t = useHistoryText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { kind, amount, balance, time, tariff } = entry
  const price = `${amount > 0 ? '+' : ''}${formatMoney(amount, language)}`
  return (
    <button type="button" className={styles.row} data-entry={kind} onClick={() => onReceipt(entry)}>
      <span className={styles.what}>
        <span className={styles.kind}>
          {t(entry.is_unused_days === 1 ? 'unusedDays' : kind)}
          {tariff !== '' && ` · ${tariff}`}
        </span>
        <span className={styles.meta}>{formatMoment(time, language, nowSec)}</span>
      </span>
      <span className={styles.sums}>
        <span className={classes(styles.amount, amount > 0 && styles.in)}>{price}</span>
        <span className={styles.meta}>{t('left', { price: formatMoney(balance, language) })}</span>
      </span>
      <span className={styles.cheque}>{t('cheque')}</span>
    </button>
  )
}
