import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ShownEntry } from '#contract/console/ledger.ts'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { useLedgerText } from './ledger-text.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

/** An entry: its sum, a sentence with links, the subscriber, and when. */
export function LedgerRow({ entry }: { readonly entry: ShownEntry }) {
  const t = useLedgerText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const may = useMay()
  const { amount, balance, abonement, account_id: accountId, ledger_entry_id: id } = entry
  const mayOpen = may('subscribers', 'view')
  return (
    <li className={styles['entry']}>
      <span className={styles['sum']} data-in={amount > 0}>
        {amount > 0 ? '+' : '−'}
        {moneyIn(language, Math.abs(amount))}
        <small>{t('balance', { sum: moneyIn(language, balance) })}</small>
      </span>
      <span>
        <Sentence entry={entry} />
        <small className={styles['code']}>{entry.reference}</small>
      </span>
      <span className={styles['number']}>
        {mayOpen ? <Link href={`/subscribers/${accountId}`}>{abonement}</Link> : abonement}
      </span>
      <span className={styles['quiet']}>
        {formatMoment(entry.at, language, nowSec)}
        <small>{t('number', { number: id })}</small>
      </span>
    </li>
  )
}

/** What the entry is, with links to what it is about. */
function Sentence({ entry }: { readonly entry: ShownEntry }) {
  const t = useLedgerText()
  const names = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const may = useMay()
  const { story, payment, tariff, tariff_id: tariffId, reverses, staff, reason } = entry
  const tariffName = `«${tariff[language] || tariff.ru}»`
  const facts: readonly ReactNode[] = [
    ...(payment === null
      ? []
      : [
          <Link key="payment" href={`/payments/${payment.system}/${payment.number}`}>
            {t('paymentLink', { system: names(`system.${payment.system}`), number: payment.number })}
          </Link>,
        ]),
    ...(tariffId === 0
      ? []
      : [
          may('billing', 'view') ? (
            <Link key="tariff" href={`/tariffs/${tariffId}`}>
              {tariffName}
            </Link>
          ) : (
            tariffName
          ),
        ]),
    ...(entry.period_from === 0
      ? []
      : [
          t('period', {
            from: formatDate(entry.period_from, language, nowSec),
            to: formatDate(entry.period_until, language, nowSec),
          }),
        ]),
    ...(reverses === 0
      ? []
      : [
          <Link key="reverses" href={`/payments/ledger?entry=${reverses}`}>
            {t('reverses', { number: reverses })}
          </Link>,
        ]),
    ...(reason === '' ? [] : [t('byStaff', { staff: staff || names('operator'), reason })]),
  ]
  return (
    <>
      {t(`story.${story}`)}
      {facts.map((fact, at) => [at === 0 ? ': ' : ', ', fact])}
    </>
  )
}
