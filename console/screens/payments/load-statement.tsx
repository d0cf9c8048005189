import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { consoleStatements, maxStatementBytes, statementSystems } from '#contract/console/statements.ts'
import { dayOf } from '#console/i18n/format.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { uploadPieces } from '#console/session/upload-pieces.ts'
import { Button } from '#console/ui/button.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useText } from '#console/session/text.ts'
import { Day } from './day-field.tsx'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

const limit = Math.floor(maxStatementBytes / 1024 / 1024)
/** A million rows take a minute or two. */
export const longMs = 10 * 60_000
const daySec = 86_400
const maxNameCharacters = 200

interface Upload {
  readonly name: string
  /** 0 to 1; 1: it is being compared. */
  readonly share: number
  readonly abort: AbortController
}

/** Of which system and days, and the file; opens the comparison. */
export function LoadStatement() {
  const t = usePaymentsText()
  const base = useText()
  const nowSec = useNowSec()
  const [system, setSystem] = useState<(typeof statementSystems)[number]>('payme')
  const [from, setFrom] = useState(() => dayOf(nowSec - daySec))
  const [to, setTo] = useState(() => dayOf(nowSec - daySec))
  const [upload, setUpload] = useState<Upload>()
  const [, go] = useLocation()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size === 0) return showToast(t('fileEmpty'), { isProblem: true })
    if (file.size > maxStatementBytes) return showToast(t('fileLarge', { limit }), { isProblem: true })
    if (from === '' || to === '' || to < from) return showToast(t('daysWrong'), { isProblem: true })
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    try {
      const onProgress = (share: number) => setUpload({ name: file.name, share, abort })
      onProgress(0)
      const begun = { system, name: file.name.slice(0, maxNameCharacters), size_bytes: file.size, from, to }
      const { statement_id: id } = await call(consoleStatements.start, begun, { signal })
      const append = async (at: number, bytes: string) => {
        const piece = { statement_id: id, begins_at: at, bytes }
        return (await call(consoleStatements.append, piece, { signal })).received_bytes
      }
      await uploadPieces(file, append, { onProgress, signal })
      await call(consoleStatements.read, { statement_id: id }, { signal, limitMs: longMs })
      go(`/payments/statements/${id}`)
    } catch (error) {
      const isSilent = signal.aborted || !(error instanceof Error) || isCancelled(error)
      if (!isSilent) showToast(error.message, { isProblem: true })
    }
    setUpload(undefined)
  }
  if (upload !== undefined) {
    const { name, share, abort } = upload
    return (
      <div className={styles['form']} role="status">
        <p>{share < 1 ? t('loading.share', { percent: Math.floor(share * 100) }) : t('loading.read')}</p>
        <progress max={1} {...(share < 1 ? { value: share } : {})} aria-label={name} />
        <div>
          <Button onPress={() => abort.abort()}>{base('common.cancel')}</Button>
        </div>
      </div>
    )
  }
  return (
    <div className={styles['form']}>
      <div className={styles['loadFields']}>
        <Picker
          label={t('system')}
          value={system}
          choices={statementSystems.map((value) => ({ value, label: t(`system.${value}`) }))}
          onChange={setSystem}
        />
        <Day label={t('from')} day={from} onChange={setFrom} />
        <Day label={t('to')} day={to} onChange={setTo} />
      </div>
      <FileDrop
        label={t('loadFile')}
        hint={t('loadHint', { limit })}
        accept=".xlsx,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFiles={([file]) => void take(file)}
      />
    </div>
  )
}
