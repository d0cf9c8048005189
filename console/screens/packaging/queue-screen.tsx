import { CardList } from '#console/ui/card-list.tsx'
import { useQuery } from '@tanstack/react-query'
import { consoleQueue, queueStates } from '#contract/console/queue.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment, formatSpan } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { QueueItem } from './queue-item.tsx'
import { useQueueActs } from './use-queue-acts.ts'
import { useQueueText } from './queue-text.ts'
import styles from './packaging.module.css'

type Queue = ResponseOf<typeof consoleQueue.list>

const refreshMs = 3000

/** `/films/queue`: what is packaged, in which order, and why something is not. */
export function QueueScreen() {
  const t = useQueueText()
  const acts = useQueueActs()
  const mayEdit = useMay()('films', 'edit')
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleQueue.list, {}),
    queryFn: ({ signal }) => call(consoleQueue.list, {}, { signal }),
    refetchInterval: refreshMs,
  })
  const isPaused = data !== undefined && data.paused_at !== null
  return (
    <Page
      title={t('title')}
      text={t('text')}
      above={<BackLink href="/films" text={t('films')} />}
      isNarrow
      acts={
        mayEdit && data !== undefined ? (
          <>
            <LinkButton href="/films/upload">{t('upload')}</LinkButton>
            <Button
              icon={isPaused ? 'play' : 'pause'}
              look={isPaused ? 'primary' : 'plain'}
              onPress={() => void (isPaused ? acts.resumeAll() : acts.pauseAll())}
            >
              {t(isPaused ? 'resumeAll' : 'pauseAll')}
            </Button>
          </>
        ) : undefined
      }
    >
      {data !== undefined ? (
        <Content queue={data} mayEdit={mayEdit} />
      ) : error === null ? (
        <Skeleton lines={6} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Content({ queue, mayEdit }: { readonly queue: Queue; readonly mayEdit: boolean }) {
  const t = useQueueText()
  const language = useLanguage()
  return (
    <>
      <Pause queue={queue} />
      {queue.left_sec === null ? null : (
        <p className={styles['left']}>{t('left', { time: formatSpan(queue.left_sec, language) })}</p>
      )}
      {queue.films.length === 0 ? <Empty text={t('none')} /> : null}
      {queueStates.map((state) => (
        <Group key={state} state={state} queue={queue} mayEdit={mayEdit} />
      ))}
    </>
  )
}

function Pause({ queue: { paused_at: at, paused_by: by } }: { readonly queue: Queue }) {
  const t = useQueueText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (at === null) return null
  return (
    <p role="status" className={styles['paused']}>
      {t('allPausedBy', { who: by || t('operator'), when: formatMoment(at, language, nowSec) })}
    </p>
  )
}

interface GroupProps {
  readonly state: (typeof queueStates)[number]
  readonly queue: Queue
  readonly mayEdit: boolean
}

function Group({ state, queue, mayEdit }: GroupProps) {
  const t = useQueueText()
  const films = queue.films.filter((film) => film.state === state)
  if (films.length === 0) return null
  const more = queue.counts[state] - films.length
  return (
    <Section
      title={`${t(`group.${state}`)}: ${queue.counts[state]}`}
      {...(state === 'waiting' ? { text: t('waitingText') } : {})}
    >
      <CardList isOrdered>
        {films.map((film, index) => {
          const [before, after] = [films[index - 1], films[index + 1]]
          return (
            <QueueItem
              key={film.asset_id}
              film={film}
              mayEdit={mayEdit}
              isFirst={before?.step !== film.step}
              isLast={after?.step !== film.step}
            />
          )
        })}
      </CardList>
      {more > 0 ? <p className={styles['left']}>{t('more', { count: more })}</p> : null}
    </Section>
  )
}
