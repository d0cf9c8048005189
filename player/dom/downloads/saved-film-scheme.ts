/**
 * Lets the player library read downloads at addresses with a scheme of our own; decrypts each part as it is read.
 */
import type shakaNamespace from 'shaka-player/dist/shaka-player.compiled.js'
import { decrypted } from './film-keys.ts'
import { savedPart } from './saved-parts.ts'
import { savedNameOf, sealOf } from './saved-playlists.ts'

const playlist = 'application/vnd.apple.mpegurl'

/** The decrypted content at the address; null when it or its key is not stored. */
export async function readSaved(uri: string): Promise<ArrayBuffer | null> {
  const name = savedNameOf(uri)
  if (name === null) return null
  const data = await savedPart(name)
  const seal = sealOf(name)
  return data === null || seal === null ? data : decrypted(seal.key, seal.vector, data)
}

/** Registers the scheme with the library; once. */
export function registerSavedFilmScheme(shaka: typeof shakaNamespace): void {
  const { AbortableOperation, Error: ShakaError } = shaka.util
  shaka.net.NetworkingEngine.registerScheme('kept', (uri, request) => {
    const answered = async () => {
      const data = await readSaved(uri)
      if (data === null) {
        const { Severity, Category, Code } = ShakaError
        throw new ShakaError(Severity.CRITICAL, Category.NETWORK, Code.HTTP_ERROR, uri)
      }
      const headers: Record<string, string> = uri.endsWith('.m3u8') ? { 'content-type': playlist } : {}
      return { uri, originalUri: uri, data, headers, originalRequest: request, fromCache: true }
    }
    return AbortableOperation.notAbortable(answered())
  })
}
