import { useMemo, useRef, useState } from 'react'
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { type Media, useMediaPlayer } from '#console/player/use-media-player.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { Button } from '#console/ui/button.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { FileMarks } from './file-marks.tsx'
import { useFilmMediaText } from './film-media-text.ts'
import { type PackagedFile, trackLabel, writeMoment } from './media-values.ts'
import type { TakenFrame } from './taken-frame.ts'
import styles from './film-media.module.css'

interface FilePlayerProps {
  readonly vid: number
  readonly file: PackagedFile
  readonly name: string
  readonly onFrame: ((frame: TakenFrame) => void) | undefined
}

/** A step between frames, seconds. */
const step = 0.1

/** Plays a packaged file: any rendition, sound track and subtitles, and takes frames of it. */
export function FilePlayer({ vid, file, name, onFrame }: FilePlayerProps) {
  const t = useFilmMediaText()
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const subtitles = useRef<HTMLDivElement>(null)
  const { asset } = file
  const media = useMemo<Media>(
    () => ({
      kind: 'film',
      address: (signal) => call(consoleFilmMedia.play, { vid, asset }, { signal }),
    }),
    [vid, asset],
  )
  const { snapshot, problem, engine } = useMediaPlayer({ video, canvas, subtitles }, media)
  const words =
    problem === undefined || typeof problem === 'object'
      ? problem?.message
      : t(problem === 'unsupported' ? 'cannotPlay' : 'failed')
  const moveBy = (seconds: number) => {
    engine.current?.pause()
    engine.current?.seek(Math.max(0, (video.current?.currentTime ?? 0) + seconds))
  }
  return (
    <div className={styles['player']} role="group" aria-label={t('player', { name })}>
      <div className={styles['stage']}>
        <video ref={video} controls playsInline aria-label={t('video')} />
        <canvas ref={canvas} hidden />
        <div ref={subtitles} className={styles['subtitles']} />
      </div>
      <div role="alert">{words === undefined ? null : <p className={styles['problem']}>{words}</p>}</div>
      {snapshot === undefined ? null : (
        <>
          <Tracks snapshot={snapshot} engine={engine} />
          <div className={styles['acts']}>
            <Button onPress={() => moveBy(-step)}>{t('back')}</Button>
            <Button onPress={() => moveBy(step)}>{t('forward')}</Button>
            <span className={styles['moment']}>
              {t('moment', { time: writeMoment(snapshot.positionSec) })}
            </span>
            {onFrame === undefined ? null : (
              <FrameActs
                vid={vid}
                asset={file.asset}
                atSec={() => video.current?.currentTime ?? 0}
                onFrame={onFrame}
              />
            )}
          </div>
          <FileMarks
            vid={vid}
            file={file}
            mayEdit={onFrame !== undefined}
            positionSec={snapshot.positionSec}
            engine={engine}
          />
        </>
      )}
    </div>
  )
}

interface TracksProps {
  readonly snapshot: EngineSnapshot
  readonly engine: ReturnType<typeof useMediaPlayer>['engine']
}

function Tracks({ snapshot, engine }: TracksProps) {
  const t = useFilmMediaText()
  const { qualities, chosenHeight, audioTracks, textTracks } = snapshot
  const choicesOf = (tracks: EngineSnapshot['audioTracks']) =>
    tracks.map((track) => ({ value: track.id, label: trackLabel(track) }))
  const active = (tracks: EngineSnapshot['audioTracks']) => tracks.find((one) => one.active)?.id ?? ''
  return (
    <div className={styles['tracks']}>
      <Picker
        label={t('quality')}
        value={String(chosenHeight ?? '')}
        choices={[
          { value: '', label: t('auto') },
          ...qualities.map(({ height }) => ({ value: String(height), label: `${height}p` })),
        ]}
        onChange={(value) => engine.current?.setHeight(value === '' ? null : Number(value))}
      />
      {audioTracks.length === 0 ? null : (
        <Picker
          label={t('audio')}
          value={active(audioTracks)}
          choices={choicesOf(audioTracks)}
          onChange={(value) => engine.current?.setAudio(value)}
        />
      )}
      {textTracks.length === 0 ? null : (
        <Picker
          label={t('subtitle')}
          value={active(textTracks)}
          choices={[{ value: '', label: t('noSubtitles') }, ...choicesOf(textTracks)]}
          onChange={(value) => engine.current?.setText(value === '' ? null : value)}
        />
      )}
    </div>
  )
}

interface FrameActsProps {
  readonly vid: number
  readonly asset: string
  readonly atSec: () => number
  readonly onFrame: (frame: TakenFrame) => void
}

function FrameActs({ vid, asset, atSec, onFrame }: FrameActsProps) {
  const t = useFilmMediaText()
  const [busy, setBusy] = useState<TakenFrame['name']>()
  const take = async (name: TakenFrame['name']) => {
    setBusy(name)
    try {
      const input = { vid, asset, at_ms: Math.round(atSec() * 1000) }
      onFrame({ name, ...(await call(consoleFilmMedia.frame, input)) })
      showToast(t('taken'))
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
    }
    setBusy(undefined)
  }
  return (
    <>
      {(['poster', 'backdrop'] as const).map((name) => (
        <Button
          key={name}
          isPending={busy === name}
          isDisabled={busy !== undefined && busy !== name}
          onPress={() => void take(name)}
        >
          {t(name === 'poster' ? 'asPoster' : 'asBackdrop')}
        </Button>
      ))}
    </>
  )
}
