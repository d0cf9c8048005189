import { useQuery } from '@tanstack/react-query'
import { consoleBackups } from '#contract/console/backups.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf, useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { BackupForm } from './backup-form.tsx'
import { BackupItem, DrillItem, useDrillWords } from './backup-items.tsx'
import type { BackupState } from './operations-state.ts'
import { useOperationsText } from './operations-text.ts'
import styles from './operations.module.css'

const [refreshMs, runningRefreshMs] = [30_000, 2000]
const isOpen = ({ state }: { readonly state: string }) => state === 'waiting' || state === 'running'

/** `/health/backups`: the schedule, the backups that are there, and the drills that restore them. */
export function BackupsScreen() {
  const t = useOperationsText()
  const mayEdit = useMay()('settings', 'edit')
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleBackups.state, {}),
    queryFn: ({ signal }) => call(consoleBackups.state, {}, { signal }),
    refetchInterval: ({ state: { data: state } }) =>
      state !== undefined && [...state.backups, ...state.drills].some(isOpen) ? runningRefreshMs : refreshMs,
  })
  return (
    <Page
      title={t('backups')}
      text={t('backupsText')}
      above={<BackLink href="/health" text={t('back')} />}
      acts={data === undefined ? undefined : <Acts state={data} />}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Summary state={data} />
          <Section title={t('made')}>
            {data.backups.length === 0 ? (
              <Empty text={t(data.settings.folder === '' ? 'notSetUp' : 'noBackups')} />
            ) : (
              <ul className={styles['list']}>
                {data.backups.map((backup) => (
                  <BackupItem key={backup.backup_id} backup={backup} />
                ))}
              </ul>
            )}
          </Section>
          <Section title={t('drills')} text={t('drillsText')}>
            {data.drills.length === 0 ? (
              <Empty text={t('noDrills')} />
            ) : (
              <ul className={styles['list']}>
                {data.drills.map((drill) => (
                  <DrillItem key={drill.drill_id} drill={drill} />
                ))}
              </ul>
            )}
          </Section>
          {mayEdit ? (
            <Section title={t('schedule')} text={t('scheduleText')}>
              <BackupForm key={JSON.stringify(data.settings)} settings={data.settings} />
            </Section>
          ) : null}
        </>
      )}
    </Page>
  )
}

function Acts({ state }: { readonly state: BackupState }) {
  const t = useOperationsText()
  const mayAct = useMay()('health', 'act')
  const onFailed = (error: Error) => {
    if (!isCancelled(error)) showToast(error.message, { isProblem: true })
  }
  const start = useAct(consoleBackups.start, {
    changes: [consoleBackups.state],
    onDone: () => showToast(t('started')),
    onFailed,
  })
  const drill = useAct(consoleBackups.drill, {
    changes: [consoleBackups.state],
    onDone: () => showToast(t('drillStarted')),
    onFailed,
  })
  if (!mayAct || state.settings.folder === '') return null
  const isBusy = [...state.backups, ...state.drills].some(isOpen)
  const hasBackup = state.backups.some((backup) => backup.state === 'done')
  return (
    <div className={styles['acts']}>
      <Button look="primary" isPending={start.isPending} isDisabled={isBusy} onPress={() => start.mutate({})}>
        {t('start')}
      </Button>
      {hasBackup ? (
        <Button isPending={drill.isPending} isDisabled={isBusy} onPress={() => drill.mutate({})}>
          {t('drill')}
        </Button>
      ) : null}
    </div>
  )
}

/** When the last of each was, and when the next will be. */
function Summary({ state }: { readonly state: BackupState }) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const drillWords = useDrillWords()
  const moment = (at: number | null | undefined, absent: 'never' | 'noSchedule') =>
    at === null || at === undefined ? t(absent) : formatMoment(at, language, nowSec)
  const done = state.backups.find((backup) => backup.state === 'done')
  const lastDrill = state.drills.find((drill) => !isOpen(drill))
  return (
    <Section title={t('now')}>
      <FactList
        facts={[
          [t('lastBackup'), moment(done?.created_at, 'never')],
          [t('nextBackup'), moment(state.next_backup_at, 'noSchedule')],
          [t('lastDrill'), lastDrill === undefined ? t('never') : drillWords(lastDrill)],
          [t('nextDrill'), moment(state.next_drill_at, 'noSchedule')],
          [t('place'), state.settings.folder === '' ? t('notSet') : state.settings.folder],
        ]}
      />
    </Section>
  )
}
