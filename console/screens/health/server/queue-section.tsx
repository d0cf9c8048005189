import { consoleOperations } from '#contract/console/operations.ts'
import { formatNumber } from '#contract/form/money.ts'
import { formatAgo, formatMoment } from '#console/i18n/format.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { FiguresTable } from '#console/ui/figures-table.tsx'
import { Empty, Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useOperationsText } from './operations-text.ts'
import type { ServerState } from './operations-state.ts'
import styles from './operations.module.css'

interface QueueSectionProps {
  readonly queue: ServerState['queue']
  readonly failed: ServerState['failed_jobs']
}

/** What waits and runs in the background, and what failed for good, with a way to run it once more. */
export function QueueSection({ queue, failed }: QueueSectionProps) {
  const t = useOperationsText()
  return (
    <>
      <Section title={t('queue')} text={t('queueText')}>
        {queue === null ? (
          <Empty text={t('unknown')} />
        ) : queue.length === 0 ? (
          <Empty text={t('queueEmpty')} />
        ) : (
          <Kinds kinds={queue} />
        )}
      </Section>
      <Section title={t('failedJobs')} text={t('failedJobsText')}>
        {failed.length === 0 ? (
          <Empty text={t('noFailedJobs')} />
        ) : (
          <ul className={styles['list']}>
            {failed.map((job) => (
              <FailedJob key={job.job_id} job={job} />
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

function Kinds({ kinds }: { readonly kinds: NonNullable<ServerState['queue']> }) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <FiguresTable
      label={t('queue')}
      heads={(['job', 'waiting', 'repeated', 'running', 'failed', 'oldest'] as const).map((name) => t(name))}
      rows={kinds.map(({ name, waiting, repeated, running, failed, oldest_at: oldest }) => ({
        ...{ key: name, name },
        cells: [
          ...[waiting, repeated, running, failed].map(formatNumber),
          oldest === null ? '—' : formatAgo(oldest, language, nowSec),
        ],
      }))}
    />
  )
}

function FailedJob({ job }: { readonly job: ServerState['failed_jobs'][number] }) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('health', 'act')
  const retry = useAct(consoleOperations.retryJob, {
    changes: [consoleOperations.server],
    onDone: ({ name }) => showToast(t('retried', { name })),
    onFailed: (error) => {
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <strong>{job.name}</strong>
        <small>
          {formatMoment(job.ended_at, language, nowSec)}, {t('tries', { count: job.tries })}
        </small>
      </div>
      <p className={styles['problem']}>{job.error === '' ? t('unknown') : job.error}</p>
      {mayAct ? (
        <div className={styles['act']}>
          <Button isPending={retry.isPending} onPress={() => retry.mutate({ job_id: job.job_id })}>
            {t('retry')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
