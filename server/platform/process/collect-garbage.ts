import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects once, for as long as that takes (some 100 ms): after a start that has loaded a catalogue and drawn pictures,
 * V8 would hold what it needed for that for hours, since nothing presses it.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  setFlagsFromString('--no-expose-gc')
}
