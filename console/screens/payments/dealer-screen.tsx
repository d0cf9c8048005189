import { useState } from 'react'
import { consoleDealers } from '#contract/console/dealers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { moneyIn } from '#console/i18n/money.ts'
import styles from './payments.module.css'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { ContractForm } from './dealer-contract-form.tsx'
import { useDealersText } from './dealers-text.ts'
import { CashForm, DepositForm } from './dealer-money-forms.tsx'
import { Payouts } from './dealer-payouts.tsx'
import { RulesSection } from './dealer-rules.tsx'
import { StatementSection } from './dealer-statement.tsx'
import { SubscribersSection } from './dealer-subscribers.tsx'

type One = ResponseOf<typeof consoleDealers.one>

/** `/dealers/17`. */
export function DealerScreen({ dealerId }: { readonly dealerId: number }) {
  const t = useDealersText()
  const { data, error, refetch } = useCall(consoleDealers.one, { dealer_id: dealerId })
  return (
    <Page
      title={data?.dealer.name ?? t('title')}
      above={<BackLink href="/dealers" text={t('back')} />}
      acts={data === undefined ? null : <Acts one={data} />}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles['columns']}>
          <div className={styles['column']}>
            <Facts one={data} />
            <StatementSection dealer={data.dealer} today={data.today} />
          </div>
          <div className={styles['column']}>
            <Section title={t('payouts')}>
              {data.payouts.length === 0 ? (
                <p className={styles['quiet']}>{t('payoutsNone')}</p>
              ) : (
                <Payouts payouts={data.payouts} />
              )}
            </Section>
            <RulesSection one={data} />
            <SubscribersSection dealer={data.dealer} />
          </div>
        </div>
      )}
    </Page>
  )
}

function Acts({ one: { dealer } }: { readonly one: One }) {
  const t = useDealersText()
  const may = useMay()
  const [open, setOpen] = useState<'contract' | 'deposit' | 'cash'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {may('payments', 'act') ? (
        <>
          {dealer.state === 'active' ? (
            <Button look="primary" onPress={() => setOpen('cash')}>
              {t('cash')}
            </Button>
          ) : null}
          <Button onPress={() => setOpen('deposit')}>{t('deposit')}</Button>
        </>
      ) : null}
      {may('payments', 'edit') ? <Button onPress={() => setOpen('contract')}>{t('change')}</Button> : null}
      {open === 'contract' ? <ContractForm dealer={dealer} onSaved={close} onClose={close} /> : null}
      {open === 'deposit' ? <DepositForm dealer={dealer} onClose={close} /> : null}
      {open === 'cash' ? <CashForm dealer={dealer} onClose={close} /> : null}
    </>
  )
}

function Facts({ one: { dealer } }: { readonly one: One }) {
  const t = useDealersText()
  const language = useLanguage()
  const facts = [
    [t('commissionAccount'), moneyIn(language, dealer.commission)],
    [t('depositAccount'), moneyIn(language, dealer.deposit)],
    [t('creditLimit'), moneyIn(language, dealer.credit_limit)],
    [t('number'), String(dealer.dealer_id)],
    [t('contract'), dealer.contract],
    [t('contact'), [dealer.contact, dealer.phone].filter((word) => word !== '').join(', ')],
  ].filter(([, value]) => value !== '')
  return (
    <Section title={t('about')}>
      <div>
        <Badge tone={dealer.state === 'active' ? 'good' : 'warn'}>{t(`state.${dealer.state}`)}</Badge>
      </div>
      <dl className={styles['keyFacts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['quiet']}>{t('link', { parameter: `?dealer_id=${dealer.dealer_id}` })}</p>
    </Section>
  )
}
