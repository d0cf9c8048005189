import { useMemo, useRef } from 'react'
import { consoleChannels } from '#contract/console/channels.ts'
import { type Media, useMediaPlayer } from '#console/player/use-media-player.ts'
import { call } from '#console/session/call.ts'
import { RadioStill } from '#console/ui/radio-still.tsx'
import { useChannelsText } from './channels-text.ts'
import styles from './channels.module.css'

interface ChannelPlayerProps {
  readonly cid: number
  readonly name: string
  /** The logo of a radio channel, which is shown in place of a picture; null for television. */
  readonly radioLogo: string | null
}

/** The channel as viewers have it at the moment, of the source that is received; without sound until it is switched on. */
export function ChannelPlayer({ cid, name, radioLogo }: ChannelPlayerProps) {
  const t = useChannelsText()
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const subtitles = useRef<HTMLDivElement>(null)
  const media = useMemo<Media>(
    () => ({ kind: 'live', address: (signal) => call(consoleChannels.play, { cid }, { signal }) }),
    [cid],
  )
  const { problem } = useMediaPlayer({ video, canvas, subtitles }, media)
  const words =
    problem === undefined || typeof problem === 'object'
      ? problem?.message
      : t(problem === 'unsupported' ? 'cannotPlay' : 'playFailed')
  return (
    <div className={styles['live']}>
      {radioLogo === null ? null : (
        <RadioStill name={name} logo={radioLogo} label={t('radioStill', { name })} />
      )}
      <video
        ref={video}
        data-radio={radioLogo === null ? undefined : ''}
        controls
        muted
        playsInline
        aria-label={t('live', { name })}
      />
      <canvas ref={canvas} hidden />
      <div ref={subtitles} />
      <div role="alert">{words === undefined ? null : <p>{words}</p>}</div>
    </div>
  )
}
