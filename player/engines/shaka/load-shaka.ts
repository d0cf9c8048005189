/**
 * The player library, fetched only when something is to be played. It stands in a chunk of its own and must never
 * come with the home page: it is larger than everything else together.
 */
import type shakaNamespace from 'shaka-player/dist/shaka-player.compiled.js'

import { losesInitOnAbort, reappendInit } from './init-after-abort.ts'
import { registerSavedFilmScheme } from '#player/dom/downloads/saved-film-scheme.ts'

/** The library once it is loaded. */
export type Shaka = typeof shakaNamespace
/** One player of the library. */
export type ShakaPlayer = InstanceType<Shaka['Player']>

let loading: Promise<Shaka> | null = null
/** A line that has fallen silent ends no request: whoever waits is told before the load as a whole counts as lost. */
const limitMs = 15_000

/**
 * Fetches the library once; a failed attempt is forgotten, so that the next one tries again. Rejects when it does not
 * come within fifteen seconds; what comes later is there for the next attempt.
 */
export function loadShaka(): Promise<Shaka> {
  return withinLimit(fetched())
}

async function withinLimit<Value>(value: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the player library did not come in time')), limitMs)
  })
  return Promise.race([value, late]).finally(() => clearTimeout(timer))
}

function fetched(): Promise<Shaka> {
  loading ??= import('shaka-player/dist/shaka-player.compiled.js').then(
    ({ default: shaka }) => {
      shaka.polyfill.installAll()
      if ('SourceBuffer' in globalThis && losesInitOnAbort(navigator)) reappendInit(SourceBuffer.prototype)
      registerSavedFilmScheme(shaka)
      return shaka
    },
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
