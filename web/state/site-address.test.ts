import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isClockWrong } from './device-clock.ts'
import {
  absoluteAtServer,
  atServer,
  forgetServer,
  mayChangeServer,
  needsServerAddress,
  serverOrigin,
  siteName,
  siteOrigin,
  storeServer,
} from './site-address.ts'

function isApp(more: object): void {
  vi.stubGlobal('ekranApp', { platform: 'webos', version: '1.0.0', ...more })
}

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
  vi.stubGlobal('location', new URL('https://tv.example.uz/uz/tv?a=1'))
})
afterEach(() => vi.unstubAllGlobals())

describe('the server of a page in a browser', () => {
  it('is the one that sent the page', () => {
    expect(serverOrigin()).toBe('')
    expect(needsServerAddress()).toBe(false)
    expect(siteOrigin()).toBe('https://tv.example.uz')
    expect(siteName()).toBe('tv.example.uz')
    expect(atServer('/images/1/320.webp')).toBe('/images/1/320.webp')
    expect(absoluteAtServer('/p/ticket/live/1/v.m3u8')).toBe('https://tv.example.uz/p/ticket/live/1/v.m3u8')
  })

  it('is not replaced by a stored address', () => {
    storeServer('https://other.example.uz')
    expect(serverOrigin()).toBe('')
    expect(mayChangeServer()).toBe(false)
  })
})

describe('[TVSET-03] the server of a packaged app', () => {
  beforeEach(() => vi.stubGlobal('location', new URL('file:///media/app/index.html#/tv')))

  it('is the one it was built for, which a viewer cannot change', () => {
    isApp({ server: 'https://built.example.uz' })
    storeServer('https://typed.example.uz')
    expect(siteOrigin()).toBe('https://built.example.uz')
    expect(mayChangeServer()).toBe(false)
  })

  it('is typed at the first start of an app built without one, and can be changed later', () => {
    isApp({})
    expect(needsServerAddress()).toBe(true)
    storeServer('https://typed.example.uz')
    expect(needsServerAddress()).toBe(false)
    expect(mayChangeServer()).toBe(true)
    expect(siteName()).toBe('typed.example.uz')
    forgetServer()
    expect(needsServerAddress()).toBe(true)
  })

  it('serves images and media; an address with its own host keeps that host', () => {
    isApp({ server: 'https://built.example.uz' })
    expect(atServer('/images/1/320.webp')).toBe('https://built.example.uz/images/1/320.webp')
    expect(absoluteAtServer('/p/t/v.m3u8')).toBe('https://built.example.uz/p/t/v.m3u8')
    expect(atServer('https://edge.example.uz/p/t/v.m3u8')).toBe('https://edge.example.uz/p/t/v.m3u8')
    expect(atServer('')).toBe('')
  })

  it('is requested from the viewer where the storage is blocked, and remembered while the app runs', () => {
    vi.stubGlobal('localStorage', undefined)
    isApp({})
    expect(needsServerAddress()).toBe(true)
    expect(storeServer('https://typed.example.uz')).toBe(false)
    expect([needsServerAddress(), serverOrigin()]).toEqual([false, 'https://typed.example.uz'])
    forgetServer()
    expect(needsServerAddress()).toBe(true)
  })

  it('typed after a full storage is the newest one', () => {
    isApp({})
    const stored = localStorage
    const fails = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { ...stored, setItem: fails })
    expect(storeServer('https://first.example.uz')).toBe(false)
    vi.stubGlobal('localStorage', stored)
    expect(storeServer('https://second.example.uz')).toBe(true)
    expect(serverOrigin()).toBe('https://second.example.uz')
  })
})

describe('[TVSET-03] the clock of a device', () => {
  const builtAtMs = Date.UTC(2026, 10, 24)

  it('is wrong when it is behind the build time of the package, or decades ahead', () => {
    isApp({ builtAtMs })
    expect(isClockWrong(Date.UTC(2019, 0, 1))).toBe(true)
    expect(isClockWrong(builtAtMs - 3_600_000)).toBe(false)
    expect(isClockWrong(builtAtMs + 5 * 365 * 86_400_000)).toBe(false)
    expect(isClockWrong(Date.UTC(2055, 0, 1))).toBe(true)
  })

  it('is not checked in a browser', () => {
    expect(isClockWrong(0)).toBe(false)
  })
})
