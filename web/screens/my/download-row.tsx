import type { StoredDownload } from '#player/dom/downloads/stored-downloads.ts'
import { licenceEnd } from '#player/core/downloads/download-licence.ts'
import { verdictOf } from '#web/downloads/download-list.ts'
import { sizeWords, useDownloadsText, type DownloadsText } from '#web/downloads/downloads-text.ts'
import { prolong } from '#web/downloads/licences.ts'
import { goOnSaving, pauseSaving } from '#web/downloads/saving.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Progress } from '#web/ui/controls/progress.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { classes } from '#web/ui/text/class-names.ts'
import rows from '#web/ui/cards/row-card.module.css'
import styles from './downloads-tab.module.css'

interface DownloadRowProps {
  readonly item: StoredDownload
  readonly onPlay: () => void
  readonly onRemove: () => void
}

/** One film or episode: its state and the one possible action. */
export function DownloadRow({ item, onPlay, onRemove }: DownloadRowProps) {
  const t = useDownloadsText()
  const { title, subtitle, state, part, bytes, height } = item
  const facts = [subtitle, t('height', { height }), sizeWords(bytes, t)].filter(Boolean).join(' · ')
  return (
    <div className={classes(rows.row, styles.row)} data-row="" data-state={state}>
      <div className={styles.words}>
        <p className={styles.name}>{title}</p>
        <p className={styles.facts}>{facts}</p>
        <Standing item={item} />
        {state !== 'saved' && <Progress part={part} />}
      </div>
      <div className={styles.acts}>
        <MainAction item={item} onPlay={onPlay} />
        <IconButton icon="trash" label={`${t('remove')}: ${title}`} onClick={onRemove} />
      </div>
    </div>
  )
}

function Standing({ item }: { readonly item: StoredDownload }) {
  const t = useDownloadsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    // Percentages are not announced; the end of a download is.
    <p className={styles.standing} role={item.state === 'loading' ? undefined : 'status'}>
      {item.state === 'saved'
        ? savedWords(item, t, (atSec) => formatMoment(atSec, language, nowSec))
        : progressWords(item, t)}
    </p>
  )
}

function savedWords(item: StoredDownload, t: DownloadsText, moment: (atSec: number) => string): string {
  const verdict = verdictOf(item)
  if (verdict === 'expired') return t('expired')
  return verdict === 'clock_back' ? t('clockBack') : t('until', { moment: moment(licenceEnd(item)) })
}

function progressWords({ state, part, message }: StoredDownload, t: DownloadsText): string {
  const percent = Math.floor(part * 100)
  switch (state) {
    case 'loading':
    case 'paused':
      return t(`state.${state}`, { percent })
    case 'refused':
      return t('state.refused', { message })
    case 'waiting':
    case 'lost':
    case 'full':
    case 'failed':
    case 'former':
      return t(`state.${state}`)
    case 'saved':
      return ''
  }
}

function MainAction({ item, onPlay }: Omit<DownloadRowProps, 'onRemove'>) {
  const t = useDownloadsText()
  const { vid, vfid, state } = item
  const renew = async () => {
    const said = await prolong(vid, vfid)
    showToast(said === '' ? t('prolonged') : (said ?? t('prolongOffline')))
  }
  if (state === 'loading' || state === 'waiting')
    return (
      <Button icon="pause" onClick={() => pauseSaving(vfid)}>
        {t('pause')}
      </Button>
    )
  if (state !== 'saved')
    return (
      <Button icon="save" onClick={() => goOnSaving(vfid)}>
        {t(state === 'former' ? 'again' : 'goOn')}
      </Button>
    )
  if (verdictOf(item) === 'expired')
    return (
      <Button icon="retry" onClick={() => void renew()}>
        {t('prolong')}
      </Button>
    )
  return (
    <Button icon="play" variant="primary" onClick={onPlay}>
      {t('play')}
    </Button>
  )
}
