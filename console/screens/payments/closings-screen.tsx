import { Link } from 'wouter'
import { consoleClosings } from '#contract/console/closings.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDate, startOfDay } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Badge, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

type Listed = ResponseOf<typeof consoleClosings.list>['days'][number]

/** `/payments/closings`: the last days and who has signed them. */
export function ClosingsScreen() {
  const t = usePaymentsText()
  const { data, error, refetch } = useCall(consoleClosings.list, {})
  return (
    <Page
      title={t('closingTitle')}
      text={t('closingText')}
      above={<BackLink href="/payments" text={t('back')} />}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className={styles['tasks']} aria-label={t('closingDays')}>
          {data.days.map((one) => (
            <Row key={one.day} one={one} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Row({ one }: { readonly one: Listed }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { day, received, refunded, count, agrees, closing, differs } = one
  const state = closing === null || closing.state === 'reopened' ? 'none' : closing.state
  const tone = state === 'closed' ? 'good' : state === 'signed' ? 'warn' : 'plain'
  return (
    <li className={styles['task']}>
      <div>
        <span className={styles['line']}>
          <Link href={`/payments/closing?day=${day}`}>
            {formatDate(startOfDay(day) ?? 0, language, nowSec)}
          </Link>
          <Badge tone={tone}>{t(`closingState.${state}`)}</Badge>
          {differs ? <Badge tone="bad">{t('closingDiffers')}</Badge> : null}
          {agrees ? null : <Badge tone="bad">{t('disagrees')}</Badge>}
        </span>
        <small>
          {count === 0
            ? t('dayQuiet')
            : [
                t('closingReceived', { sum: moneyIn(language, received) }),
                ...(refunded === 0 ? [] : [t('closingRefunded', { sum: moneyIn(language, refunded) })]),
                t('closingEntries', { count }),
              ].join(' · ')}
        </small>
      </div>
    </li>
  )
}
