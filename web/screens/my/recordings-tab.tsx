/** Programmes that the viewer keeps beyond the archive, with the hours of the tariff (FOLLOW-03). */
import { lazy, Suspense, useState } from 'react'
import { profiles } from '#contract/accounts/profiles.ts'
import { type Recording, recordings } from '#contract/channels/recordings.ts'
import { pathOf } from '#contract/form/pages.ts'
import { recordingMarks } from '#web/features/recordings/recording-store.ts'
import { useRecordingText } from '#web/features/recordings/recording-text.ts'
import { formatDate, formatMoment } from '#web/i18n/format.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { usePartOfSeries } from '#web/ui/cards/part-of-series.ts'
import rows from '#web/ui/cards/row-card.module.css'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/controls/button.tsx'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { SavedSkeleton } from './saved-card.tsx'
import page from './my-screen.module.css'
import styles from './recordings-tab.module.css'

const RecordingPlayer = lazy(() =>
  withinLimit(import('#web/player/recordings/recording-player.tsx')).then((file) => ({
    default: file.RecordingPlayer,
  })),
)
const renewEveryMs = 60_000

export function RecordingsTab() {
  const t = useRecordingText()
  const state = useCall(recordings.list, {}, { everyMs: renewEveryMs })
  const [removed, setRemoved] = useState<readonly number[]>([])
  const [playing, setPlaying] = useState<Recording | null>(null)
  const family = useFamily()
  const [isMine, setMine] = useState(false)
  if (state.kind === 'loading') return <SavedSkeleton shape="sign" />
  if (state.kind !== 'ok')
    return <RetryCard onRetry={state.retry} message={state.kind === 'refused' ? state.message : undefined} />
  const { granted_sec: granted, used_sec: used } = state.data
  const left = state.data.recordings.filter(({ id }) => !removed.includes(id))
  const own = left.filter((one) => one.profile_no === family?.no)
  const shown = isMine && family !== null ? own : left
  const reload = () => {
    forgetResponses(recordings.list.path)
    state.retry()
  }
  const remove = async ({ id }: Recording) => {
    const result = await call(recordings.remove, { id })
    if (result.kind !== 'ok') return showToast(result.kind === 'refused' ? result.message : t('removeFailed'))
    recordingMarks.removed([id])
    setRemoved((former) => [...former, id])
    reload()
  }
  const undo = async () => {
    const results = await Promise.all(removed.map((id) => call(recordings.restore, { id })))
    const failed = results.find((one) => one.kind !== 'ok')
    if (failed !== undefined) showToast(failed.kind === 'refused' ? failed.message : t('undoFailed'))
    setRemoved([])
    reload()
  }
  return (
    <>
      {(left.length > 0 || granted > 0) && <Hours used={used} granted={granted} />}
      {family !== null && left.length > 0 && (
        <div className={styles.family}>
          <p className={styles.note}>{t(family.isChild ? 'familyForChild' : 'family')}</p>
          <Switch isOn={isMine} label={t('mine')} onSwitch={setMine} />
        </div>
      )}
      {shown.length === 0 && left.length > 0 ? (
        <EmptyCard title={t('noneOfMine')} />
      ) : shown.length === 0 ? (
        <Empty hasHours={granted > 0} />
      ) : (
        <ul className={rows.list}>
          {shown.map((one) => (
            <Row
              key={one.id}
              recording={one}
              onPlay={() => setPlaying(one)}
              keeper={keeperOf(family, one)}
              // The hours are the family's: a child keeps and deletes nothing.
              onRemove={family?.isChild === true ? null : () => void remove(one)}
            />
          ))}
        </ul>
      )}
      <div className={page.undoPlace} role="status">
        {removed.length > 0 && (
          <div className={page.undo} data-first="">
            <span>{t('removedCount', { count: removed.length })}</span>
            <Button variant="quiet" icon="retry" onClick={() => void undo()}>
              {t('undo')}
            </Button>
          </div>
        )}
      </div>
      {playing !== null && (
        <Playing
          recording={playing}
          onClose={() => {
            setPlaying(null)
            reload()
          }}
        />
      )}
    </>
  )
}

interface Family {
  /** The profile of this device. */
  readonly no: number
  readonly isChild: boolean
  /** Of all profiles, by their numbers. */
  readonly names: ReadonlyMap<number, string>
}

/** Null for an account with one profile, and until its profiles are there. */
function useFamily(): Family | null {
  const state = useCall(profiles.list, {})
  if (state.kind !== 'ok' || state.data.profiles.length < 2) return null
  const { current, profiles: all } = state.data
  return {
    no: current,
    isChild: all.find(({ no }) => no === current)?.is_child === 1,
    names: new Map(all.map(({ no, name }) => [no, name])),
  }
}

function keeperOf(family: Family | null, { profile_no: no }: Recording): string {
  return family === null || no === family.no ? '' : (family.names.get(no) ?? '')
}

function Playing({ recording, onClose }: { readonly recording: Recording; readonly onClose: () => void }) {
  const { id, begin_time: beginSec, end_time: endSec, position_sec: positionSec } = recording
  return (
    <Suspense fallback={null}>
      <RecordingPlayer
        recording={{ id, beginSec, endSec, positionSec }}
        title={recording.title}
        subtitle={recording.sub_title || recording.channel_name}
        picture={recording.logo}
        onClose={onClose}
      />
    </Suspense>
  )
}

function Empty({ hasHours }: { readonly hasHours: boolean }) {
  const t = useRecordingText()
  return (
    <EmptyCard title={t('emptyTitle')} text={t(hasHours ? 'emptyText' : 'emptyNoHours')}>
      <ButtonLink to={pathOf(hasHours ? 'tv' : 'tariff')}>
        {t(hasHours ? 'emptyAction' : 'toTariffs')}
      </ButtonLink>
    </EmptyCard>
  )
}

function Hours({ used, granted }: { readonly used: number; readonly granted: number }) {
  const t = useRecordingText()
  const words = (sec: number) => {
    const minutes = Math.round(sec / 60)
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    const parts = [
      ...(hours > 0 ? [t('hour', { count: hours })] : []),
      ...(rest > 0 || hours === 0 ? [t('minute', { count: rest })] : []),
    ]
    return parts.join(' ')
  }
  const isOver = used > granted
  return (
    <div className={styles.hours}>
      {granted > 0 && (
        <>
          <p>{t('used', { used: words(used), granted: words(granted) })}</p>
          <Progress part={Math.min(1, used / granted)} />
        </>
      )}
      {isOver && (
        <p className={styles.note}>
          {t(granted > 0 ? 'over' : 'noHours')}{' '}
          <ButtonLink variant="quiet" to={pathOf('tariff')}>
            {t('toTariffs')}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

const [daySec, soonDays] = [86_400, 14]

interface RowProps {
  readonly recording: Recording
  readonly onPlay: () => void
  /** The name of the profile that keeps it; empty for one's own, and where nobody has named it. */
  readonly keeper: string
  /** Null for who may not delete it. */
  readonly onRemove: (() => void) | null
}

function Row({ recording, keeper, onPlay, onRemove }: RowProps) {
  const t = useRecordingText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const partOf = usePartOfSeries()
  const { title, state, begin_time: begin, end_time: end, position_sec: position } = recording
  const isLocked = recording.locked === 1
  const canPlay = !isLocked && ['recording', 'ready', 'partial'].includes(state)
  const part = partOf(recording)
  const note = state === 'ready' ? '' : t(`state.${state}`, { percent: recording.recorded_percent })
  const facts = [recording.channel_name, formatMoment(begin, language, nowSec), recording.age_rating]
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <ChannelLogo className={styles.logo} name={recording.channel_name || title} logo={recording.logo} />
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        {part !== '' && <p className={styles.facts}>{part}</p>}
        <p className={styles.facts}>{facts.filter(Boolean).join(', ')}</p>
        {keeper !== '' && <p className={styles.facts}>{t('keptBy', { name: keeper })}</p>}
        {note !== '' && <p className={styles.facts}>{note}</p>}
        {isLocked && <p className={styles.facts}>{lockedWords(recording, t)}</p>}
        {end <= nowSec && <p className={styles.facts}>{expiryWords(recording.expires_at)}</p>}
        {position > 0 && <Progress part={Math.min(1, position / Math.max(1, end - begin))} />}
      </div>
      <div className={styles.acts}>
        {canPlay && (
          <Button
            variant="primary"
            icon="play"
            aria-label={t(position > 0 ? 'resumeOf' : 'playOf', { title })}
            onClick={onPlay}
          >
            {t(position > 0 ? 'resume' : 'play')}
          </Button>
        )}
        {isLocked && recording.channel_name !== '' && (
          <ButtonLink icon="lock" to={pathOf('tariff')}>
            {t('toTariffs')}
          </ButtonLink>
        )}
        {onRemove !== null && <IconButton icon="trash" label={t('removeOf', { title })} onClick={onRemove} />}
      </div>
    </li>
  )

  function expiryWords(atSec: number): string {
    const days = Math.ceil((atSec - nowSec) / daySec)
    if (days <= soonDays) return t('expiresSoon', { count: Math.max(1, days) })
    return t('expires', { date: formatDate(atSec, language, nowSec) })
  }
}

function lockedWords(recording: Recording, t: ReturnType<typeof useRecordingText>): string {
  if (recording.channel_name === '') return t('hidden')
  return recording.opened_by === '' ? t('locked') : t('lockedFor', { tariff: recording.opened_by })
}
