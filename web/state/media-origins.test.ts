import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as mediaOrigins from './media-origins.ts'

type MediaOrigins = typeof mediaOrigins
let { edgeParameters, mediaAddress }: MediaOrigins = mediaOrigins

const edge = 'https://edge1.example.uz'
const address = `${edge}/p/ticket/live/1/master.m3u8?x=1`

function openPage({ origins = '', app }: { readonly origins?: string; readonly app?: object }): void {
  vi.stubGlobal('location', { href: 'https://tv.example.uz/channels', origin: 'https://tv.example.uz' })
  const meta = origins === '' ? null : { getAttribute: () => origins }
  vi.stubGlobal('document', { querySelector: () => meta })
  vi.stubGlobal('ekranApp', app)
  vi.stubGlobal('navigator', { onLine: true })
}

beforeEach(async () => {
  vi.useFakeTimers()
  // What it avoids is its own for each page.
  vi.resetModules()
  ;({ edgeParameters, mediaAddress } = await import('./media-origins.ts'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an address at an edge', () => {
  it('is requested and used by a page whose policy names the edge', () => {
    openPage({ origins: `https://edge2.example.uz ${edge}` })
    expect(edgeParameters()).toEqual({ edges: 1 })
    expect(mediaAddress(address)).toBe(address)
    expect(mediaAddress('/p/ticket/film/a/master.m3u8')).toBe(
      'https://tv.example.uz/p/ticket/film/a/master.m3u8',
    )
  })

  it('is used at the server by a page that was opened before the edge existed', () => {
    openPage({ origins: 'https://edge2.example.uz' })
    expect(mediaAddress(address)).toBe('https://tv.example.uz/p/ticket/live/1/master.m3u8?x=1')
  })

  it('is not requested by a page that knows no edge', () => {
    openPage({})
    expect(edgeParameters()).toEqual({})
    expect(edgeParameters(address)).toEqual({})
  })

  it('is requested by a packaged app, which has no policy', () => {
    openPage({ app: { platform: 'webos', version: '1.0.0', name: 'Ekran', server: 'https://tv.example.uz' } })
    expect(edgeParameters()).toEqual({ edges: 1 })
    expect(mediaAddress(address)).toBe(address)
  })

  it('is neither requested nor used by a package for Samsung, which may reach its own server only', () => {
    openPage({ app: { platform: 'tizen', version: '1.0.0', name: 'Ekran', server: 'https://tv.example.uz' } })
    expect(edgeParameters()).toEqual({})
    expect(mediaAddress(address)).toBe('https://tv.example.uz/p/ticket/live/1/master.m3u8?x=1')
  })

  it('names an edge that was not reached, for a while, and never the server itself', () => {
    openPage({ origins: edge })
    expect(edgeParameters('https://tv.example.uz/p/t/live/1/master.m3u8')).toEqual({ edges: 1 })
    expect(edgeParameters(address)).toEqual({ edges: 1, failed_edge: edge })
    expect(edgeParameters()).toEqual({ edges: 1, failed_edge: edge })
    vi.advanceTimersByTime(11 * 60_000)
    expect(edgeParameters()).toEqual({ edges: 1 })
  })

  it('is not blamed while the device itself has no network', () => {
    openPage({ origins: edge })
    vi.stubGlobal('navigator', { onLine: false })
    expect(edgeParameters(address)).toEqual({ edges: 1 })
    vi.stubGlobal('navigator', { onLine: true })
    expect(edgeParameters(address)).toEqual({ edges: 1, failed_edge: edge })
  })

  it('is not requested while two edges are avoided: the site itself gives the media', () => {
    openPage({ origins: `${edge} https://edge2.example.uz` })
    expect(edgeParameters(address)).toEqual({ edges: 1, failed_edge: edge })
    expect(edgeParameters(address.replace('edge1', 'edge2'))).toEqual({})
    expect(edgeParameters()).toEqual({})
  })
})
