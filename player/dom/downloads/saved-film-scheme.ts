/** Lets the library read what is kept on the device, at addresses of our own scheme; decrypts each part as it is read. */
import type shakaNamespace from 'shaka-player/dist/shaka-player.compiled.js'
import { decrypted } from './film-keys.ts'
import { savedPart } from './saved-parts.ts'
import { savedNameOf, sealOf } from './saved-playlists.ts'

const playlist = 'application/vnd.apple.mpegurl'

/** What is kept at the address, readable; null when it is not here, or its key is not. */
export async function readSaved(uri: string): Promise<ArrayBuffer | null> {
  const name = savedNameOf(uri)
  if (name === null) return null
  const data = await savedPart(name)
  const seal = sealOf(name)
  return data === null || seal === null ? data : decrypted(seal.key, seal.vector, data)
}

/** Tells the library of the scheme; once. */
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
