/** Loads a list from a file or an address, and opens what it would change. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { consoleImports, maxListBytes } from '#contract/console/imports.ts'
import { consoleLists } from '#contract/console/lists.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useRefreshList } from './fetched-lists.tsx'
import { intervals, type Interval } from './intervals.ts'
import { useImportsText } from './imports-text.ts'
import { uploadList } from './upload-list.ts'
import styles from './imports.module.css'

interface Upload {
  readonly name: string
  /** 0 to 1; 1: it is being compared. */
  readonly share: number
  readonly abort: AbortController
}

export function LoadList() {
  const t = useImportsText()
  const [upload, setUpload] = useState<Upload>()
  const [, go] = useLocation()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const check = async (draftId: number, signal?: AbortSignal) => {
    await call(consoleImports.check, { draft_id: draftId }, { signal })
    go(`/imports/${draftId}`)
  }
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxListBytes || file.size === 0)
      return showToast(t(file.size === 0 ? 'emptyFile' : 'tooLarge'), { isProblem: true })
    const abort = new AbortController()
    running.current = abort
    setUpload({ name: file.name, share: 0, abort })
    try {
      const onProgress = (share: number) => setUpload({ name: file.name, share, abort })
      await check(await uploadList(file, { onProgress, signal: abort.signal }), abort.signal)
    } catch (error) {
      const isSilent = abort.signal.aborted || !(error instanceof Error) || isCancelled(error)
      if (!isSilent) showToast(error.message, { isProblem: true })
    }
    setUpload(undefined)
  }
  if (upload !== undefined) return <Progress {...upload} />
  return (
    <div className={styles['load']}>
      <FileDrop
        label={t('file')}
        hint={t('drop')}
        accept=".m3u,.m3u8,.txt,audio/x-mpegurl,application/vnd.apple.mpegurl"
        onFiles={([file]) => void take(file)}
      />
      <AddressForm onFetched={check} />
    </div>
  )
}

function Progress({ name, share, abort }: Upload) {
  const t = useImportsText()
  const percent = Math.floor(share * 100)
  return (
    <div className={styles['progress']} role="status">
      <p>{share < 1 ? t('uploading', { name, percent }) : t('checking')}</p>
      <progress max={1} {...(share < 1 ? { value: share } : {})} aria-label={name} />
      <Button onPress={() => abort.abort()}>{t('cancel')}</Button>
    </div>
  )
}

function AddressForm({ onFetched }: { readonly onFetched: (draftId: number) => Promise<void> }) {
  const t = useImportsText()
  const [interval, setInterval] = useState<Interval | 'once'>('once')
  const refresh = useRefreshList()
  const fail = (error: unknown) => {
    if (error instanceof Error) showToast(error.message, { isProblem: true })
  }
  const once = useForm(
    consoleImports.fetch,
    { address: '' },
    {
      failureFields: { list_unreachable: 'address' },
      onDone: ({ draft_id: draftId }) => void onFetched(draftId).catch(fail),
    },
  )
  const again = useForm(
    consoleLists.add,
    { address: '' },
    {
      toInput: ({ address }) => ({
        address,
        every_min: intervals.find(({ name }) => name === interval)?.minutes ?? 0,
        ...{ applies: false, record: false, own_groups: false },
      }),
      failureFields: { list_twice: 'address' },
      changes: [consoleLists.list],
      onDone: ({ list_id: listId }) => {
        again.reset()
        void refresh(listId)
      },
    },
  )
  const form = interval === 'once' ? once : again
  const choose = (next: Interval | 'once') => {
    const other = next === 'once' ? once : again
    if (other !== form) other.set('address', form.values.address)
    setInterval(next)
  }
  return (
    <form className={styles['address']} onSubmit={form.submit} noValidate>
      <TextField field={form.field('address')} label={t('address')} hint={t('addressHint')} />
      <Picker<Interval | 'once'>
        label={t('every')}
        value={interval}
        choices={[
          { value: 'once', label: t('every.once') },
          ...intervals.map(({ name }) => ({ value: name, label: t(`every.${name}`) })),
        ]}
        onChange={choose}
      />
      <Button type="submit" isPending={form.isBusy}>
        {t('fetch')}
      </Button>
    </form>
  )
}
