import { useQuery } from '@tanstack/react-query'
import { consoleOperations } from '#contract/console/operations.ts'
import { formatNumber } from '#contract/form/money.ts'
import { formatAgo, formatMoment, formatSpan } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { FiguresTable } from '#console/ui/figures-table.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { MediaNodes } from './media-nodes.tsx'
import type { ServerState } from './operations-state.ts'
import { useOperationsText, useSize } from './operations-text.ts'
import { QueueSection } from './queue-section.tsx'
import styles from './operations.module.css'

const refreshMs = 10_000
/** A difference up to this one raises no alarm. */
const clockToleranceMs = 5000

/** `/health/server`: the processes, the queue of jobs and the database as they are now. */
export function ServerScreen() {
  const t = useOperationsText()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleOperations.server, {}),
    queryFn: ({ signal }) => call(consoleOperations.server, {}, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Page title={t('server')} text={t('serverText')} above={<BackLink href="/health" text={t('back')} />}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Nodes nodes={data.nodes} />
          <MediaNodes nodes={data.media_nodes} />
          <QueueSection queue={data.queue} failed={data.failed_jobs} />
          <DatabaseSection database={data.database} />
        </>
      )}
    </Page>
  )
}

function Nodes({ nodes }: Pick<ServerState, 'nodes'>) {
  const t = useOperationsText()
  return (
    <Section title={t('nodes')}>
      {nodes.length === 0 ? (
        <Empty text={t('noNodes')} />
      ) : (
        <ul className={styles['list']}>
          {nodes.map((node) => (
            <NodeItem key={`${node.host} ${node.pid} ${node.started_at}`} node={node} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function NodeItem({ node }: { readonly node: ServerState['nodes'][number] }) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const size = useSize()
  const { host, pid, roles, version, is_lost: isLost, is_quiet: isQuiet, started_at: startedAt } = node
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <strong>
          {host} · {roles.join(', ')}
        </strong>
        <Badge tone={isLost ? 'bad' : 'good'}>{t(isLost ? 'lost' : 'alive')}</Badge>
        {isQuiet ? <Badge tone="warn">{t('quiet')}</Badge> : null}
      </div>
      <FactList
        facts={[
          [t('version'), version],
          [t('pid'), String(pid)],
          [t('uptime'), isLost ? t('unknown') : formatSpan(nowSec - startedAt, language)],
          [t('seen'), formatAgo(node.seen_at, language, nowSec)],
          [t('memory'), size(node.memory_bytes)],
          [t('loopDelay'), t('milliseconds', { count: formatNumber(node.loop_delay_ms) })],
          [t('clock'), clockText(t, node.clock_ahead_ms)],
        ]}
      />
      {isLost ? <p className={styles['problem']}>{t('lostText')}</p> : null}
    </li>
  )
}

/** Ahead of the database's clock with a plus, behind it with a minus. */
function clockText(t: ReturnType<typeof useOperationsText>, aheadMs: number | null): string {
  if (aheadMs === null) return t('unknown')
  const seconds = Math.round(aheadMs / 1000)
  const text = `${seconds > 0 ? '+' : '−'}${formatNumber(Math.abs(seconds))}`
  return Math.abs(aheadMs) <= clockToleranceMs ? t('clockAgrees') : t('clockDiffers', { seconds: text })
}

function DatabaseSection({ database }: Pick<ServerState, 'database'>) {
  const t = useOperationsText()
  const language = useLanguage()
  const size = useSize()
  const { longest_statement_ms: longest, replicas, replica_lag_ms: lag, disk_free_bytes: free } = database
  const replication =
    replicas === null
      ? t('unknown')
      : replicas === 0
        ? t('noReplicas')
        : lag === null
          ? String(replicas)
          : t('replicasLag', { count: replicas, lag: formatSpan(lag / 1000, language) })
  return (
    <Section title={t('database')} text={t(database.is_embedded ? 'embedded' : 'external')}>
      <FactList
        facts={[
          [t('version'), `PostgreSQL ${database.version}`],
          [t('size'), size(database.bytes)],
          [t('connections'), t('countOf', { count: database.connections, of: database.max_connections })],
          [t('longest'), longest === null ? t('unknown') : formatSpan(longest / 1000, language)],
          [t('replicas'), replication],
          [t('diskFree'), free === null ? t('unknown') : size(free)],
        ]}
      />
      {database.tables.length === 0 ? null : <Tables tables={database.tables} />}
    </Section>
  )
}

function Tables({ tables }: Pick<ServerState['database'], 'tables'>) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const size = useSize()
  return (
    <FiguresTable
      label={t('tables')}
      heads={(['table', 'size', 'rows', 'deadRows', 'vacuumed'] as const).map((name) => t(name))}
      rows={tables.map(({ name, bytes, rows, dead_rows: dead, vacuumed_at: vacuumed }) => ({
        ...{ key: name, name },
        cells: [
          ...[size(bytes), formatNumber(rows), formatNumber(dead)],
          vacuumed === null ? t('never') : formatMoment(vacuumed, language, nowSec),
        ],
      }))}
    />
  )
}
