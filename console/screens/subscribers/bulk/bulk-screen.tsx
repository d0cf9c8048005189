import { FramedList } from '#console/ui/framed-list.tsx'
import { Link } from 'wouter'
import { consoleBulk, type BulkRow } from '#contract/console/bulk.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { useBulkText } from './bulk-text.ts'
import { actWords, toneOf } from './bulk-words.ts'
import styles from './bulk.module.css'

/** `/subscribers/bulk`: acts on segments, the newest first. */
export function BulkScreen() {
  const t = useBulkText()
  const mayGive = useMay()('credits', 'act')
  const { data, error, refetch } = useCall(consoleBulk.list, {})
  return (
    <Page
      title={t('title')}
      text={t('text')}
      above={<BackLink href="/subscribers" text={t('back')} />}
      isNarrow
      acts={mayGive ? <LinkButton href="/subscribers/bulk/new">{t('new')}</LinkButton> : undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={5} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.runs.length === 0 ? (
        <Empty text={t('none')} />
      ) : (
        <FramedList label={t('title')}>
          {data.runs.map((run) => (
            <Row key={run.bulk_run_id} run={run} />
          ))}
        </FramedList>
      )}
    </Page>
  )
}

function Row({ run }: { readonly run: BulkRow }) {
  const t = useBulkText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const made = [run.segment, formatMoment(run.created_at, language, nowSec), run.by].filter(Boolean)
  return (
    <li>
      <span className={styles['what']}>
        <Link href={`/subscribers/bulk/${run.bulk_run_id}`}>{actWords(run, language, t)}</Link>
        <small>{made.join(' · ')}</small>
      </span>
      <Badge tone={toneOf(run.state)}>{t(`state.${run.state}`)}</Badge>
    </li>
  )
}
