import { Link } from 'wouter'
import { consoleStatements, type ShownStatement } from '#contract/console/statements.ts'
import { formatDays, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { LoadStatement } from './load-statement.tsx'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

/** `/payments/statements`: registries, loaded and compared. */
export function StatementsScreen() {
  const t = usePaymentsText()
  const mayLoad = useMay()('payments', 'edit')
  const { data, error, refetch } = useCall(consoleStatements.list, {})
  return (
    <Page
      title={t('statementsTitle')}
      text={t('statementsText')}
      above={<BackLink href="/payments" text={t('back')} />}
    >
      {mayLoad ? (
        <Section title={t('loadTitle')}>
          <LoadStatement />
        </Section>
      ) : null}
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.statements.length === 0 ? (
        <Empty text={t('statementNone')} />
      ) : (
        <ul className={styles['tasks']} aria-label={t('statementsTitle')}>
          {data.statements.map((one) => (
            <Row key={one.statement_id} statement={one} />
          ))}
        </ul>
      )}
    </Page>
  )
}

/** How a state is coloured. */
export function statementTone({ state, open }: Pick<ShownStatement, 'state' | 'open'>) {
  if (state === 'closed') return 'good'
  if (state === 'discarded') return 'bad'
  return open > 0 || state === 'uploading' ? 'warn' : 'plain'
}

function Row({ statement }: { readonly statement: ShownStatement }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { statement_id: id, system, from, to, name, state, matched, open, resolved, by } = statement
  const when = formatMoment(statement.made_at, language, nowSec)
  return (
    <li className={styles['task']}>
      <div>
        <span className={styles['line']}>
          <Link href={`/payments/statements/${id}`}>
            {t('statementOf', {
              system: t(`system.${system}`),
              days: formatDays(from, to, language, nowSec),
            })}
          </Link>
          <Badge tone={statementTone(statement)}>{t(`statementState.${state}`)}</Badge>
        </span>
        <span>{t('statementCounts', { matched, open, resolved })}</span>
        <small>
          {name} · {t('statementBy', { who: by === '' ? t('operator') : by, when })}
        </small>
      </div>
    </li>
  )
}
