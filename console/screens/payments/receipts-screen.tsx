import { Link, useSearchParams } from 'wouter'
import { consoleReceipts, receiptViews } from '#contract/console/receipts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import { ReceiptRow, receiptChanges } from './receipt-row.tsx'
import { useReceiptsText } from './receipts-text.ts'
import styles from './payments.module.css'

type List = ResponseOf<typeof consoleReceipts.list>

/** `/payments/receipts?which=open`. */
export function ReceiptsScreen() {
  const t = useReceiptsText()
  const payments = usePaymentsText()
  const may = useMay()
  const [address, setAddress] = useSearchParams()
  const which = receiptViews.find((one) => one === address.get('which')) ?? 'failed'
  const { data, error, refetch } = useCall(consoleReceipts.list, { which })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      above={<BackLink href="/payments" text={payments('back')} />}
      acts={data === undefined ? null : <RetryAll list={data} />}
    >
      {data?.is_on === false ? (
        <p className={styles['warn']}>
          {t('off')} {may('settings', 'view') ? <Link href="/services">{t('offLink')}</Link> : null}
        </p>
      ) : null}
      <ViewChips
        label={t('title')}
        views={(['failed', 'open', 'ended'] as const).map((name) => ({
          ...{ name, text: t(`view.${name}`) },
          ...(data === undefined ? {} : { count: countOf(data, name) }),
        }))}
        chosen={which}
        onChoose={(view) => setAddress(view === 'failed' ? {} : { which: view }, { replace: true })}
      />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.receipts.length === 0 ? (
        <Empty text={t(data.is_on ? `none.${which}` : 'none.off')} />
      ) : (
        <ul className={styles['tasks']} aria-label={t('title')}>
          {data.receipts.map((receipt) => (
            <ReceiptRow key={receipt.receipt_id} receipt={receipt} />
          ))}
        </ul>
      )}
      {data?.is_on === true ? <Reconciliation /> : null}
    </Page>
  )
}

function countOf({ counts }: List, view: (typeof receiptViews)[number]): number {
  return view === 'ended' ? counts.registered + counts.not_needed : counts[view]
}

function RetryAll({ list }: { readonly list: List }) {
  const t = useReceiptsText()
  const mayAct = useMay()('payments', 'act')
  const act = useAct(consoleReceipts.retry, {
    changes: receiptChanges,
    onDone: ({ count }) => showToast(t('retried', { count })),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  if (!mayAct || !list.is_on || list.counts.failed < 2) return null
  return (
    <Button isPending={act.isPending} onPress={() => act.mutate({})}>
      {t('retryAll')}
    </Button>
  )
}

function Reconciliation() {
  const t = useReceiptsText()
  const language = useLanguage()
  const { data, error, refetch } = useCall(consoleReceipts.reconcile, {})
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Failed error={error} onRetry={() => void refetch()} />
  const isWhole = data.difference_count === 0
  const sum = (sums: number) => moneyIn(language, sums)
  return (
    <Section title={t('reconcile')}>
      <p className={styles['quiet']}>{t('reconcileText')}</p>
      <dl className={styles['keyFacts']}>
        <div>
          <dt>{t('paid')}</dt>
          <dd>
            {sum(data.paid)} <small>{t('registered', { sum: sum(data.registered) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('refunded')}</dt>
          <dd>
            {sum(data.refunded)} <small>{t('registered', { sum: sum(data.registered_back) })}</small>
          </dd>
        </div>
      </dl>
      <p>{t('waiting', { open: data.open, failed: data.failed })}</p>
      <p>
        <Badge isSentence tone={isWhole ? 'good' : 'bad'}>
          {isWhole ? t('agrees') : t('differs', { count: data.difference_count })}
        </Badge>
      </p>
      <ul className={styles['events']}>
        {data.differences.map(({ kind, reference, ledger, receipt }) => (
          <li key={`${kind}${reference}`}>
            <span className={styles['code']}>{reference}</span>
            <span className={styles['sum']}>{sum(ledger)}</span>
            <span className={styles['quiet']}>{t(`difference.${kind}`, { sum: sum(receipt) })}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
