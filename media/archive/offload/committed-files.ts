/**
 * Which files of a day the store itself names in `<day>.sha256`: their upload was complete, so they are a part of the
 * archive whatever the lists of this disk say.
 */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { readKey, renditionKeys, renditionPrefix } from '#media/archive/remote/store-keys.ts'
import { type ChunkSums, parseSums } from '#media/archive/remote/stored-chunks.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { objectsIn, readSmall, sizeInStore } from './stored-objects.ts'

/** The store has files of a channel that the lists of this disk do not name: look up what is there. */
export class ListsOutdated extends Error {
  override readonly name = 'ListsOutdated'
}

/** One day of one rendition. */
export interface RenditionDay {
  readonly rendition: string
  readonly day: number
}

/**
 * Whether a file of the store is left alone: this process has let it expire, and its object follows, or it is of the future:
 * a clock was ahead, and what it recorded was forgotten.
 */
export type IsSkipped = (file: RenditionDay & { readonly file: number }) => boolean

/** The files that the store names; `missing` when it names none, `damaged` when its list cannot be read. */
export async function committedSums(
  store: MediaStore,
  channelId: string,
  { rendition, day }: RenditionDay,
): Promise<ChunkSums | 'missing' | 'damaged'> {
  const bytes = await readSmall(store, `${renditionPrefix(channelId, rendition)}${renditionKeys.sums(day)}`)
  if (bytes === undefined) return 'missing'
  return parseSums(bytes.toString())?.sums ?? 'damaged'
}

/**
 * Throws `ListsOutdated` when the store has committed files of a day that the archive does not have and does not skip:
 * a list that is written in place of theirs would lose them.
 */
export async function checkCommitted(
  store: MediaStore,
  archive: ChannelArchive,
  of: RenditionDay,
  isSkipped: IsSkipped,
): Promise<void> {
  const { rendition, day } = of
  const sums = await committedSums(store, archive.channelId, of)
  if (sums === 'missing') return
  const files = sums === 'damaged' ? await listedFiles(store, archive.channelId, of) : [...sums.keys()]
  const prefix = renditionPrefix(archive.channelId, rendition)
  for (const file of files) {
    if (archive.rendition(rendition).files.has(day, file) || isSkipped({ ...of, file })) continue
    // The list also names what expired since it was written.
    const key = `${prefix}${renditionKeys.chunk(day, file)}`
    if ((await sizeInStore(store, key)) !== undefined) throw new ListsOutdated(key)
  }
}

async function listedFiles(store: MediaStore, channelId: string, { rendition, day }: RenditionDay) {
  const prefix = renditionPrefix(channelId, rendition)
  const files: number[] = []
  for await (const { key } of objectsIn(store, `${prefix}${day}-`)) {
    const object = readKey(`${rendition}/${key.slice(prefix.length)}`)
    if (object.kind === 'chunk') files.push(object.file)
  }
  return files
}
