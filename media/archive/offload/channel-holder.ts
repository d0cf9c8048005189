/**
 * Whose lists agree with what the store has of a channel: `archive/<channel>/holder` is a random number that one disk
 * remembers too. A disk that remembers another one was away meanwhile, and must look up what is there.
 */
import { randomUUID } from 'node:crypto'
import { channelKeys, channelPrefix } from '#media/archive/remote/store-keys.ts'
import { type MediaStore, StoreFailed } from '#media/store/interface/store.ts'
import { readSmall } from './stored-objects.ts'

/** What the store has; undefined when no disk was there yet. */
export async function holderOf(store: MediaStore, channelId: string): Promise<string | undefined> {
  return (await readSmall(store, keyOf(channelId)))?.toString()
}

/** Writes a new one, so that every other disk is outdated; returns it. */
export async function becomeHolder(store: MediaStore, channelId: string): Promise<string> {
  const holder = randomUUID()
  await store.put(keyOf(channelId), Buffer.from(holder))
  // A lost write leaves another one, which is as long.
  if ((await holderOf(store, channelId)) !== holder)
    throw new StoreFailed('unreachable', 'NotStored', keyOf(channelId))
  return holder
}

function keyOf(channelId: string): string {
  return `${channelPrefix(channelId)}${channelKeys.holder}`
}
