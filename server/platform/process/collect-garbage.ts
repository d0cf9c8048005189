import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Runs one garbage collection (some 100 ms): after a start that loaded a catalogue and rendered pictures, V8 would
 * keep that memory for hours, because nothing forces it to free it.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  setFlagsFromString('--no-expose-gc')
}
