import { Card, CardAbout, CardBadges, CardList } from '#console/ui/card-list.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { useState } from 'react'
import { consoleUploads, uploadRoot } from '#contract/console/uploads.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Denied } from '#console/shell/missing-page.tsx'
import { BackLink } from '#console/ui/back-link.tsx'
import { IconButton } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { fingerprintOf } from './send-film.ts'
import { UploadItem } from './upload-item.tsx'
import { filmUploads, type UploadStore, useFilmUploads } from './upload-store.ts'
import { useUploadText } from './upload-text.ts'
import { sizeText } from './size-text.ts'

type Uploads = ResponseOf<typeof consoleUploads.list>
type Listed = Uploads['uploads'][number]

const refreshMs = 5000

/** `/films/upload`: films from this computer to the server. */
export function UploadScreen({ store = filmUploads }: { readonly store?: UploadStore }) {
  const t = useUploadText()
  const mayEdit = useMay()('films', 'edit')
  const own = useFilmUploads(store)
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleUploads.list, {}),
    queryFn: ({ signal }) => call(consoleUploads.list, {}, { signal }),
    refetchInterval: refreshMs,
    enabled: mayEdit,
  })
  if (!mayEdit) return <Denied />
  const shown = new Set(own.map(({ file }) => fingerprintOf(file)))
  const others = data?.uploads.filter(({ fingerprint }) => !shown.has(fingerprint)) ?? []
  return (
    <Page
      title={t('title')}
      text={t('text')}
      above={<BackLink href="/films/queue" text={t('queue')} />}
      isNarrow
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <FileDrop
            label={t('choose')}
            hint={t('hint', { limit: Math.floor(data.max_bytes / 1e9) })}
            accept="video/*,.mkv,.avi,.ts,.m2ts,.vob,.wmv,.flv,.mxf,.rmvb"
            isMultiple
            onFiles={(files) => store.add(files)}
          />
          {own.length === 0 ? null : (
            <Section title={t('now')} text={t('stay')}>
              <CardList>
                {own.map((upload) => (
                  <UploadItem key={upload.id} upload={upload} store={store} />
                ))}
              </CardList>
              {own.some(({ state }) => state === 'done') ? (
                <LinkButton href="/films/queue">{t('openQueue')}</LinkButton>
              ) : null}
            </Section>
          )}
          <Earlier title={t('before')} text={t('beforeText')} uploads={others.filter(isOpen)} store={store} />
          <Earlier title={t('ended')} uploads={others.filter((one) => !isOpen(one))} store={store} />
        </>
      )}
    </Page>
  )
}

function isOpen({ state }: Listed): boolean {
  return state === 'open' || state === 'finishing'
}

interface EarlierProps {
  readonly title: string
  readonly text?: string
  readonly uploads: readonly Listed[]
  readonly store: UploadStore
}

/** Uploads that this page of the browser knows nothing of. */
function Earlier({ title, text, uploads, store }: EarlierProps) {
  if (uploads.length === 0) return null
  return (
    <Section title={title} {...(text === undefined ? {} : { text })}>
      <CardList>
        {uploads.map((upload) => (
          <EarlierItem key={upload.upload_id} upload={upload} store={store} />
        ))}
      </CardList>
    </Section>
  )
}

const tones = { open: 'warn', finishing: 'plain', done: 'good', refused: 'bad' } as const

function EarlierItem({ upload, store }: { readonly upload: Listed; readonly store: UploadStore }) {
  const t = useUploadText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { upload_id: id, name, offset, size_bytes: size, state, reason, made_at: madeAt } = upload
  const discard = async () => {
    setIsAsking(false)
    await store.discard(uploadRoot + id)
    await client.invalidateQueries({ queryKey: keyOf(consoleUploads.list) })
  }
  return (
    <Card>
      <CardAbout>
        <CardBadges>
          <strong>{name}</strong>
          <Badge tone={tones[state]}>{t(state)}</Badge>
        </CardBadges>
        <small>
          {state === 'done'
            ? sizeText(t, size)
            : t('sent', { sent: sizeText(t, offset), size: sizeText(t, size) })}
          {' · '}
          {formatMoment(madeAt, language, nowSec)}
        </small>
        {reason === '' ? null : <ReasonWords reason={reason} />}
      </CardAbout>
      {state === 'open' ? (
        <IconButton icon="close" label={t('cancel', { name })} onPress={() => setIsAsking(true)} />
      ) : null}
      <Question
        title={t('cancelAsk')}
        text={t('cancelText', { name })}
        confirm={t('cancelDo')}
        isOpen={isAsking}
        isDangerous
        onClose={() => setIsAsking(false)}
        onConfirm={() => void discard()}
      />
    </Card>
  )
}
