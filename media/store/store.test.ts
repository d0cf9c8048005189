/** One suite for both drivers: a folder of the disk, and an object store over HTTP. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startObjectStore, type ObjectStore } from '#tests/kit/emulators/object-store.ts'
import { openStore, type StoreOptions } from './open-store.ts'
import { type ByteRange, type MediaStore, StoreFailed } from './interface/store.ts'

let server: ObjectStore
let dir = ''
const opened: MediaStore[] = []
beforeAll(async () => {
  server = await startObjectStore(['ekran', 'other'])
  dir = await mkdtemp(join(tmpdir(), 'ekran-store-'))
})
afterEach(() => server.fault('all', 'none'))
afterAll(async () => {
  for (const store of opened) store.close()
  await server.stop()
  await rm(dir, { recursive: true })
})

const pauses: number[] = []
async function open(address: string, more: Partial<StoreOptions> = {}): Promise<MediaStore> {
  const store = await openStore(address, {
    ...{ s3: server.access, patienceMs: 60_000, signal: new AbortController().signal },
    wait: async (ms) => {
      pauses.push(ms)
    },
    ...more,
  })
  opened.push(store)
  return store
}
const textOf = async (store: MediaStore, key: string, range?: ByteRange) =>
  (await buffer(store.read(key, range))).toString()
const failing = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof StoreFailed)) throw new Error('it is refused by the store', { cause: error })
  return { failure: error.failure, reason: error.reason }
}
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
async function* piecesOf(content: Uint8Array, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
let count = 0
const drivers = {
  folder: () => open(join(dir, `store-${(count += 1)}`)),
  's3 with a prefix': () => open(`s3://ekran/of tests/store-${(count += 1)}`),
}

describe.each(Object.entries(drivers))('[STORE-01] a store: %s', (_name, create) => {
  it('has what was put, whole and in ranges', async () => {
    const store = await create()
    const content = Buffer.from('0123456789')
    expect(await store.put('a/b.bin', content)).toEqual({ bytes: 10, sha256: sha256(content) })
    expect(await store.head('a/b.bin')).toEqual({ key: 'a/b.bin', bytes: 10 })
    expect(await textOf(store, 'a/b.bin')).toBe('0123456789')
    expect(await textOf(store, 'a/b.bin', { begin: 0, end: 1 })).toBe('0')
    expect(await textOf(store, 'a/b.bin', { begin: 4, end: 8 })).toBe('4567')
    expect(await textOf(store, 'a/b.bin', { begin: 8, end: 100 })).toBe('89')
    expect(await textOf(store, 'a/b.bin', { begin: 3, end: 3 })).toBe('')
    expect(await textOf(store, 'a/b.bin', { begin: 10, end: 12 })).toBe('')
    await store.put('a/b.bin', Buffer.from('new'))
    expect(await textOf(store, 'a/b.bin')).toBe('new')
    await store.put('empty', Buffer.alloc(0))
    expect(await textOf(store, 'empty')).toBe('')
  })

  it('takes a stream of any length, also one of more than a part', async () => {
    const store = await create()
    const content = randomBytes(33_600_001)
    const result = await store.put('long', piecesOf(content, 777_777), { sha256: sha256(content) })
    expect(result).toEqual({ bytes: content.length, sha256: sha256(content) })
    expect(sha256(await buffer(store.read('long')))).toBe(result.sha256)
    const end = content.length - 5
    const part = await buffer(store.read('long', { begin: 17_000_000, end }))
    expect(part.equals(content.subarray(17_000_000, end))).toBe(true)
  })

  it('ends a read with its signal', async () => {
    const store = await create()
    await store.put('one', randomBytes(3_000_000))
    const stop = new AbortController()
    const reading = async () => {
      for await (const _ of store.read('one', undefined, stop.signal)) stop.abort(new Error('too late'))
    }
    await expect(reading()).rejects.toThrow()
    await expect(buffer(store.read('one', undefined, stop.signal))).rejects.toThrow()
    expect(await buffer(store.read('one'))).toHaveLength(3_000_000)
  })

  it('has names of every kind', async () => {
    const store = await create()
    const names = ['Oʻzbekcha/файл 1.ts', 'a+b&c=d?#%25.m4s', "x'(1)!*~", 'a<b>"c"', '😀']
    for (const name of names) await store.put(name, Buffer.from(name))
    for (const name of names) expect(await textOf(store, name)).toBe(name)
    const { objects } = await store.list('', { limit: 10 })
    expect(objects.map(({ key }) => key).toSorted()).toEqual(names.toSorted())
    for (const name of ['../out', '/root', 'a//b', 'a/./b', '', 'a/', 'nul\0', 'x'.repeat(901)])
      expect(await failing(store.put(name, Buffer.from('x')))).toEqual({
        failure: 'refused',
        reason: 'InvalidKey',
      })
  })

  it('stores nothing of a content that is not as announced, or that breaks off', async () => {
    const store = await create()
    await store.put('one', Buffer.from('former'))
    const short = store.put('one', Buffer.from('x'), { sha256: sha256(Buffer.from('y')) })
    expect(await failing(short)).toEqual({ failure: 'corrupt', reason: 'BadDigest' })
    const long = store.put('one', piecesOf(randomBytes(20_000_000), 1_000_000), {
      sha256: sha256(Buffer.from('y')),
    })
    expect(await failing(long)).toMatchObject({ failure: 'corrupt' })
    const broken = new Error('the disk of the source broke')
    const breaking = async function* () {
      yield randomBytes(20_000_000)
      throw broken
    }
    expect(await store.put('one', breaking()).catch((error: unknown) => error)).toBe(broken)
    expect(await textOf(store, 'one')).toBe('former')
    expect(await store.names('')).toEqual(['one'])
  })

  it('puts a new object only, where this is asked for', async () => {
    const store = await create()
    await store.put('one', Buffer.from('first'), { onlyNew: true })
    expect(await failing(store.put('one', Buffer.from('second'), { onlyNew: true }))).toMatchObject({
      failure: 'exists',
    })
    expect(await textOf(store, 'one')).toBe('first')
  })

  it('lists by prefix, in order, in bounded pages', async () => {
    const store = await create()
    for (const key of ['b/2', 'b/1', 'a', 'b-1', 'b/c/3', 'ba']) await store.put(key, Buffer.from(key))
    const keysOf = async (prefix: string, limit: number, after?: string) => {
      const { objects, isCut } = await store.list(prefix, {
        limit,
        ...(after === undefined ? {} : { after }),
      })
      return { keys: objects.map(({ key }) => key), isCut }
    }
    expect(await keysOf('', 10)).toEqual({ keys: ['a', 'b-1', 'b/1', 'b/2', 'b/c/3', 'ba'], isCut: false })
    expect(await keysOf('b/', 2)).toEqual({ keys: ['b/1', 'b/2'], isCut: true })
    expect(await keysOf('b/', 2, 'b/2')).toEqual({ keys: ['b/c/3'], isCut: false })
    expect(await keysOf('b', 3)).toEqual({ keys: ['b-1', 'b/1', 'b/2'], isCut: true })
    expect(await keysOf('nothing/', 10)).toEqual({ keys: [], isCut: false })
    expect((await store.list('b/', { limit: 1 })).objects).toEqual([{ key: 'b/1', bytes: 3 }])
    expect(await store.names('')).toEqual(['a', 'b-1', 'b/', 'ba'])
    expect(await store.names('b/')).toEqual(['1', '2', 'c/'])
    expect(await store.names('nothing/')).toEqual([])
  })

  it('deletes one, and all of a prefix, and nothing else', async () => {
    const store = await create()
    for (const key of ['a/1', 'a/b/2', 'ab', 'c']) await store.put(key, Buffer.from(key))
    await store.delete('c')
    await store.delete('c')
    await store.deleteAll('a/')
    await store.deleteAll('a/')
    expect((await store.list('', { limit: 10 })).objects).toEqual([{ key: 'ab', bytes: 2 }])
    for (const prefix of ['', 'a', '../', '/'])
      expect(await failing(store.deleteAll(prefix))).toMatchObject({ failure: 'refused' })
    for (const work of [() => store.head('c'), () => textOf(store, 'c'), () => store.head('a')])
      expect(await failing(work())).toMatchObject({ failure: 'not_found' })
  })
})

describe('[STORE-01] a folder', () => {
  it('shows no file that is being written, and deletes what an interrupted one left', async () => {
    const store = await open(join(dir, 'left'))
    await store.put('a/1', Buffer.from('1'))
    await writeFile(join(dir, 'left/a/.part-of-a-process-that-ended'), 'half')
    expect(await store.names('a/')).toEqual(['1'])
    expect((await store.list('', { limit: 10 })).objects).toHaveLength(1)
    await store.deleteUnfinished('a/')
    expect(await readdir(join(dir, 'left/a'))).toEqual(['1'])
    await writeFile(join(dir, 'left/a/.part-of-a-process-that-ended'), 'half')
    await store.deleteAll('a/')
    expect(await readdir(join(dir, 'left'))).toEqual([])
  })
})

describe('[STORE-01] an object store that fails', () => {
  it('is asked again with growing pauses, and nothing is lost', async () => {
    const store = await open('s3://ekran/failing')
    for (const fault of ['down', 'error', 'slow_down', 'lose_answer', 'lose_write'] as const) {
      pauses.length = 0
      await server.fault('write', fault, 3)
      await store.put(fault, Buffer.from(fault))
      expect(pauses).toEqual([250, 500, 1000])
      await server.fault('read', fault === 'lose_write' ? 'error' : fault, 2)
      expect(await textOf(store, fault)).toBe(fault)
    }
    await server.fault('delete', 'lose_answer', 1)
    await store.delete('down')
    expect(await store.names('')).toEqual(['error', 'lose_answer', 'lose_write', 'slow_down'])
  })

  it('loses no part of a long upload, and its answer may be lost at every step', async () => {
    const store = await open('s3://ekran/long')
    const content = randomBytes(17_000_000)
    for (const fault of ['lose_answer', 'error'] as const)
      for (const part of ['begin', 'write', 'complete'] as const) {
        await server.fault(part, fault, 1)
        const { sha256: stored } = await store.put('one', piecesOf(content, 8_500_000))
        expect(stored).toBe(sha256(content))
        expect(sha256(await buffer(store.read('one')))).toBe(stored)
      }
  })

  it('is given up when the patience is over, and at once for what will not pass', async () => {
    const store = await open('s3://ekran/given-up', { patienceMs: 1000 })
    pauses.length = 0
    await server.fault('all', 'slow_down')
    expect(await failing(store.put('a', Buffer.from('a')))).toEqual({
      failure: 'unreachable',
      reason: 'SlowDown',
    })
    expect(pauses).toEqual([250, 500, 250])
    pauses.length = 0
    await server.fault('all', 'denied')
    expect(await failing(store.put('a', Buffer.from('a')))).toEqual({
      failure: 'denied',
      reason: 'AccessDenied',
    })
    await server.fault('all', 'skewed')
    expect(await failing(store.put('a', Buffer.from('a')))).toMatchObject({ failure: 'wrong_clock' })
    expect(pauses).toEqual([])
  })

  it('stops at once with its process', async () => {
    const stop = new AbortController()
    const store = await open('s3://ekran/stopped', {
      signal: stop.signal,
      wait: async () => stop.abort(new Error('the process is stopping')),
    })
    await server.fault('all', 'down')
    await expect(store.put('a', Buffer.from('a'))).rejects.toThrow('the process is stopping')
    await expect(buffer(store.read('a'))).rejects.toThrow('the process is stopping')
  })

  it('goes on where a connection broke in the middle of an object, and notices another object', async () => {
    const store = await open('s3://ekran/cut')
    const content = randomBytes(300_000)
    await store.put('one', content)
    await server.fault('read', 'cut_body', 3)
    expect((await buffer(store.read('one'))).equals(content)).toBe(true)
    await server.fault('read', 'cut_body', 2)
    const part = await buffer(store.read('one', { begin: 10, end: 200_000 }))
    expect(part.equals(content.subarray(10, 200_000))).toBe(true)
    await server.fault('read', 'cut_body', 1)
    const replaced = async () => {
      let isFirst = true
      for await (const _ of store.read('one')) {
        if (isFirst) await store.put('one', randomBytes(300_000))
        isFirst = false
      }
    }
    expect(await failing(replaced())).toEqual({ failure: 'corrupt', reason: 'Changed' })
  })

  it('keeps no parts of an upload that was given up, and deletes those it could not', async () => {
    const store = await open('s3://ekran/parts', { patienceMs: 0 })
    const pieces = async function* (part: 'write' | 'all') {
      yield randomBytes(17_000_000)
      await server.fault(part, 'error')
      yield randomBytes(17_000_000)
    }
    expect(await failing(store.put('kept/no', pieces('write')))).toMatchObject({ failure: 'unreachable' })
    const uploads = async () => {
      const { uploads: all } = await server.stored('ekran')
      return all.filter((key) => key.startsWith('parts/'))
    }
    expect(await uploads()).toEqual([])
    await server.fault('all', 'none')
    await failing(store.put('kept/yes', pieces('all')))
    expect(await uploads()).toEqual(['parts/kept/yes'])
    await server.fault('all', 'none')
    await store.put('kept/no', Buffer.from('whole'))
    await store.deleteUnfinished('kept/')
    expect(await uploads()).toEqual([])
    expect(await store.names('kept/')).toEqual(['no'])
    await failing(store.put('kept/yes', pieces('all')))
    await server.fault('all', 'none')
    await store.deleteAll('kept/')
    expect(await uploads()).toEqual([])
  })
})

describe('[STORE-01] an object store is refused', () => {
  const refusalOf = async (address: string, s3 = server.access) => {
    const store = await open(address, { s3 })
    return failing(store.list('', { limit: 1 }))
  }
  it('with other keys, and with no keys', async () => {
    const { access } = server
    expect(await refusalOf('s3://ekran', { ...access, secret: 'x'.repeat(40) })).toEqual({
      ...{ failure: 'wrong_keys', reason: 'SignatureDoesNotMatch' },
    })
    expect(await refusalOf('s3://ekran', { ...access, keyId: 'OTHER' })).toEqual({
      ...{ failure: 'wrong_keys', reason: 'InvalidAccessKeyId' },
    })
    expect(await failing(open('s3://ekran', { s3: undefined }))).toEqual({
      failure: 'wrong_keys',
      reason: 'NoKeys',
    })
  })

  it('without its bucket, and where nothing listens', async () => {
    expect(await refusalOf('s3://no-such-bucket')).toEqual({ failure: 'no_bucket', reason: 'NoSuchBucket' })
    const store = await open('s3://ekran', { s3: { ...server.access, endpoint: 'http://127.0.0.1:9' } })
    expect(await failing(store.head('a'))).toEqual({ failure: 'unreachable', reason: 'ECONNREFUSED' })
  })

  it('for an address that is none', async () => {
    for (const address of [
      's3:',
      's3://',
      's3:/ekran',
      's3://A',
      's3://ekran/../x',
      's3://ekran//x',
      'S3://ekran',
    ])
      expect(await failing(open(address))).toMatchObject({ failure: 'refused' })
    expect(await (await open('s3://ekran/')).names('')).not.toEqual([])
  })
})
