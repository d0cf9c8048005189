/** Loads a guide from a file or an address, and opens what it would change. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { consoleGuideDrafts, maxGuideBytes } from '#contract/console/guide-drafts.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { uploadPieces } from '#console/session/upload-pieces.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { longMs } from './draft-data.ts'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import styles from './guide-drafts.module.css'

const limit = Math.floor(maxGuideBytes / 1024 / 1024)
const maxNameCharacters = 200

interface Running {
  readonly name: string
  /** 0 to 1; 1: it is being compared. */
  readonly share: number
  readonly abort: AbortController
}

export function LoadGuide() {
  const t = useGuideDraftsText()
  const { running, take, compare } = useLoading()
  if (running !== undefined) return <Progress {...running} />
  return (
    <div className={styles['load']}>
      <FileDrop
        label={t('file')}
        hint={t('drop', { limit })}
        accept=".xml,.xmltv,.gz,.zip,.json,application/xml,text/xml,application/gzip,application/zip,application/json"
        onFiles={([file]) => void take(file)}
      />
      <AddressForm onFetched={compare} />
    </div>
  )
}

/** An upload or a comparison that is running; leaving the screen ends it. */
function useLoading() {
  const t = useGuideDraftsText()
  const [running, setRunning] = useState<Running>()
  const [, go] = useLocation()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const run = async (name: string, work: (abort: AbortController) => Promise<number>) => {
    const abort = new AbortController()
    current.current = abort
    setRunning({ name, share: 0, abort })
    try {
      const draftId = await work(abort)
      setRunning({ name, share: 1, abort })
      const input = { draft_id: draftId }
      await call(consoleGuideDrafts.check, input, { signal: abort.signal, limitMs: longMs })
      go(`/guide/drafts/${draftId}`)
    } catch (error) {
      const isSilent = abort.signal.aborted || !(error instanceof Error) || isCancelled(error)
      if (!isSilent) showToast(error.message, { isProblem: true })
    }
    setRunning(undefined)
  }
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxGuideBytes || file.size === 0)
      return showToast(file.size === 0 ? t('emptyFile') : t('tooLarge', { limit }), { isProblem: true })
    await run(file.name, (abort) =>
      upload(file, {
        onProgress: (share) => setRunning({ name: file.name, share, abort }),
        signal: abort.signal,
      }),
    )
  }
  const compare = (draftId: number, name: string) => run(name, () => Promise.resolve(draftId))
  return { running, take, compare }
}

interface Following {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file; returns the number of the draft. */
async function upload(file: File, following: Following): Promise<number> {
  const { signal } = following
  const begun = { name: file.name.slice(0, maxNameCharacters), size_bytes: file.size }
  const { draft_id: draftId } = await call(consoleGuideDrafts.start, begun, { signal })
  const send = async (at: number, bytes: string) => {
    const input = { draft_id: draftId, begins_at: at, bytes }
    return (await call(consoleGuideDrafts.append, input, { signal })).received_bytes
  }
  try {
    await uploadPieces(file, send, following)
  } catch (error) {
    // What was received takes space on the server; a server that cannot be reached deletes it after a day.
    void call(consoleGuideDrafts.discard, { draft_id: draftId }).catch(() => undefined)
    throw error
  }
  return draftId
}

function Progress({ name, share, abort }: Running): ReactNode {
  const t = useGuideDraftsText()
  return (
    <div className={styles['progress']} role="status">
      <p>{share < 1 ? t('uploading', { name, percent: Math.floor(share * 100) }) : t('checking')}</p>
      <progress max={1} {...(share < 1 ? { value: share } : {})} aria-label={name} />
      <Button onPress={() => abort.abort()}>{t('cancel')}</Button>
    </div>
  )
}

interface AddressFormProps {
  readonly onFetched: (draftId: number, name: string) => Promise<void>
}

function AddressForm({ onFetched }: AddressFormProps) {
  const t = useGuideDraftsText()
  const form = useForm(
    consoleGuideDrafts.fetch,
    { address: '' },
    {
      limitMs: longMs,
      failureFields: { guide_unreachable: 'address' },
      onDone: ({ draft_id: draftId }) => void onFetched(draftId, form.values.address),
    },
  )
  return (
    <form className={styles['address']} onSubmit={form.submit} noValidate>
      <TextField field={form.field('address')} label={t('address')} hint={t('addressHint')} />
      <Button type="submit" isPending={form.isBusy}>
        {t('fetch')}
      </Button>
    </form>
  )
}
