/** Whether an object store can take backups of this installation: tried by writing, and marked as its own. */
import { timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { openStore } from '#media/store/open-store.ts'
import { type MediaStore, StoreFailed } from '#media/store/interface/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { loadInstallationId } from '#server/platform/installation/installation.ts'
import { systemRandom, uuid } from '#server/platform/primitives/ids.ts'
import { namingProblems, type OpeningStore } from './backup-location.ts'
import { BackupFailed } from './backup-problem.ts'

const markName = 'ekran-installation.json'
const Mark = z.object({ installation: z.string() })
const [longestMark, triedBytes] = [1000, 4096]

/**
 * Throws `BackupFailed` with what is wrong. Writes, reads and deletes an object; the place belongs from then on to this
 * installation, and is refused to others.
 */
export async function checkObjectStore(
  db: Db,
  place: string,
  { patienceMs = 0, ...options }: OpeningStore,
): Promise<void> {
  const { signal } = options
  try {
    await namingProblems(place, async () => {
      const store = await openStore(place, { patienceMs, ...options })
      try {
        await claim(store, await loadInstallationId(db, systemRandom), place)
        await tryWriting(store)
      } finally {
        store.close()
      }
    })
  } catch (error) {
    if (signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
      throw new BackupFailed('store_unreachable', `${place} (timeout)`, { cause: error })
    throw error
  }
}

/** A mark that is there stays: of two installations at once, only one reads its own. */
async function claim(store: MediaStore, installation: string, place: string): Promise<void> {
  const mark = Buffer.from(JSON.stringify({ installation }))
  if ((await readMark(store)) === undefined)
    await store.put(markName, mark, { onlyNew: true }).catch((error: unknown) => {
      if (!(error instanceof StoreFailed) || error.failure !== 'exists') throw error
    })
  const read = z.safeParse(Mark, parsed(await readMark(store)))
  if (!read.success || read.data.installation !== installation) throw new BackupFailed('store_foreign', place)
}

async function readMark(store: MediaStore): Promise<string | undefined> {
  try {
    return (await buffer(store.read(markName, { begin: 0, end: longestMark }))).toString()
  } catch (error) {
    if (error instanceof StoreFailed && error.failure === 'not_found') return undefined
    throw error
  }
}

async function tryWriting(store: MediaStore): Promise<void> {
  const prefix = `ekran-try-${uuid(systemRandom)}/`
  const key = `${prefix}object`
  const content = Buffer.from(systemRandom(triedBytes))
  await store.put(key, content)
  let read: Buffer
  try {
    read = await buffer(store.read(key))
  } finally {
    // As a backup is deleted: that needs more rights.
    await store.deleteAll(prefix)
  }
  if (read.length !== content.length || !timingSafeEqual(read, content))
    throw new StoreFailed('refused', 'NotTheSame', key)
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
