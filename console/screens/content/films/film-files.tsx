import { lazy, Suspense, useState } from 'react'
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { writeNumbers } from './episode-values.ts'
import { useFilmMediaText } from './film-media-text.ts'
import { type PackagedFile, trackLabel, writeDecibels } from './media-values.ts'
import type { TakenFrame } from './taken-frame.ts'
import styles from './film-media.module.css'

/** The player and its library are larger than the rest of the console: loaded when something is played. */
const FilePlayer = lazy(() => import('./file-player.tsx').then((one) => ({ default: one.FilePlayer })))

interface FilmFilesProps {
  readonly vid: number
  /** Undefined: this member of staff may not edit. */
  readonly onFrame: ((frame: TakenFrame) => void) | undefined
}

/** The packaged files of a film: what they contain, and a player of each. */
export function FilmFiles({ vid, onFrame }: FilmFilesProps) {
  const t = useFilmMediaText()
  const { data, error, refetch } = useCall(consoleFilmMedia.files, { vid })
  const [playing, setPlaying] = useState<string>()
  const nameOf = (file: PackagedFile) =>
    file.kind === 'episode'
      ? t('episode', {
          season: file.season,
          episode: writeNumbers({ number: file.episode, last_number: file.last_episode }),
        })
      : t(`kind.${file.kind}`)
  return (
    <Section title={t('files')}>
      {data === undefined && error !== null ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton lines={2} /> : null}
      {data?.files.length === 0 ? <Empty text={t('noFiles')} /> : null}
      <ul className={styles['files']}>
        {data?.files.map((file) => (
          <li key={file.asset}>
            <div className={styles['head']}>
              <FileFacts file={file} name={nameOf(file)} />
              {file.is_ready ? (
                <Button
                  aria-label={
                    playing === file.asset ? t('closePlayer') : t('watchFile', { name: nameOf(file) })
                  }
                  onPress={() => setPlaying(playing === file.asset ? undefined : file.asset)}
                >
                  {playing === file.asset ? t('closePlayer') : t('watch')}
                </Button>
              ) : null}
            </div>
            {playing === file.asset ? (
              <Suspense fallback={<Skeleton lines={4} />}>
                <FilePlayer vid={vid} file={file} name={nameOf(file)} onFrame={onFrame} />
              </Suspense>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function FileFacts({ file, name }: { readonly file: PackagedFile; readonly name: string }) {
  const t = useFilmMediaText()
  const heights = file.video.map(({ height }) => `${height}p`).join(', ')
  return (
    <div className={styles['facts']}>
      <strong>{name}</strong>
      {file.is_ready ? null : <span>{t('notReady')}</span>}
      {heights === '' ? null : <span>{t('renditions', { list: heights })}</span>}
      {file.audio.map((track) => (
        <span key={track.rendition}>
          {t('audioTrack', { name: trackLabel(track) })} · <Loudness track={track} />
        </span>
      ))}
      {file.subtitles.length === 0 ? null : (
        <span>{t('subtitles', { list: file.subtitles.map(trackLabel).join(', ') })}</span>
      )}
    </div>
  )
}

/** What was measured, how the track was made, and what the player does. */
function Loudness({ track: { loudness } }: { readonly track: PackagedFile['audio'][number] }) {
  const t = useFilmMediaText()
  const language = useLanguage()
  if (loudness === null) return t('notMeasured')
  const figures = {
    lufs: writeDecibels(loudness.integrated_lufs, language),
    peak: writeDecibels(loudness.peak_db, language),
  }
  const text =
    loudness.gain_db === 0
      ? t('loudnessCopied', figures)
      : t('loudness', { ...figures, gain: writeDecibels(loudness.gain_db, language) })
  const measured = loudness.is_sampled ? `${text} (${t('sampled')})` : text
  const gain = loudness.player_gain_db
  if (gain === 0) return measured
  const change = { gain: writeDecibels(Math.abs(gain), language) }
  return `${measured}, ${t(gain < 0 ? 'playerDown' : 'playerUp', change)}`
}
