/** Which engine plays on this device: what it can, unless the operator switched it to another that it has. */
import { findAvplay } from '#player/engines/avplay/avplay-api.ts'
import { mayAirPlay, needsNativeHls, playsNativeHls } from '#player/engines/choose-engine.ts'
import { releaseSwitches } from '#web/features/releases/release-switches.ts'

export function chosenEngine(): 'mse' | 'native' | 'avplay' {
  const { engine } = releaseSwitches()
  if (engine === 'avplay' && findAvplay() !== null) return 'avplay'
  if (needsNativeHls() || (engine === 'native' && playsNativeHls())) return 'native'
  return 'mse'
}

/** True where the device reads playlists by itself: nothing can be fetched ahead for it, nor its ticket replaced. */
export function readsPlaylistsItself(): boolean {
  return chosenEngine() !== 'mse'
}

/** True where a whole address may be read that cannot be replaced: by this device's own player, or through AirPlay. */
export function needsWholeAddress(): boolean {
  return readsPlaylistsItself() || mayAirPlay()
}
