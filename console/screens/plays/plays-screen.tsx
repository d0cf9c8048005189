import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consolePlays, type PlaySpan } from '#contract/console/plays.ts'
import { usePlayFailure } from '#console/reasons/play-failures.ts'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { PlayFiguresTable } from './figures-table.tsx'
import { PlayKeyFigures } from './key-figures.tsx'
import { usePlaysText } from './plays-text.ts'
import styles from './plays.module.css'

const refreshMs = 30_000
const spans = ['hour', 'day'] as const
type SpanName = (typeof spans)[number]

/** `/plays`: starts, stalls and failures of the last hour, day and month. The span is in the address. */
export function PlaysScreen() {
  const t = usePlaysText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [query, setQuery] = useSearchParams()
  const chosen: SpanName = query.get('span') === 'day' ? 'day' : 'hour'
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consolePlays.figures, {}),
    queryFn: ({ signal }) => call(consolePlays.figures, {}, { signal }),
    refetchInterval: refreshMs,
  })
  if (data === undefined)
    return (
      <Page title={t('title')} text={t('text')}>
        {error === null ? <Skeleton lines={8} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  return (
    <Page title={t('title')} text={t('text')}>
      <div className={styles['top']}>
        <ViewChips<SpanName>
          label={t('spans')}
          views={spans.map((name) => ({ name, text: t(`span.${name}`) }))}
          chosen={chosen}
          onChoose={(name) => setQuery(name === 'hour' ? {} : { span: name }, { replace: true })}
        />
        <small>{t('until', { when: formatMoment(data.at, language, nowSec) })}</small>
      </div>
      <Span span={data[chosen]} />
      <Section title={t('days')} text={t('daysText')}>
        {data.days.length === 0 ? (
          <p>{t('nothing')}</p>
        ) : (
          <PlayFiguresTable
            label={t('days')}
            head={t('head.day')}
            rows={data.days.map(({ at, figures }) => ({
              key: String(at),
              name: formatDate(at, language, nowSec),
              figures,
            }))}
          />
        )}
      </Section>
    </Page>
  )
}

function Span({ span: { all, groups, worst, failures } }: { readonly span: PlaySpan }) {
  const t = usePlaysText()
  if (all.plays === 0 && all.played_sec === 0) return <Empty text={t('nothing')} />
  return (
    <>
      <PlayKeyFigures figures={all} />
      <Section title={t('groups')} text={t('groupsText')}>
        <PlayFiguresTable
          label={t('groups')}
          head={t('head.device')}
          rows={groups.map(({ device, kind, figures }) => ({
            key: `${device} ${kind}`,
            name: `${t(`device.${device}`)}, ${t(`kind.${kind}`)}`,
            figures,
          }))}
        />
      </Section>
      <Section title={t('worst')} text={t('worstText')}>
        {worst.length === 0 ? (
          <p>{t('noWorst')}</p>
        ) : (
          <PlayFiguresTable
            label={t('worst')}
            head={t('head.what')}
            rows={worst.map((one) => ({
              key: `${one.kind} ${one.id}`,
              name: <Subject {...one} />,
              figures: one.figures,
            }))}
          />
        )}
      </Section>
      <Failures failures={failures} />
    </>
  )
}

/** A channel leads to its health. */
function Subject({ kind, id, name }: Pick<PlaySpan['worst'][number], 'kind' | 'id' | 'name'>): ReactNode {
  const t = usePlaysText()
  if (name === '') return t('gone', { id })
  return kind === 'film' ? (
    name
  ) : (
    <>
      <Link href={`/health/${id}`}>{name}</Link>
      {kind === 'archive' ? `, ${t('kind.archive')}` : ''}
    </>
  )
}

function Failures({ failures }: Pick<PlaySpan, 'failures'>) {
  const t = usePlaysText()
  const inWords = usePlayFailure()
  return (
    <Section title={t('failures')}>
      {failures.length === 0 ? (
        <p>{t('noFailures')}</p>
      ) : (
        <ul className={styles['failures']}>
          {failures.map(({ code, count }) => (
            <li key={code}>
              <strong>{count}</strong>
              <code>{code}</code>
              <span>{inWords(code)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
