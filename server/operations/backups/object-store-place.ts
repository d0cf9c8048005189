/** Whether an object store can take backups of this installation: tried by writing, and marked as its own. */
import { timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { claimStore } from '#media/store/claim-store.ts'
import { openStore } from '#media/store/open-store.ts'
import { type MediaStore, StoreFailed } from '#media/store/interface/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { loadInstallationId } from '#server/platform/installation/installation.ts'
import { systemRandom, uuid } from '#server/platform/primitives/ids.ts'
import { namingProblems, type OpeningStore } from './backup-location.ts'
import { BackupFailed } from './backup-problem.ts'

const triedBytes = 4096

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
        const isOwn = await claimStore(store, await loadInstallationId(db, systemRandom))
        if (!isOwn) throw new BackupFailed('store_foreign', place)
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
