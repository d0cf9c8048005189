/**
 * Loads the player library, only when something is to be played. It is a separate chunk and must never be loaded
 * with the home page: it is larger than everything else together.
 */
import type shakaNamespace from 'shaka-player/dist/shaka-player.compiled.js'

import { losesInitOnAbort, reappendInit } from './init-after-abort.ts'
import { registerSavedFilmScheme } from '#player/dom/downloads/saved-film-scheme.ts'

/** The library once it has loaded. */
export type Shaka = typeof shakaNamespace
/** One player of the library. */
export type ShakaPlayer = InstanceType<Shaka['Player']>

let loading: Promise<Shaka> | null = null
/**
 * A silent connection never ends a request: this limit reports the failure before the load as a whole times out.
 */
const limitMs = 15_000

/**
 * Loads the library once; after a failure the next call tries again. Rejects when it does not load within fifteen
 * seconds; a later arrival is used by the next call.
 */
export function loadShaka(): Promise<Shaka> {
  return withinLimit(fetched())
}

async function withinLimit<Value>(value: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the player library did not load in time')), limitMs)
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
