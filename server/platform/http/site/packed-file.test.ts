import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MadeEncodings, PackedFile } from './packed-file.ts'

const text = Buffer.from('export const a = 1\n'.repeat(200))
const file = (more: Partial<ConstructorParameters<typeof PackedFile>[0]> = {}) =>
  new PackedFile({
    address: '/assets/main.js',
    bytes: text,
    packed: undefined,
    isCompressible: true,
    made: new MadeEncodings(),
    ...more,
  })

describe('a file of a built client', () => {
  it('is the same in every encoding, packed by the build or not', async () => {
    for (const packed of [undefined, brotliCompressSync(text)]) {
      const one = file({ packed })
      expect(one.encodings).toEqual({ br: true, gzip: true })
      expect(await one.in('identity')).toEqual(text)
      expect(brotliDecompressSync(await one.in('br'))).toEqual(text)
      expect(gunzipSync(await one.in('gzip'))).toEqual(text)
      expect(one.etag).toBe(file().etag)
    }
  })

  it('that is small or compressed already is sent as it is, unless the build has packed it', () => {
    expect(file({ bytes: text.subarray(0, 100) }).encodings).toEqual({ br: false, gzip: false })
    expect(file({ isCompressible: false }).encodings).toEqual({ br: false, gzip: false })
    const small = { bytes: text.subarray(0, 100), packed: brotliCompressSync(text.subarray(0, 100)) }
    expect(file(small).encodings).toEqual({ br: true, gzip: false })
  })
})

describe('made encodings', () => {
  it('are made once, and forgotten when others need the room', async () => {
    const made = new MadeEncodings(250)
    const calls: string[] = []
    const make = (name: string) => async () => {
      calls.push(name)
      return Buffer.alloc(100)
    }
    await Promise.all([made.get('a', make('a')), made.get('a', make('a'))])
    await made.get('b', make('b'))
    await made.get('a', make('a'))
    await made.get('c', make('c'))
    expect([calls, made.bytes]).toEqual([['a', 'b', 'c'], 200])
    await made.get('a', make('a'))
    await made.get('b', make('b'))
    expect(calls).toEqual(['a', 'b', 'c', 'b'])
  })

  it('that failed are made again', async () => {
    const made = new MadeEncodings()
    await expect(made.get('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect((await made.get('a', async () => Buffer.from('x'))).toString()).toBe('x')
  })
})
