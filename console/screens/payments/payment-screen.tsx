import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { consolePayments, type PaymentRow } from '#contract/console/payments.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { IconButton } from '#console/ui/button.tsx'
import { copyText } from '#console/ui/copy-text.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { useText } from '#console/session/text.ts'
import { Charges } from './charges-section.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { shownMask, stateTone, stateWord } from './money.ts'
import { usePaymentsText } from './payments-text.ts'
import { PaymentReceipts } from './receipt-row.tsx'
import { RefundAttempts } from './refund-attempts.tsx'
import { RefundSection } from './refund-section.tsx'
import styles from './payments.module.css'

type Life = ResponseOf<typeof consolePayments.one>

interface PaymentScreenProps {
  readonly system: PaymentRow['system']
  readonly number: number
}

/** `/payments/payme/12`: a payment with its whole life. */
export function PaymentScreen({ system, number }: PaymentScreenProps) {
  const t = usePaymentsText()
  const language = useLanguage()
  const mayAct = useMay()('payments', 'act')
  const { data, error, refetch } = useCall(consolePayments.one, { system, number })
  const above = <BackLink href="/payments" text={t('back')} />
  if (data === undefined)
    return (
      <Page title={t('loading')} above={above}>
        {error === null ? (
          <Skeleton lines={8} />
        ) : 'failure' in error && error.failure === 'not_found' ? (
          <Empty text={t('notFound')} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const title = t('name', { system: t(`system.${system}`), sum: moneyIn(language, data.payment.amount) })
  return (
    <Page title={title} above={above}>
      <Head life={data} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <Events life={data} />
          <RefundAttempts refunds={data.refunds} />
          <Entries life={data} />
          {system === 'payme' ? null : <PaymentReceipts system={system} number={number} />}
        </div>
        <div className={styles['column']}>
          {mayAct ? <RefundSection life={data} /> : null}
          <Charges life={data} mayReturn={mayAct} />
        </div>
      </div>
    </Page>
  )
}

function Head({ life }: { readonly life: Life }) {
  const t = usePaymentsText()
  const base = useText()
  const language = useLanguage()
  const maySee = useMay()('subscribers', 'view')
  const { payment, balance, card_mask: mask, receipt_url: receipt } = life
  const { state, refunded, amount, abonement, name, external_id: theirs } = payment
  const who = name === '' ? abonement : `${abonement} · ${name}`
  return (
    <dl className={styles['keyFacts']}>
      <Fact name={t('head.state')}>
        <Badge tone={stateTone(state)}>{t(stateWord(payment))}</Badge>
        {refunded > 0 && refunded < amount ? t('refundedPart', { sum: moneyIn(language, refunded) }) : null}
      </Fact>
      <Fact name={t('head.subscriber')}>
        {maySee ? <Link href={`/subscribers/${payment.account_id}`}>{who}</Link> : who}
      </Fact>
      <Fact name={t('balanceNow')}>{moneyIn(language, balance)}</Fact>
      <Fact name={t('theirs')}>
        <span className={styles['code']}>{theirs === '' ? t('noNumber') : theirs}</span>
        {theirs === '' ? null : (
          <IconButton icon="copy" label={base('common.copy')} onPress={() => void copyText(theirs)} />
        )}
      </Fact>
      <Fact name={t('ours')}>{payment.number}</Fact>
      {mask === '' ? null : <Fact name={t('card')}>{shownMask(mask)}</Fact>}
      {receipt === '' ? null : (
        <Fact name={t('receipt')}>
          <a href={receipt} target="_blank" rel="noreferrer">
            {t('openReceipt')}
          </a>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Events({ life }: { readonly life: Life }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <Section title={t('life')}>
      <ol className={styles['events']}>
        {life.events.map(({ kind, at, by, text, way, amount }, nth) => (
          <li key={`${kind}${at}-${nth}`}>
            <span className={styles['strong']}>
              {t(`life.${kind}`)}
              {amount > 0 ? `: ${moneyIn(language, amount)}` : null}
            </span>
            <small>{formatMoment(at, language, nowSec)}</small>
            <EventMore kind={kind} by={by} text={text} way={way} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

type EventMoreProps = Pick<Life['events'][number], 'kind' | 'by' | 'text' | 'way'>

/** Who, how and why. */
function EventMore({ kind, by, text, way }: EventMoreProps) {
  const t = usePaymentsText()
  const isOfStaff = kind.startsWith('refund_') && way !== 'system' && way !== 'card'
  const isCode = kind === 'cancelled' || kind === 'refunded_by_system'
  const parts = [
    ...(isOfStaff ? [by === '' ? t('operator') : by] : []),
    ...(way === '' ? [] : [t(`way.${way}`)]),
    ...(text === '' ? [] : [isCode ? t('systemReason', { text }) : text]),
  ]
  return parts.length === 0 ? null : <span className={styles['quiet']}>{parts.join(' · ')}</span>
}

function Entries({ life }: { readonly life: Life }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <Section title={t('entries')}>
      {life.entries.length === 0 ? <p className={styles['quiet']}>{t('noEntries')}</p> : null}
      <ol className={styles['events']}>
        {life.entries.map((entry) => (
          <li key={entry.ledger_entry_id}>
            <span>{t(`entry.${entry.kind}`)}</span>
            <span className={styles['sum']} data-in={entry.amount > 0}>
              {entry.amount > 0 ? '+' : ''}
              {moneyIn(language, entry.amount)}
            </span>
            <span className={styles['quiet']}>
              {formatMoment(entry.at, language, nowSec)} · №{entry.ledger_entry_id} ·{' '}
              {t('entryBalance', { sum: moneyIn(language, entry.balance) })}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
