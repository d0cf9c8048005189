import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { consoleStatements, rowKinds, type RowKind } from '#contract/console/statements.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDays, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { ChooseColumns } from './choose-columns.tsx'
import { usePaymentsText } from './payments-text.ts'
import { StatementRow } from './statement-row.tsx'
import { statementTone } from './statements-screen.tsx'
import styles from './payments.module.css'

type One = ResponseOf<typeof consoleStatements.one>
const views = ['open', 'resolved', 'matched'] as const
type View = (typeof views)[number]

/** `/payments/statements/3?view=resolved&kind=only_ours`: a statement, worked off row by row. */
export function StatementScreen({ statementId }: { readonly statementId: number }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [address] = useSearchParams()
  const view = views.find((one) => one === address.get('view')) ?? 'open'
  const kind = rowKinds.find((one) => one === address.get('kind'))
  // The row after which each page begins.
  const [after, setAfter] = useState(0)
  const input = { statement_id: statementId, view, after, ...(kind === undefined ? {} : { kind }) }
  const { data, error, refetch } = useCall(consoleStatements.one, input)
  const above = <BackLink href="/payments/statements" text={t('statementBack')} />
  if (data === undefined)
    return (
      <Page title={t('statementsTitle')} above={above}>
        {error === null ? (
          <Skeleton lines={8} />
        ) : 'failure' in error && error.failure === 'not_found' ? (
          <Empty text={t('statementMissing')} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { system, from, to, state } = data.statement
  return (
    <Page
      title={t('statementOf', {
        system: t(`system.${system}`),
        days: formatDays(from, to, language, nowSec),
      })}
      above={above}
      acts={<Acts one={data} />}
    >
      <Facts one={data} />
      {state === 'uploading' && data.sample.length > 0 ? <ChooseColumns one={data} /> : null}
      {state === 'open' || state === 'closed' ? (
        <Rows one={data} view={view} kind={kind} onPage={setAfter} isFirst={after === 0} />
      ) : null}
      <Problems one={data} />
    </Page>
  )
}

function Facts({ one }: { readonly one: One }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { statement } = one
  const { matched, open, resolved, name, skipped } = statement
  const who = (text: string) => (text === '' ? t('operator') : text)
  const when = (at: number) => formatMoment(at, language, nowSec)
  return (
    <div className={styles['form']}>
      <span className={styles['line']}>
        <Badge tone={statementTone(statement)}>{t(`statementState.${statement.state}`)}</Badge>
        {t('statementCounts', { matched, open, resolved })}
      </span>
      <small className={styles['quiet']}>
        {[
          name,
          t('statementBy', { who: who(statement.by), when: when(statement.made_at) }),
          ...(statement.closed_at === 0
            ? []
            : [t('statementClosedBy', { who: who(statement.closed_by), when: when(statement.closed_at) })]),
          ...(skipped === 0 ? [] : [t('skipped', { count: skipped })]),
        ].join(' · ')}
      </small>
    </div>
  )
}

const changes = [consoleStatements.one, consoleStatements.list]

function Acts({ one }: { readonly one: One }) {
  const t = usePaymentsText()
  const mayEdit = useMay()('payments', 'edit')
  const [, go] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const { statement_id: id, state, open } = one.statement
  const onFailed = (error: Error) => {
    setIsAsking(false)
    showToast(error.message, { isProblem: true })
  }
  const close = useAct(consoleStatements.close, {
    ...{ changes, onFailed, onDone: () => showToast(t('statementClosed')) },
  })
  const discard = useAct(consoleStatements.discard, {
    ...{ changes: [consoleStatements.list], onFailed, onDone: () => go('/payments/statements') },
  })
  if (!mayEdit || (state !== 'open' && state !== 'uploading')) return null
  return (
    <>
      {state === 'open' ? (
        <Button
          look="primary"
          isDisabled={open > 0}
          isPending={close.isPending}
          onPress={() => close.mutate({ statement_id: id })}
        >
          {t('statementClose')}
        </Button>
      ) : null}
      <Button look="quiet" onPress={() => setIsAsking(true)}>
        {t('statementDiscard')}
      </Button>
      <Question
        title={t('discardTitle')}
        text={t('discardText')}
        confirm={t('statementDiscard')}
        isOpen={isAsking}
        isBusy={discard.isPending}
        isDangerous
        onConfirm={() => discard.mutate({ statement_id: id })}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

interface RowsProps {
  readonly one: One
  readonly view: View
  readonly kind: RowKind | undefined
  readonly isFirst: boolean
  readonly onPage: (after: number) => void
}

function Rows({ one, view, kind, isFirst, onPage }: RowsProps) {
  const t = usePaymentsText()
  const [, setAddress] = useSearchParams()
  const { statement, items, counts } = one
  const show = (next: View, nextKind?: RowKind) => {
    onPage(0)
    setAddress(
      {
        ...(next === 'open' ? {} : { view: next }),
        ...(nextKind === undefined ? {} : { kind: nextKind }),
      },
      { replace: true },
    )
  }
  const sizes = { open: statement.open, resolved: statement.resolved, matched: statement.matched }
  const kinds = rowKinds.filter((name) => counts[name] > 0)
  return (
    <>
      <ViewChips
        label={t('rows')}
        views={views.map((name) => ({ name, text: t(`view.${name}`), count: sizes[name] }))}
        chosen={view}
        onChoose={(next) => show(next)}
      />
      {view === 'open' && kinds.length > 1 ? (
        <div className={styles['line']}>
          {kinds.map((name) => (
            <Button
              key={name}
              look={kind === name ? 'primary' : 'quiet'}
              onPress={() => show('open', kind === name ? undefined : name)}
            >
              {t(`kind.${name}`)} · {counts[name]}
            </Button>
          ))}
        </div>
      ) : null}
      {items.length === 0 ? (
        <Empty text={view === 'open' && statement.open === 0 ? t('rowsDone') : t('rowsNone')} />
      ) : (
        <ul className={styles['tasks']} aria-label={t('rows')}>
          {items.map((item) => (
            <StatementRow key={item.row_id} item={item} statement={statement} changes={changes} />
          ))}
        </ul>
      )}
      <div className={styles['line']}>
        {isFirst ? null : <Button onPress={() => onPage(0)}>{t('toStart')}</Button>}
        {one.has_more ? <Button onPress={() => onPage(items.at(-1)?.row_id ?? 0)}>{t('more')}</Button> : null}
      </div>
    </>
  )
}

function Problems({ one }: { readonly one: One }) {
  const t = usePaymentsText()
  const { problems, statement } = one
  if (problems.length === 0) return null
  const names = ['amount', 'number', 'time', 'broken'] as const
  return (
    <Section title={t('problems', { count: statement.problem_count })}>
      <ul className={styles['events']}>
        {problems.map(({ line, problem, text }) => (
          <li key={line}>
            <span>{t(`problem.${names.find((name) => name === problem) ?? 'broken'}`, { text })}</span>
            <small>{t('lineIs', { line })}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
