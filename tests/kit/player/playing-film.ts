import type { AddressOutcome } from '#player/core/state/source.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { settle, simulatedAddress, simulatedPlayback } from './simulated-player.ts'

/** A playing film of 100 seconds over an engine controlled by the test; `facts` are the engine's other reports. */
export async function playingFilm(facts: Partial<EngineSnapshot> = {}, outcome?: AddressOutcome) {
  const simulated = simulatedPlayback()
  const { playback, engine, time } = simulated
  playback.open({
    key: 'film:1',
    kind: 'film',
    startSec: 0,
    ask: async () => outcome ?? simulatedAddress('/film.m3u8?ticket=a', time.now() + 3_600_000),
  })
  await settle()
  engine.tell({ kind: 'first_picture' })
  engine.report({ durationSec: 100, ...facts })
  await settle()
  return simulated
}
