import { useMemo, useRef, useState } from 'react'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { type Media, useMediaPlayer } from '#console/player/use-media-player.ts'
import { call } from '#console/session/call.ts'
import { useChannelsText } from './channels-text.ts'
import styles from './channels.module.css'

/** A source may take half a minute to begin. */
const limitMs = 40_000

interface SourcePlayerProps {
  readonly cid: number
  /** From 0. */
  readonly index: number
  readonly name: string
}

/** One source as it is now, also of a channel that is off; without sound until it is switched on. */
export function SourcePlayer({ cid, index, name }: SourcePlayerProps) {
  const t = useChannelsText()
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const subtitles = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ResponseOf<typeof consoleChannels.playSource>>()
  const media = useMemo<Media>(
    () => ({
      kind: 'live',
      endsItself: true,
      address: async (signal) => {
        const played = await call(consoleChannels.playSource, { cid, index }, { signal, limitMs })
        setOpened(played)
        if (played.words !== '') throw new Error(played.words)
        return played
      },
    }),
    [cid, index],
  )
  const { problem } = useMediaPlayer({ video, canvas, subtitles }, media)
  return (
    <div className={styles['live']}>
      <video
        ref={video}
        controls
        muted
        playsInline
        aria-label={t('sourceVideo', { name, number: index + 1 })}
      />
      <canvas ref={canvas} hidden />
      <div ref={subtitles} />
      <p role="status">
        {opened === undefined
          ? problem === undefined
            ? t('sourceOpening')
            : null
          : opened.words === ''
            ? t(opened.is_recorded ? 'sourceIsRecorded' : 'sourceIsOpened')
            : null}
      </p>
      <div role="alert">
        {opened !== undefined && opened.words !== '' ? (
          <p>
            {t('examineNothing')} <ReasonWords reason={opened.words} />
          </p>
        ) : problem === undefined ? null : (
          <p>
            {typeof problem === 'object'
              ? problem.message
              : t(problem === 'unsupported' ? 'cannotPlay' : 'sourceEnded')}
          </p>
        )}
      </div>
    </div>
  )
}
