import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPictures } from '#server/pictures/pictures.ts'
import type { Log } from '#server/platform/log/log.ts'

const maxPictureBytes = 25 * 1024 * 1024

/** Stores the picture of a file; its version, or undefined for what is no picture that can be read. */
export async function readPicture(dataDir: string, log: Log, path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined)
  if (facts?.isFile() !== true || facts.size > maxPictureBytes) return undefined
  const pictures = await openPictures({ dir: join(dataDir, 'images'), log })
  const stored = await pictures.store(await readFile(path)).catch(() => undefined)
  return stored?.kind === 'stored' ? stored.version : undefined
}
