/** Takes over from the store what stays beyond a channel's depth: it must be there before anything that may expire. */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { channelKeys, channelPrefix } from '#media/archive/remote/store-keys.ts'
import type { RetainedWindow } from '#media/archive/retained-windows.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { readSmall } from './stored-objects.ts'

/** Adds the store's protected fragments and retained windows to those of this disk. */
export async function adoptLists(
  store: MediaStore,
  { channelId, fragments, retained }: ChannelArchive,
): Promise<void> {
  const prefix = channelPrefix(channelId)
  const own = new Set(fragments.all.map(({ beginMs, endMs }) => `${beginMs} ${endMs}`))
  for (const one of await readWindows(store, `${prefix}${channelKeys.fragments}`)) {
    if (own.has(`${one.beginMs} ${one.endMs}`)) continue
    const response = fragments.add({ ...one, name: one.name ?? '' })
    if (response.kind === 'refused') throw new Error(`a protected fragment of the store: ${response.reason}`)
  }
  const windows = await readWindows(store, `${prefix}${channelKeys.retained}`)
  // A list that cannot be read protects everything until it is replaced.
  if (windows.length > 0 && retained.isReadable) retained.replace([...retained.all, ...windows])
}

async function readWindows(
  store: MediaStore,
  key: string,
): Promise<readonly (RetainedWindow & { readonly name?: string })[]> {
  const bytes = await readSmall(store, key)
  if (bytes === undefined) return []
  const list = JSON.parse(bytes.toString()) as (RetainedWindow & { name?: string })[]
  if (!Array.isArray(list)) throw new Error(`${key} is no list`)
  return list
}
