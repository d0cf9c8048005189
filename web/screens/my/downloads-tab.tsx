/** The downloads on this device: in progress, ready to watch, removed; works offline too (PLAYER-08). */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import type { StoredDownload } from '#player/dom/downloads/stored-downloads.ts'
import { removeDownload } from '#web/downloads/saving.ts'
import { useDownloads } from '#web/downloads/download-list.ts'
import { sizeWords, useDownloadsText } from '#web/downloads/downloads-text.ts'
import { followDownloads } from '#web/downloads/licences.ts'
import { savedSource, savedStartSec } from '#web/downloads/offline-source.ts'
import { useFreeSpace } from '#web/downloads/use-space.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { EmptyCard } from '#web/ui/cards/state-card.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { DownloadRow } from './download-row.tsx'
import { useMyText } from './my-text.ts'
import rows from '#web/ui/cards/row-card.module.css'
import styles from './downloads-tab.module.css'

const FilmPlayer = lazy(() =>
  withinLimit(import('#web/player/stage/film-player.tsx')).then((file) => ({ default: file.FilmPlayer })),
)

export function DownloadsTab() {
  const my = useMyText()
  const t = useDownloadsText()
  const reachable = useReachable()
  const list = useDownloads()
  const [playing, setPlaying] = useState<StoredDownload | null>(null)
  const [removing, setRemoving] = useState<StoredDownload | null>(null)
  useEffect(followDownloads, [])
  if (list.length === 0)
    return (
      <EmptyCard title={my('empty.downloads')} text={my('emptyText.downloads')}>
        <ButtonLink to={pathOf('newMovies')}>{my('emptyAction.downloads')}</ButtonLink>
      </EmptyCard>
    )
  const remove = async () => {
    if (removing === null) return
    await removeDownload(removing.vfid)
    setRemoving(null)
    showToast(t('removed'))
  }
  return (
    <>
      {!reachable && <p className={styles.note}>{t('offline')}</p>}
      <Space list={list} />
      <ul className={rows.list}>
        {list.map((item) => (
          <li key={item.vfid}>
            <DownloadRow item={item} onPlay={() => setPlaying(item)} onRemove={() => setRemoving(item)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== null}
        title={t('removeTitle')}
        text={t('removeText', { name: removing?.title ?? '' })}
        action={t('remove')}
        cancel={t('cancel')}
        onConfirm={remove}
        onClose={() => setRemoving(null)}
      />
      {playing !== null && <Playing item={playing} onClose={() => setPlaying(null)} />}
    </>
  )
}

function Space({ list }: { readonly list: readonly StoredDownload[] }) {
  const t = useDownloadsText()
  const used = list.reduce((sum, { bytes, part }) => sum + bytes * part, 0)
  const free = useFreeSpace(list)
  const size = sizeWords(used, t)
  return (
    <p className={styles.note} role="status">
      {free === null ? t('used', { size }) : t('usedFree', { size, free: sizeWords(free, t) })}
    </p>
  )
}

function Playing({ item, onClose }: { readonly item: StoredDownload; readonly onClose: () => void }) {
  const t = useDownloadsText()
  const { vid, vfid } = item
  const [startSec] = useState(() => savedStartSec(vid, vfid))
  const source = useMemo(
    () =>
      savedSource(vfid, startSec, {
        expired: t('playExpired'),
        clockBack: t('playClockBack'),
        gone: t('playGone'),
      }),
    [vfid, startSec, t],
  )
  return (
    <Suspense fallback={null}>
      <FilmPlayer
        vid={vid}
        vfid={vfid}
        title={item.title}
        subtitle={item.subtitle}
        startSec={startSec}
        counts
        isEpisode={item.subtitle !== ''}
        picture=""
        source={source}
        onClose={onClose}
      />
    </Suspense>
  )
}
