import type { Playback } from '#player/core/playback/playback.ts'
import { PlayerButton } from './player-button.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import styles from './volume-control.module.css'

/** Mute, and a slider that opens on hover or focus; a phone has its own volume buttons. */
export function VolumeControl({ playback }: { readonly playback: Playback }) {
  const t = usePlayerText()
  const muted = usePlaybackValue(playback, (state) => state.muted)
  const volume = usePlaybackValue(playback, (state) => state.volume)
  const heard = muted ? 0 : volume
  const percent = Math.round(heard * 100)
  return (
    <div className={styles.volume}>
      <PlayerButton
        icon={heard === 0 ? 'muted' : heard < 0.5 ? 'volumeLow' : 'volume'}
        label={muted ? t('player.unmute') : t('player.mute')}
        hotkey="M"
        onClick={() => playback.choices.setMuted(!muted)}
      />
      <div className={styles.fold}>
        <input
          className={styles.range}
          type="range"
          min={0}
          max={100}
          step={5}
          value={percent}
          aria-label={t('player.volume')}
          aria-valuetext={t('player.volumeNow', { percent })}
          style={{ backgroundSize: `${percent}% 4px` }}
          onChange={(event) => playback.choices.setVolume(Number(event.target.value) / 100)}
          onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
        />
      </div>
    </div>
  )
}
