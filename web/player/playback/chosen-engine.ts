/**
 * Which engine plays on this device: the one its model list prefers, unless the operator switched it to another that
 * it has.
 */
import type { PlayerEngineName } from '#contract/site/apps.ts'
import { findAvplay } from '#player/engines/avplay/avplay-api.ts'
import { mayAirPlay, needsNativeHls, playsNativeHls } from '#player/engines/choose-engine.ts'
import { releaseSwitches } from '#web/features/releases/release-switches.ts'
import { playerDevice } from './player-device.ts'

export function chosenEngine(): 'mse' | 'native' | 'avplay' {
  return engineOf({
    switched: releaseSwitches().engine,
    hasAvplay: findAvplay() !== null,
    prefersAvplay: playerDevice().prefersAvplay,
    needsNative: needsNativeHls(),
    playsNative: playsNativeHls(),
  })
}

export interface EngineChoice {
  /** What the operator switched this device to. */
  readonly switched: PlayerEngineName
  readonly hasAvplay: boolean
  readonly prefersAvplay: boolean
  /** True where the page cannot append segments itself. */
  readonly needsNative: boolean
  readonly playsNative: boolean
}

/** A switch to an engine that the device lacks counts as none. */
export function engineOf(choice: EngineChoice): 'mse' | 'native' | 'avplay' {
  const { switched, hasAvplay, prefersAvplay, needsNative, playsNative } = choice
  if (switched === 'avplay' && hasAvplay) return 'avplay'
  if (switched === 'native' && playsNative) return 'native'
  if (needsNative) return hasAvplay ? 'avplay' : 'native'
  if (switched === 'mse') return 'mse'
  return hasAvplay && prefersAvplay ? 'avplay' : 'mse'
}

/** True where the device reads playlists by itself: nothing can be fetched ahead for it, nor its ticket replaced. */
export function readsPlaylistsItself(): boolean {
  return chosenEngine() !== 'mse'
}

/** True where a whole address may be read that cannot be replaced: by this device's own player, or through AirPlay. */
export function needsWholeAddress(): boolean {
  return readsPlaylistsItself() || mayAirPlay()
}
