/** Loads many logos, or an archive of them, and opens what they are for. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { consoleLogos, maxLogosAtOnce, maxLogosBytes } from '#contract/console/logos.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { uploadPieces } from '#console/session/upload-pieces.ts'
import { Button } from '#console/ui/button.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useLogosText } from './logos-text.ts'
import { packFiles } from './pack-files.ts'
import styles from './logos.module.css'

const limit = Math.floor(maxLogosBytes / 1024 / 1024)
const maxNameCharacters = 200
const longMs = 120_000

interface Progress {
  readonly stage: 'uploading' | 'reading'
  /** 0 to 1. */
  readonly share: number
}

export function LoadLogos() {
  const t = useLogosText()
  const [progress, setProgress] = useState<Progress>()
  const [, go] = useLocation()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const take = async (all: readonly File[]) => {
    const files = all.filter(({ name }) => !name.startsWith('._'))
    const problem = problemOf(files)
    if (problem !== undefined)
      return showToast(t(problem, { limit, count: maxLogosAtOnce }), { isProblem: true })
    const abort = new AbortController()
    running.current = abort
    setProgress({ stage: 'uploading', share: 0 })
    try {
      const archive = await archiveOf(files, t('several', { count: files.filter(isPicture).length }))
      go(`/channels/logos/${await readArchive(archive, setProgress, abort.signal)}`)
    } catch (error) {
      const isSilent = abort.signal.aborted || !(error instanceof Error) || isCancelled(error)
      if (!isSilent) showToast(error.message, { isProblem: true })
    }
    setProgress(undefined)
  }
  if (progress === undefined)
    return (
      <FileDrop
        label={t('choose')}
        hint={t('drop', { limit, count: maxLogosAtOnce })}
        accept=".png,.jpg,.jpeg,.webp,.svg,.zip,image/png,image/jpeg,image/webp,image/svg+xml,application/zip"
        isMultiple
        onFiles={(files) => void take(files)}
      />
    )
  return (
    <div className={styles['progress']} role="status">
      <p>{t(progress.stage, { percent: Math.floor(progress.share * 100) })}</p>
      <progress max={1} value={progress.share} aria-label={t(progress.stage, { percent: '' })} />
      <Button onPress={() => running.current?.abort()}>{t('cancel')}</Button>
    </div>
  )
}

function isPicture({ name }: File) {
  return /\.(?:png|jpe?g|webp|svg)$/i.test(name)
}

function isArchive({ name }: File) {
  return /\.zip$/i.test(name)
}

function problemOf(files: readonly File[]) {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > maxLogosBytes) return 'tooLarge'
  if (size === 0) return 'emptyFiles'
  if (files.length > maxLogosAtOnce) return 'tooMany'
  return files.length > 1 && files.some(isArchive) ? 'oneArchive' : undefined
}

/** The one archive as it is, or one of all pictures. */
async function archiveOf(files: readonly File[], name: string): Promise<File> {
  const [first] = files
  return first !== undefined && files.length === 1 && isArchive(first) ? first : packFiles(files, name)
}

/** Uploads an archive and has its pictures read; returns the number of the draft. */
async function readArchive(
  archive: File,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<number> {
  const start = { name: archive.name.slice(0, maxNameCharacters), size_bytes: archive.size }
  const { draft_id: draftId } = await call(consoleLogos.start, start, { signal })
  await uploadPieces(
    archive,
    async (at, bytes) => {
      const input = { draft_id: draftId, begins_at: at, bytes }
      return (await call(consoleLogos.append, input, { signal })).received_bytes
    },
    { onProgress: (share) => onProgress({ stage: 'uploading', share }), signal },
  )
  // Each call reads at least one picture.
  for (let step = 0; step <= maxLogosAtOnce; step += 1) {
    const {
      is_done: isDone,
      read,
      of,
    } = await call(consoleLogos.read, { draft_id: draftId }, { signal, limitMs: longMs })
    if (isDone) return draftId
    onProgress({ stage: 'reading', share: of === 0 ? 0 : read / of })
  }
  return draftId
}
