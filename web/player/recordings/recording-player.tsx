import { useMemo, useState } from 'react'
import { recordings } from '#contract/channels/recordings.ts'
import { FilmPlayer } from '#web/player/stage/film-player.tsx'
import { callQuietly } from '#web/session/requests/api.ts'
import { keyOfRecording, type PlayedRecording, recordingSource, savedSecOf } from './recording-source.ts'

interface RecordingPlayerProps {
  readonly recording: PlayedRecording
  readonly title: string
  readonly subtitle: string
  /** The address of an image for the lock screen, or an empty string. */
  readonly picture: string
  readonly onClose: () => void
}

/** A recording over the whole window; saves where the viewer stops. */
export function RecordingPlayer({ recording, title, subtitle, picture, onClose }: RecordingPlayerProps) {
  // A list that is loaded again must not start it again.
  const [played] = useState(recording)
  const source = useMemo(() => recordingSource(played), [played])
  const keep = useMemo(
    () => ({
      key: keyOfRecording(played),
      save: (atMs: number) =>
        void callQuietly(recordings.position, { id: played.id, position: savedSecOf(played, atMs) }),
    }),
    [played],
  )
  return (
    <FilmPlayer
      vid={0}
      vfid={0}
      title={title}
      subtitle={subtitle}
      picture={picture}
      startSec={0}
      counts={false}
      isEpisode={false}
      source={source}
      keep={keep}
      onClose={onClose}
    />
  )
}
