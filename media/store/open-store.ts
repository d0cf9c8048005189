/** Opens a store by its address. */
import { parseAddress } from './address.ts'
import { openFolderStore } from './folder/folder-store.ts'
import type { Patience } from './interface/retry.ts'
import { type MediaStore, StoreFailed } from './interface/store.ts'
import type { S3Access } from './s3/s3-access.ts'

export interface StoreOptions extends Patience {
  /** Undefined: no keys are set, and an object store cannot be opened. */
  readonly s3: S3Access | undefined
}

/** Nothing is asked yet. Throws `refused` for a wrong address, `wrong_keys` where no keys are set. */
export async function openStore(address: string, { s3, ...patience }: StoreOptions): Promise<MediaStore> {
  const parsed = parseAddress(address)
  if (parsed.kind === 'folder') return openFolderStore(parsed.path)
  if (s3 === undefined) throw new StoreFailed('wrong_keys', 'NoKeys', address)
  // Only here: an installation on a folder does not load the client.
  const { openS3Store } = await import('./s3/s3-store.ts')
  return openS3Store({ ...parsed, access: s3, patience })
}
