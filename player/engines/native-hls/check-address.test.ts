import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { diagnoseAddress, playlistTimesAt } from './check-address.ts'

const address = 'https://tv.example/p/ticket/live.m3u8'
/** MEDIA_ERR_NETWORK and MEDIA_ERR_SRC_NOT_SUPPORTED of a video element. */
const [networkError, unsupported] = [2, 4]

/** The response for each address; a missing one is a lost connection. */
let responses: Readonly<Record<string, Response>> = {}
beforeEach(() => {
  responses = {}
  vi.stubGlobal('location', { href: 'https://tv.example/channel/5' })
  vi.stubGlobal('fetch', async (url: string) => {
    const response = responses[url]
    if (response === undefined) throw new TypeError('the connection is lost')
    return response
  })
})
afterEach(() => void vi.unstubAllGlobals())

function answer(status: number, text = '') {
  responses = { [address]: new Response(text, { status }) }
}

describe('[PLAYER-07] the cause of a video element’s error', () => {
  it.each([401, 403, 410])('is an expired address for status %d', async (status) => {
    answer(status)
    expect(await diagnoseAddress(address, unsupported)).toEqual({
      failure: 'address_expired',
      httpStatus: status,
      engineCode: unsupported,
    })
  })

  it('is an unreachable source without a connection, or while the server fails', async () => {
    expect((await diagnoseAddress(address, networkError)).failure).toBe('source_unreachable')
    for (const status of [400, 500, 503]) {
      answer(status)
      expect(await diagnoseAddress(address, unsupported)).toMatchObject({
        failure: 'source_unreachable',
        httpStatus: status,
      })
    }
  })

  it('is the network where the address itself works', async () => {
    answer(200, '#EXTM3U')
    expect((await diagnoseAddress(address, networkError)).failure).toBe('source_unreachable')
  })

  it('is the stream itself where the address and the network work', async () => {
    answer(200, '#EXTM3U')
    expect(await diagnoseAddress(address, unsupported)).toEqual({
      failure: 'stream_broken',
      httpStatus: null,
      engineCode: unsupported,
    })
  })
})

describe('the wall clock of a playlist', () => {
  const master =
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/720.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nv/1080.m3u8\n'
  const media = 'https://tv.example/p/ticket/v/720.m3u8'

  it('[GUIDE-04] starts with the first segment of the first variant', async () => {
    const text = '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-01-15T12:00:00.000Z\n#EXTINF:2,\na.m4s\n'
    responses = { [address]: new Response(master), [media]: new Response(text) }
    expect(await playlistTimesAt(address)).toEqual({ beginMs: Date.UTC(2026, 0, 15, 12), holes: [] })
  })

  it.each([
    ['a connection is lost', {}],
    ['it is no playlist', { [address]: '<html></html>' }],
    ['its variant is not there', { [address]: master }],
    ['its variant has no time of day', { [address]: master, [media]: '#EXTM3U\n#EXTINF:2,\na.m4s' }],
    ['its time of day is none', { [address]: master, [media]: '#EXT-X-PROGRAM-DATE-TIME:noon' }],
  ])('is unknown when %s', async (_when, texts: Readonly<Record<string, string>>) => {
    responses = Object.fromEntries(Object.entries(texts).map(([url, text]) => [url, new Response(text)]))
    expect(await playlistTimesAt(address)).toEqual({ beginMs: null, holes: [] })
  })
})
