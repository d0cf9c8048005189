/** Where the bytes of uploads are until they are complete. */
import { join } from 'node:path'

/** Hidden, so that no scan of the folder sees it; on the same disk as the films. */
export function partsFolder(folder: string): string {
  return join(folder, '.uploads')
}

export function partPath({
  folder,
  upload_id: id,
}: {
  readonly folder: string
  readonly upload_id: string
}): string {
  return join(partsFolder(folder), `${id}.part`)
}
