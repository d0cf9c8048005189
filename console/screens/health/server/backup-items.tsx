import { formatNumber } from '#contract/form/money.ts'
import { formatMoment, formatSpan } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge } from '#console/ui/page.tsx'
import type { BackupState } from './operations-state.ts'
import { useOperationsText, useSize } from './operations-text.ts'
import styles from './operations.module.css'

type Backup = BackupState['backups'][number]
type Drill = BackupState['drills'][number]

const tones = {
  waiting: 'plain',
  running: 'own',
  done: 'good',
  passed: 'good',
  failed: 'bad',
  deleted: 'plain',
} as const

export function BackupItem({ backup }: { readonly backup: Backup }) {
  const t = useOperationsText()
  const size = useSize()
  const { state, phase, done, total, checksum } = backup
  return (
    <li className={styles['item']}>
      <Head one={backup} />
      {state === 'running' && phase !== '' ? (
        <p>{t(`phase.${phase}`, { done: formatNumber(done), total: formatNumber(total) })}</p>
      ) : null}
      {state === 'done' || state === 'deleted' ? (
        <small>
          {t('contents', {
            size: size(backup.bytes),
            rows: formatNumber(backup.rows),
            files: formatNumber(backup.files),
          })}
          {backup.with_films ? '' : `, ${t('withoutFilms')}`}
        </small>
      ) : null}
      <Problem one={backup} />
      {state === 'deleted' ? null : <small>{backup.folder}</small>}
      {checksum === '' ? null : (
        <small title={checksum}>{t('checksum', { text: checksum.slice(0, 16) })}</small>
      )}
    </li>
  )
}

export function DrillItem({ drill }: { readonly drill: Drill }) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { state, phase, counted, backup_at: backupAt } = drill
  return (
    <li className={styles['item']}>
      <Head one={drill} />
      {state === 'running' && phase !== '' ? <p>{t(`drillPhase.${phase}`)}</p> : null}
      {backupAt === null ? null : (
        <small>{t('ofBackup', { when: formatMoment(backupAt, language, nowSec) })}</small>
      )}
      {counted === null ? null : (
        <small>
          {t('counted', {
            accounts: formatNumber(counted.accounts),
            tariffs: formatNumber(counted.tariffs),
            entries: formatNumber(counted.ledger_entries),
          })}
          , {formatSpan(drill.took_ms / 1000, language)}
        </small>
      )}
      <Problem one={drill} />
    </li>
  )
}

/** `22 November, passed in 41 s`. */
export function useDrillWords(): (drill: Drill) => string {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return ({ state, created_at: at, took_ms: tookMs }) =>
    t(state === 'passed' ? 'drillPassed' : 'drillFailed', {
      when: formatMoment(at, language, nowSec),
      span: formatSpan(tookMs / 1000, language),
    })
}

function Head({ one }: { readonly one: Backup | Drill }) {
  const t = useOperationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { state, created_at: at, origin, started_by: by } = one
  return (
    <div className={styles['head']}>
      <strong>{formatMoment(at, language, nowSec)}</strong>
      <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      <small>{origin === 'staff' && by !== '' ? by : t(`origin.${origin}`)}</small>
    </div>
  )
}

function Problem({ one: { problem, detail } }: { readonly one: Pick<Backup, 'problem' | 'detail'> }) {
  const t = useOperationsText()
  return problem === null ? null : <p className={styles['problem']}>{t(`problem.${problem}`, { detail })}</p>
}
