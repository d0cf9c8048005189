import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { consoleOperations } from '#contract/console/operations.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment, formatMomentSec } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useOperationsText } from './operations-text.ts'
import styles from './operations.module.css'

type Log = ResponseOf<typeof consoleOperations.log>

const tones = { error: 'bad', warn: 'warn' } as const

/** `/health/log`: the lines of the log with the request id of an error. The id is in the address. */
export function LogScreen() {
  const t = useOperationsText()
  const may = useMay()
  const [query, setQuery] = useSearchParams()
  const id = (query.get('id') ?? '').trim()
  const [written, setWritten] = useState(id)
  return (
    <Page title={t('log')} text={t('logText')} above={<BackLink href="/health" text={t('back')} />}>
      {may('health', 'edit') ? (
        <>
          <form
            className={styles['search']}
            onSubmit={(event) => {
              event.preventDefault()
              setQuery(written.trim() === '' ? {} : { id: written.trim() }, { replace: true })
            }}
          >
            <SearchInput label={t('requestId')} value={written} onChange={setWritten} />
            <Button type="submit" look="primary">
              {t('find')}
            </Button>
          </form>
          {id === '' ? <Empty text={t('logHint')} /> : <Lines key={id} id={id} />}
        </>
      ) : (
        <Empty text={t('logDenied')} />
      )}
    </Page>
  )
}

function Lines({ id }: { readonly id: string }) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { data, error, refetch } = useCall(consoleOperations.log, { request_id: id })
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  const { lines, is_whole: isWhole, oldest_at: oldest } = data
  return (
    <>
      {lines.length === 0 ? (
        <Empty text={t(oldest === null ? 'noLog' : 'noLines')} />
      ) : (
        <ul className={styles['list']}>
          {lines.map((line, index) => (
            <LineItem key={`${index} ${line.event}`} line={line} />
          ))}
        </ul>
      )}
      {isWhole ? null : <p>{t('notWhole')}</p>}
      {oldest === null ? null : <p>{t('logSince', { when: formatMoment(oldest, language, nowSec) })}</p>}
    </>
  )
}

function LineItem({ line }: { readonly line: Log['lines'][number] }) {
  const language = useLanguage()
  const nowSec = useNowSec()
  const { at, level, event, facts } = line
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <strong>{event}</strong>
        <Badge tone={level === 'error' || level === 'warn' ? tones[level] : 'plain'}>{level}</Badge>
        <small>{formatMomentSec(at, language, nowSec)}</small>
      </div>
      <p className={styles['facts']}>{facts}</p>
    </li>
  )
}
