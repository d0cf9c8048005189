import { useInfiniteQuery } from '@tanstack/react-query'
import { consoleAudit } from '#contract/console/audit.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Skeleton } from '#console/ui/page.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { useAuditText } from './audit-text.ts'
import styles from './audit-entries.module.css'

export type AuditFilter = Omit<InputOf<typeof consoleAudit.list>, 'before_event' | 'limit'>

interface AuditTimelineProps {
  readonly filter: AuditFilter
  readonly pageSize: number
}

/** The entries that match, the newest first; earlier ones are added page by page. */
export function AuditTimeline({ filter, pageSize }: AuditTimelineProps) {
  const t = useAuditText()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(consoleAudit.list, { ...filter, pageSize }),
    queryFn: ({ signal, pageParam }) =>
      call(
        consoleAudit.list,
        { ...filter, limit: pageSize, ...(pageParam === 0 ? {} : { before_event: pageParam }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ events, has_more: hasMore }) => (hasMore ? events.at(-1)?.event_id : undefined),
  })
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  const events = data.pages.flatMap((page) => page.events)
  if (events.length === 0) return <Empty text={t('empty')} />
  return (
    <div className={styles['timeline']}>
      <ol className={styles['entries']}>
        {events.map((event) => (
          <li key={event.event_id}>
            <AuditEntry event={event} />
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      ) : (
        <p className={styles['end']}>{t('end')}</p>
      )}
    </div>
  )
}
