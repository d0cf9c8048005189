/** Small requests to the store that the archive's files need. */
import { buffer } from 'node:stream/consumers'
import {
  type Content,
  type MediaStore,
  type PutResult,
  StoreFailed,
  type StoredObject,
} from '#media/store/interface/store.ts'

const pageSize = 1000
/** A million objects: a channel with three renditions has as many in six years. */
const maxPages = 1000
const maxSmallBytes = 64 * 1024 * 1024

/** Puts an object and looks whether the store has it: a write may be acknowledged and lost. */
export async function putVerified(
  store: MediaStore,
  key: string,
  content: Content,
  bytes: number,
): Promise<PutResult> {
  const result = await store.put(key, content)
  if (result.bytes !== bytes) throw new StoreFailed('corrupt', 'NotWhole', key)
  if ((await sizeInStore(store, key)) !== bytes) throw new StoreFailed('unreachable', 'NotStored', key)
  return result
}

/** The same of a text. */
export async function putText(store: MediaStore, key: string, text: string): Promise<void> {
  const content = Buffer.from(text)
  await putVerified(store, key, content, content.length)
}

/** Undefined when there is no such object. */
export async function sizeInStore(store: MediaStore, key: string): Promise<number | undefined> {
  return orMissing(async () => (await store.head(key)).bytes)
}

/** A whole small object, such as an index; undefined when there is none. */
export async function readSmall(store: MediaStore, key: string): Promise<Buffer | undefined> {
  return orMissing(() => buffer(store.read(key, { begin: 0, end: maxSmallBytes })))
}

/** All objects of a prefix, in pages. */
export async function* objectsIn(store: MediaStore, prefix: string): AsyncGenerator<StoredObject> {
  let after: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const { objects, isCut } = await store.list(prefix, {
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    })
    yield* objects
    after = objects.at(-1)?.key
    if (!isCut || after === undefined) return
  }
  throw new StoreFailed('refused', 'TooManyObjects', prefix)
}

async function orMissing<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreFailed && error.failure === 'not_found') return undefined
    throw error
  }
}
