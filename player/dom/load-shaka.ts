/**
 * The player library, fetched only when something is to be played. It stands in a chunk of its own and must never
 * come with the home page: it is larger than everything else together.
 */
import type shakaNamespace from 'shaka-player/dist/shaka-player.compiled.js'

import { serveKept } from './kept-scheme.ts'

export type Shaka = typeof shakaNamespace
export type ShakaPlayer = InstanceType<Shaka['Player']>

let loading: Promise<Shaka> | null = null

/** Fetches the library once; a failed attempt is forgotten, so that the next one tries again. */
export function loadShaka(): Promise<Shaka> {
  loading ??= import('shaka-player/dist/shaka-player.compiled.js').then(
    ({ default: shaka }) => {
      shaka.polyfill.installAll()
      serveKept(shaka)
      return shaka
    },
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
