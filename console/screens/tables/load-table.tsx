/** Loads a table from a file, and opens what it would change. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { maxTableBytes } from '#contract/console/tables.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { uploadPieces } from '#console/session/upload-pieces.ts'
import type { TableSubject } from '#console/tables/download-table.ts'
import { useTablesText } from '#console/tables/tables-text.ts'
import { Button } from '#console/ui/button.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { longMs, subjects } from './subjects.ts'
import styles from './tables.module.css'

const limit = Math.floor(maxTableBytes / 1024 / 1024)

interface Upload {
  readonly name: string
  /** 0 to 1; 1: it is being compared. */
  readonly share: number
  readonly abort: AbortController
}

export function LoadTable({ subject }: { readonly subject: TableSubject }) {
  const t = useTablesText()
  const [upload, setUpload] = useState<Upload>()
  const [, go] = useLocation()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxTableBytes || file.size === 0)
      return showToast(file.size === 0 ? t('emptyFile') : t('tooLarge', { limit }), { isProblem: true })
    const abort = new AbortController()
    running.current = abort
    setUpload({ name: file.name, share: 0, abort })
    try {
      const onProgress = (share: number) => setUpload({ name: file.name, share, abort })
      const draftId = await compareFile(subject, file, { onProgress, signal: abort.signal })
      go(`${subjects[subject].path}/tables/${draftId}`)
    } catch (error) {
      const isSilent = abort.signal.aborted || !(error instanceof Error) || isCancelled(error)
      if (!isSilent) showToast(error.message, { isProblem: true })
    }
    setUpload(undefined)
  }
  if (upload === undefined)
    return (
      <FileDrop
        label={t('file')}
        hint={t('drop', { limit })}
        accept=".xlsx,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFiles={([file]) => void take(file)}
      />
    )
  const { name, share, abort } = upload
  return (
    <div className={styles['progress']} role="status">
      <p>{share < 1 ? t('uploading', { name, percent: Math.floor(share * 100) }) : t('checking')}</p>
      <progress max={1} {...(share < 1 ? { value: share } : {})} aria-label={name} />
      <Button onPress={() => abort.abort()}>{t('cancel')}</Button>
    </div>
  )
}

const maxNameCharacters = 200

interface Following {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file and has it compared; returns the number of the draft. */
async function compareFile(subject: TableSubject, file: File, following: Following): Promise<number> {
  const { signal } = following
  const { start, append, check } = subjects[subject].endpoints
  const name = file.name.slice(0, maxNameCharacters)
  const begun = { name, size_bytes: file.size, language: languageChoice.get() }
  const { draft_id: draftId } = await call(start, begun, { signal })
  await uploadPieces(
    file,
    async (at, bytes) => {
      const input = { draft_id: draftId, begins_at: at, bytes }
      return (await call(append, input, { signal })).received_bytes
    },
    following,
  )
  await call(check, { draft_id: draftId }, { signal, limitMs: longMs })
  return draftId
}
