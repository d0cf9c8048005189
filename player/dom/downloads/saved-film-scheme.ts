/**
 * Lets the player library read downloads at addresses with a scheme of our own; each part is decrypted as it is read.
 */
import type shakaNamespace from 'shaka-player/dist/shaka-player.compiled.js'
import { readSavedFile } from './saved-file.ts'

const playlist = 'application/vnd.apple.mpegurl'

/** Registers the scheme with the library; once. */
export function registerSavedFilmScheme(shaka: typeof shakaNamespace): void {
  const { AbortableOperation, Error: ShakaError } = shaka.util
  shaka.net.NetworkingEngine.registerScheme('kept', (uri, request) => {
    const answered = async () => {
      const data = await readSavedFile(uri)
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
