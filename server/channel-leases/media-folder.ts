/** Small files of the media folder: its own id, and for each node the claim of another one that wants its channels. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderClaims } from './offline-permission.ts'
import { claimLimitMs } from './times.ts'

const idFile = 'folder-id'
const claimFile = 'folder-claim'
const idForm = /^[\da-f-]{36}$/

/** The id of a media folder, made when it has none. Of several processes that make one at once all get the same. */
export async function folderIdOf(mediaDir: string): Promise<string> {
  await mkdir(mediaDir, { recursive: true })
  const path = join(mediaDir, idFile)
  const stored = await readIfThere(path)
  if (idForm.test(stored)) return stored
  const own = `${path}-${randomUUID()}`
  await writeFile(own, randomUUID(), { flush: true })
  // A file that is damaged is replaced; one that another process has just made is not.
  if (stored !== '') await rm(path, { force: true })
  await link(own, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(own, { force: true })
  return readFile(path, 'utf8')
}

/**
 * The claims in a media folder. A claim is written over in place and opened again for each look: a file system of the network then
 * shows what another machine has written.
 */
export function claimsOf(mediaDir: string): FolderClaims {
  const shared = join(mediaDir, claimFile)
  const pathOf = (nodeId: string) => {
    if (!idForm.test(nodeId)) throw new Error(`node id ${nodeId}`)
    return `${shared}-${nodeId}`
  }
  return {
    read: async (nodeId) => limited(readIfThere(pathOf(nodeId))),
    write: async (nodeId, by) => limited(writeOver(pathOf(nodeId), by)),
    remove: async (nodeId) => limited(rm(pathOf(nodeId), { force: true })),
    readShared: () => limited(readIfThere(shared)),
    writeShared: (by) => limited(writeOver(shared, by)),
  }
}

async function writeOver(path: string, text: string): Promise<void> {
  await using file = await open(path, 'a+')
  await file.truncate(0)
  await file.appendFile(text)
  await file.sync()
}

async function readIfThere(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** A disk of the network may never answer. */
function limited<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the media folder does not answer')), claimLimitMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
