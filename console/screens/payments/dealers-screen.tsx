import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { consoleDealers, type ShownDealer } from '#contract/console/dealers.ts'
import { formatNumber } from '#contract/form/money.ts'
import { moneyIn } from '#console/i18n/money.ts'
import styles from './payments.module.css'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { ContractForm } from './dealer-contract-form.tsx'
import { useDealersText } from './dealers-text.ts'
import { Payouts } from './dealer-payouts.tsx'

/** `/dealers`: dealers with their balances, and payouts to act on. */
export function DealersScreen() {
  const t = useDealersText()
  const mayEdit = useMay()('payments', 'edit')
  const [, setLocation] = useLocation()
  const [isAdding, setIsAdding] = useState(false)
  const { data, error, refetch } = useCall(consoleDealers.list, {})
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={mayEdit ? <Button onPress={() => setIsAdding(true)}>{t('add')}</Button> : null}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.payouts.length === 0 ? null : (
            <Section title={t('payoutsOpen')}>
              <Payouts payouts={data.payouts} withDealer />
            </Section>
          )}
          {data.dealers.length === 0 ? (
            <Empty text={t('none')} />
          ) : (
            <ul className={styles['tasks']} aria-label={t('title')}>
              {data.dealers.map((dealer) => (
                <Row key={dealer.dealer_id} dealer={dealer} />
              ))}
            </ul>
          )}
        </>
      )}
      {isAdding ? (
        <ContractForm
          dealer={undefined}
          onSaved={(dealerId) => setLocation(`/dealers/${dealerId}`)}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </Page>
  )
}

function Row({ dealer }: { readonly dealer: ShownDealer }) {
  const t = useDealersText()
  const language = useLanguage()
  const money = (sums: number) => moneyIn(language, sums)
  return (
    <li className={styles['task']}>
      <div>
        <span className={styles['line']}>
          <Link href={`/dealers/${dealer.dealer_id}`}>{dealer.name}</Link>
          {dealer.state === 'stopped' ? <Badge tone="warn">{t('state.stopped')}</Badge> : null}
        </span>
        <small>
          {[
            t('numberOf', { number: dealer.dealer_id }),
            t('subscribersOf', { count: formatNumber(dealer.subscribers) }),
            ...(dealer.contract === '' ? [] : [dealer.contract]),
          ].join(' · ')}
        </small>
      </div>
      <dl className={styles['balances']}>
        <div>
          <dt>{t('commissionAccount')}</dt>
          <dd>{money(dealer.commission)}</dd>
        </div>
        <div>
          <dt>{t('depositAccount')}</dt>
          <dd>{money(dealer.deposit)}</dd>
        </div>
      </dl>
    </li>
  )
}
