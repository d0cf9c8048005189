import { consoleLedger } from '#contract/console/ledger.ts'
import { dayOf, formatDate, startOfDay } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Badge, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import type { LedgerFilter } from './ledger-filter.ts'
import { useLedgerText } from './ledger-text.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

/** The chosen days; today without them. */
function useDays({ from, to }: LedgerFilter) {
  const language = useLanguage()
  const nowSec = useNowSec()
  const today = dayOf(nowSec)
  const last = to ?? (from !== undefined && from > today ? from : today)
  const days = { from: from ?? last, to: last }
  const shown = (day: string) => formatDate(startOfDay(day) ?? 0, language, nowSec)
  const ends = days.from === days.to ? [days.to] : [days.from, days.to]
  return { days, words: { days: ends.map(shown).join(' – ') } }
}

/** What the entries of the days that match add up to, by kind and service account. */
export function LedgerTotals({ filter }: { readonly filter: LedgerFilter }) {
  const t = useLedgerText()
  const names = usePaymentsText()
  const language = useLanguage()
  const { days, words } = useDays(filter)
  const title = t('totals', words)
  const { data, error, refetch } = useCall(consoleLedger.totals, { ...filter, ...days })
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Failed error={error} onRetry={() => void refetch()} />
  const { totals } = data
  const sumOf = (field: 'count' | 'in' | 'out') => totals.reduce((sum, one) => sum + one[field], 0)
  return (
    <Section title={title}>
      {totals.length === 0 ? (
        <p className={styles['quiet']}>{t('totalsNone')}</p>
      ) : (
        <div className={styles['scroll']} tabIndex={0} role="region" aria-label={title}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th>{names('col.account')}</th>
                <th>{names('col.kind')}</th>
                <th className={styles['figure']}>{names('col.count')}</th>
                <th className={styles['figure']}>{names('col.in')}</th>
                <th className={styles['figure']}>{names('col.out')}</th>
              </tr>
            </thead>
            <tbody>
              {totals.map((one) => (
                <tr key={`${one.account}${one.kind}`}>
                  <td>{names(`account.${one.account}`)}</td>
                  <td>{names(`entryKind.${one.kind}`)}</td>
                  <td className={styles['figure']}>{one.count}</td>
                  <td className={styles['figure']}>{moneyIn(language, one.in)}</td>
                  <td className={styles['figure']}>{moneyIn(language, one.out)}</td>
                </tr>
              ))}
              <tr className={styles['strong']}>
                <td>{t('all')}</td>
                <td />
                <td className={styles['figure']}>{sumOf('count')}</td>
                <td className={styles['figure']}>{moneyIn(language, sumOf('in'))}</td>
                <td className={styles['figure']}>{moneyIn(language, sumOf('out'))}</td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

/** The trial balance of the chosen days; of today without them. */
export function LedgerBalance({ filter }: { readonly filter: LedgerFilter }) {
  const t = useLedgerText()
  const names = usePaymentsText()
  const language = useLanguage()
  const { days, words } = useDays(filter)
  const { data, error, refetch } = useCall(consoleLedger.balance, days)
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Failed error={error} onRetry={() => void refetch()} />
  const title = t('trial', words)
  const rows = [...data.lines, { ...data, account: 'all' as const }]
  return (
    <Section title={title}>
      <p>
        <Badge tone={data.agrees ? 'good' : 'bad'}>{names(data.agrees ? 'agrees' : 'disagrees')}</Badge>{' '}
        {t(data.agrees ? 'trialGood' : 'trialBad')}
      </p>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label={title}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{names('col.account')}</th>
              <th className={styles['figure']}>{t('col.opening')}</th>
              <th className={styles['figure']}>{t('col.debit')}</th>
              <th className={styles['figure']}>{t('col.credit')}</th>
              <th className={styles['figure']}>{t('col.closing')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ account, ...line }) => (
              <tr key={account} className={account === 'all' ? styles['strong'] : undefined}>
                <td>
                  {account === 'all'
                    ? t('all')
                    : account === 'subscribers'
                      ? t('account.subscribers')
                      : names(`account.${account}`)}
                </td>
                {[line.opening, line.debit, line.credit, line.closing].map((sum, at) => (
                  <td key={at} className={styles['figure']}>
                    {moneyIn(language, sum)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
