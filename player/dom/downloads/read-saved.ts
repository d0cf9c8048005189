/** Reads a file of a download and decrypts it. */
import { decrypted } from './film-keys.ts'
import { savedNameOf } from './saved-address.ts'
import { savedPart } from './saved-parts.ts'
import { sealOf } from './saved-playlists.ts'

/** The decrypted content at the address; null when it or its key is not stored. */
export async function readSaved(uri: string): Promise<ArrayBuffer | null> {
  const name = savedNameOf(uri)
  if (name === null) return null
  const data = await savedPart(name)
  const seal = sealOf(name)
  return data === null || seal === null ? data : decrypted(seal.key, seal.vector, data)
}
