import { afterEach, describe, expect, it, vi } from 'vitest'
import { edgeParameters, mediaAddress } from './media-origins.ts'

const edge = 'https://edge1.example.uz'
const address = `${edge}/p/ticket/live/1/master.m3u8?x=1`

function openPage({ origins = '', app }: { readonly origins?: string; readonly app?: object }): void {
  vi.stubGlobal('location', { href: 'https://tv.example.uz/channels', origin: 'https://tv.example.uz' })
  const meta = origins === '' ? null : { getAttribute: () => origins }
  vi.stubGlobal('document', { querySelector: () => meta })
  vi.stubGlobal('ekranApp', app)
}

afterEach(() => vi.unstubAllGlobals())

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
    openPage({ app: { platform: 'tizen', version: '1.0.0', name: 'Ekran', server: 'https://tv.example.uz' } })
    expect(edgeParameters()).toEqual({ edges: 1 })
    expect(mediaAddress(address)).toBe(address)
  })

  it('names an edge that was not reached, for a while, and never the server itself', () => {
    vi.useFakeTimers()
    openPage({ origins: edge })
    expect(edgeParameters('https://tv.example.uz/p/t/live/1/master.m3u8')).toEqual({ edges: 1 })
    expect(edgeParameters(address)).toEqual({ edges: 1, failed_edge: edge })
    expect(edgeParameters()).toEqual({ edges: 1, failed_edge: edge })
    vi.advanceTimersByTime(11 * 60_000)
    expect(edgeParameters()).toEqual({ edges: 1 })
    vi.useRealTimers()
  })
})
