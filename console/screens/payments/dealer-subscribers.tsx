import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleDealers, type ShownDealer } from '#contract/console/dealers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import { formatDate } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import styles from './payments.module.css'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { useDealersText } from './dealers-text.ts'
import { AttachForm } from './dealer-money-forms.tsx'

const pageRows = 50

/** Subscribers of a dealer, with what it earned with each. */
export function SubscribersSection({ dealer }: { readonly dealer: ShownDealer }) {
  const t = useDealersText()
  const mayAct = useMay()('payments', 'act')
  const [open, setOpen] = useState<{ readonly abonement?: string }>()
  return (
    <Section
      title={`${t('subscribers')}: ${formatNumber(dealer.subscribers)}`}
      acts={mayAct ? <Button onPress={() => setOpen({})}>{t('attach')}</Button> : null}
    >
      {dealer.subscribers === 0 ? <p className={styles['quiet']}>{t('subscribersNone')}</p> : null}
      <Subscribers dealerId={dealer.dealer_id} onOff={(abonement) => setOpen({ abonement })} />
      {open === undefined ? null : (
        <AttachForm dealer={dealer} abonement={open.abonement} onClose={() => setOpen(undefined)} />
      )}
    </Section>
  )
}

interface SubscribersProps {
  readonly dealerId: number
  readonly onOff: (abonement: string) => void
}

/** All pages are read again after an act: none is missed or shown twice. */
function Subscribers({ dealerId, onOff }: SubscribersProps) {
  const t = useDealersText()
  const input = { dealer_id: dealerId, limit: pageRows }
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(consoleDealers.subscribers, input),
    queryFn: ({ signal, pageParam: after }) =>
      call(consoleDealers.subscribers, { ...input, ...after }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ subscribers }) => {
      const last = subscribers.length < pageRows ? undefined : subscribers.at(-1)
      return last === undefined ? undefined : { after_ms: last.at_ms, after_id: last.account_id }
    },
  })
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ul className={styles['events']} aria-label={t('subscribers')}>
        {data.pages.flatMap(({ subscribers }) =>
          subscribers.map((one) => <Row key={one.account_id} one={one} onOff={onOff} />),
        )}
      </ul>
      {hasNextPage ? (
        <div>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

interface RowProps extends Pick<SubscribersProps, 'onOff'> {
  readonly one: ResponseOf<typeof consoleDealers.subscribers>['subscribers'][number]
}

function Row({ one, onOff }: RowProps) {
  const t = useDealersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('payments', 'act')
  return (
    <li>
      <span>
        <Link href={`/subscribers/${one.account_id}`}>{one.abonement}</Link> {one.name}
      </span>
      <span className={styles['sum']}>{moneyIn(language, one.earned)}</span>
      <span className={styles['quiet']}>
        {[
          t(`way.${one.way}`, { date: formatDate(one.at_ms / 1000, language, nowSec) }),
          ...(one.reason === '' ? [] : [one.reason]),
        ].join(' · ')}
      </span>
      {mayAct ? (
        <div className={styles['rowAct']}>
          <Button look="quiet" onPress={() => onOff(one.abonement)}>
            {t('detach')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
