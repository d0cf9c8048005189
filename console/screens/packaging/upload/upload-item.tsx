import { Card, CardAbout, CardActs, CardBadges } from '#console/ui/card-list.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleUploads } from '#contract/console/uploads.ts'
import { formatSpan } from '#console/i18n/format.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { Badge } from '#console/ui/page.tsx'
import { sizeText } from './size-text.ts'
import type { FilmUpload, UploadStore } from './upload-store.ts'
import { useUploadText } from './upload-text.ts'
import styles from './upload.module.css'

const tones = {
  queued: 'plain',
  sending: 'own',
  checking: 'own',
  cancelled: 'plain',
  waiting: 'warn',
  done: 'good',
  failed: 'bad',
} as const

/** A film on its way: how far it is, how fast, and for how long still. */
export function UploadItem({ upload, store }: { readonly upload: FilmUpload; readonly store: UploadStore }) {
  const t = useUploadText()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const cancel = async () => {
    setIsAsking(false)
    await store.cancel(upload.id)
    await client.invalidateQueries({ queryKey: keyOf(consoleUploads.list) })
  }
  const { id, file, state, sentBytes, problem } = upload
  const isOver = state === 'done' || state === 'failed' || state === 'cancelled'
  return (
    <Card>
      <CardAbout>
        <CardBadges>
          <strong>{file.name}</strong>
          <span role="status">
            <Badge tone={tones[state]}>{t(state)}</Badge>
          </span>
        </CardBadges>
        {state === 'done' ? null : (
          <progress
            aria-label={file.name}
            max={1}
            {...(state === 'checking' ? {} : { value: file.size === 0 ? 0 : sentBytes / file.size })}
          />
        )}
        <Facts upload={upload} />
        {problem === '' ? null : (
          <p className={styles['problem']}>{problem === 'unreadable' ? t('unreadable') : problem}</p>
        )}
      </CardAbout>
      <CardActs>
        {state === 'failed' || state === 'cancelled' ? (
          <Button onPress={() => store.retry(id)}>{t('retry')}</Button>
        ) : null}
        <IconButton
          icon="close"
          label={t('cancel', { name: file.name })}
          onPress={() => (isOver ? void cancel() : setIsAsking(true))}
        />
      </CardActs>
      <Question
        title={t('cancelAsk')}
        text={t('cancelText', { name: file.name })}
        confirm={t('cancelDo')}
        isOpen={isAsking}
        isDangerous
        onClose={() => setIsAsking(false)}
        onConfirm={() => void cancel()}
      />
    </Card>
  )
}

function Facts({ upload: { file, state, sentBytes, bytesPerSec } }: { readonly upload: FilmUpload }) {
  const t = useUploadText()
  const language = useLanguage()
  const isMoving = state === 'sending' && bytesPerSec !== undefined && bytesPerSec > 0
  const facts = [
    state === 'done'
      ? sizeText(t, file.size)
      : t('sent', { sent: sizeText(t, sentBytes), size: sizeText(t, file.size) }),
    ...(isMoving
      ? [
          t('speed', { speed: sizeText(t, bytesPerSec) }),
          t('timeLeft', { time: formatSpan((file.size - sentBytes) / bytesPerSec, language) }),
        ]
      : []),
  ]
  return <small>{facts.join(' · ')}</small>
}
