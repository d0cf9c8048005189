import { Card, CardAbout, CardActs, CardBadges } from '#console/ui/card-list.tsx'
import { Link } from 'wouter'
import { RawDetail } from '#console/reasons/raw-detail.tsx'
import { formatMoment, formatSpan } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { Badge } from '#console/ui/page.tsx'
import { useQueueText } from './queue-text.ts'
import { type QueuedFilm, useQueueActs } from './use-queue-acts.ts'
import styles from './packaging.module.css'

interface QueueItemProps {
  readonly film: QueuedFilm
  readonly mayEdit: boolean
  /** Of those that wait for the same step. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** A film of the queue: how far it is, why it is not further, and what can be done. */
export function QueueItem({ film, mayEdit, isFirst, isLast }: QueueItemProps) {
  const t = useQueueText()
  const facts = useFacts(film)
  const isOpen = film.state === 'running' || film.state === 'waiting'
  return (
    <Card isBad={film.state === 'refused'}>
      <CardAbout>
        <CardBadges>
          {film.vid === null ? (
            <strong>{film.name}</strong>
          ) : (
            <Link href={`/films/${film.vid}`}>{film.name}</Link>
          )}
          {film.is_paused ? <Badge tone="warn">{t('paused')}</Badge> : null}
          {film.state === 'ready' ? null : film.step === 'better' ? (
            <Badge tone="good">{t('plays')}</Badge>
          ) : (
            <Badge>{t('isNew')}</Badge>
          )}
        </CardBadges>
        {film.state === 'running' ? <progress aria-label={film.name} value={film.fraction} max={1} /> : null}
        {facts.length === 0 ? null : <small>{facts.join(' · ')}</small>}
        <Reason film={film} />
        {isOpen ? null : <small className={styles['source']}>{film.source}</small>}
      </CardAbout>
      {mayEdit ? (
        <CardActs>
          {isOpen ? (
            <OpenActs film={film} isFirst={isFirst} isLast={isLast} />
          ) : film.state === 'ready' ? null : (
            <RetryButton film={film} />
          )}
        </CardActs>
      ) : null}
    </Card>
  )
}

/** What is said of a film in one line. */
function useFacts(film: QueuedFilm): readonly string[] {
  const t = useQueueText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const span = (sec: number) => formatSpan(sec, language)
  const when = (sec: number) => formatMoment(sec, language, nowSec)
  const made = t('made', { percent: Math.floor(film.fraction * 100) })
  const length = film.length_sec > 0 ? [t('long', { time: span(film.length_sec) })] : []
  switch (film.state) {
    case 'running': {
      const { worker, started_at: startedAt, left_sec: leftSec } = film
      return [
        made,
        ...(film.stage === '' ? [] : [stageText(t, film.stage)]),
        ...(startedAt === null
          ? []
          : [t('since', { when: when(startedAt) }), t('running', { time: span(nowSec - startedAt) })]),
        ...(leftSec === null ? [] : [t('timeLeft', { time: span(leftSec) })]),
        ...(worker === null ? [] : [t('where', { host: worker.host, process: worker.process })]),
        ...(worker === null || worker.attempt === 1 ? [] : [t('attempt', { count: worker.attempt })]),
      ]
    }
    case 'waiting':
      return [
        ...(film.fraction > 0 ? [made] : []),
        ...length,
        ...(film.not_before === null || film.not_before <= nowSec
          ? []
          : [t('notBefore', { when: when(film.not_before) })]),
      ]
    case 'ready':
      return [
        t('ended', { when: when(film.changed_at) }),
        t('worked', { time: span(film.spent_sec) }),
        ...length,
      ]
    default:
      return [when(film.changed_at), ...(film.fraction > 0 ? [made] : [])]
  }
}

type Text = ReturnType<typeof useQueueText>
const stages = ['probe', 'picture', 'sound', 'subtitles', 'thumbnails', 'done'] as const

/** A stage of the work, or the rendition that is being made. */
function stageText(t: Text, name: string): string {
  const stage = stages.find((one) => one === name)
  return stage === undefined ? t('stagePicture', { name }) : t(`stage.${stage}`)
}

/** Why it was refused or has to wait, and what helps. */
function Reason({ film: { state, reason, reason_kind: kind } }: { readonly film: QueuedFilm }) {
  const t = useQueueText()
  if (reason === '') return null
  return (
    <>
      {kind === '' && state !== 'refused' ? null : (
        <p className={styles['reason']} data-refused={state === 'refused' || undefined}>
          {t(`reason.${kind || 'failed'}`)} {t(`remedy.${kind || 'failed'}`)}
        </p>
      )}
      <RawDetail words={reason} />
    </>
  )
}

function RetryButton({ film }: { readonly film: QueuedFilm }) {
  const t = useQueueText()
  const acts = useQueueActs()
  return (
    <Button onPress={() => void acts.retry(film)}>
      {t(film.state === 'removed' ? 'putBack' : film.state === 'refused' ? 'retry' : 'tryNow')}
    </Button>
  )
}

type OpenActsProps = Pick<QueueItemProps, 'film' | 'isFirst' | 'isLast'>

/** What can be done with a film that is not finished. */
function OpenActs({ film, isFirst, isLast }: OpenActsProps) {
  const t = useQueueText()
  const acts = useQueueActs()
  const nowSec = useNowSec()
  const { name } = film
  const isWaiting = film.state === 'waiting'
  const isDelayed = isWaiting && film.not_before !== null && film.not_before > nowSec
  return (
    <>
      {isDelayed && !film.is_paused ? <RetryButton film={film} /> : null}
      {isWaiting ? (
        <>
          <IconButton
            icon="up"
            label={t('up', { name })}
            isDisabled={isFirst}
            onPress={() => void acts.move(film, 'up')}
          />
          <IconButton
            icon="down"
            label={t('down', { name })}
            isDisabled={isLast}
            onPress={() => void acts.move(film, 'down')}
          />
        </>
      ) : null}
      {film.is_paused ? (
        <IconButton icon="play" label={t('resume', { name })} onPress={() => void acts.resume(film)} />
      ) : (
        <IconButton icon="pause" label={t('pause', { name })} onPress={() => void acts.pause(film)} />
      )}
      <Menu
        trigger={<IconButton icon="more" label={t('acts', { name })} />}
        label={t('acts', { name })}
        entries={[
          ...(isWaiting && !isFirst
            ? [{ id: 'first', label: t('next'), onAct: () => void acts.move(film, 'first') }]
            : []),
          ...(isWaiting && !isLast
            ? [{ id: 'last', label: t('last'), onAct: () => void acts.move(film, 'last') }]
            : []),
          { id: 'remove', label: t('remove'), isDangerous: true, onAct: () => void acts.remove(film) },
        ]}
      />
    </>
  )
}
