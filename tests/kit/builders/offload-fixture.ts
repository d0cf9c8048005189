/** What tests of the archive in a store look at, and the store that fails them. */
import { expect } from 'vitest'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { type StoreCall, type StoreFate, UnreliableStore } from '#tests/kit/models/unreliable-store.ts'
import { minuteMs } from './offloaded-channels.ts'
import { madeUpSegment } from './segments.ts'

export async function keysIn(store: MediaStore): Promise<readonly string[]> {
  const { objects } = await store.list('archive/', { limit: 1000 })
  return objects.map(({ key }) => key)
}

/** Every minute of [fromMs, toMs) is listed, and its bytes are those that were recorded. */
export async function expectPlayable(archive: ChannelArchive, fromMs: number, toMs: number): Promise<void> {
  const shown = archive.window('v', fromMs, toMs)
  expect(shown.filter(({ gap }) => gap)).toEqual([])
  expect(shown.map(({ beginMs }) => beginMs)).toEqual(
    Array.from({ length: (toMs - fromMs) / minuteMs }, (_, at) => fromMs + at * minuteMs),
  )
  for (const { beginMs } of shown)
    expect(await archive.segmentBytes('v', beginMs, 1)).toEqual(madeUpSegment(beginMs, minuteMs))
}

/** A store whose calls end as the test says. */
export function unreliableStore(inner: MediaStore) {
  const fate: { of: (call: StoreCall, key: string) => StoreFate } = { of: () => 'pass' }
  return { inner, fate, store: new UnreliableStore(inner, (call, key) => fate.of(call, key)) }
}
