import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepMoment, reloadedMoment } from './reloaded-moment.ts'

const here = 'http://tv.example/tvArchive/101/7'
let navigation = { type: 'reload', name: here }

beforeEach(() => {
  const cache = new Map<string, string>()
  navigation = { type: 'reload', name: here }
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => cache.get(key) ?? null,
    setItem: (key: string, value: string) => cache.set(key, value),
    removeItem: (key: string) => cache.delete(key),
  })
  vi.stubGlobal('location', { href: here })
  vi.stubGlobal('performance', { getEntriesByType: () => [navigation] })
})
afterEach(() => vi.unstubAllGlobals())

describe('[GUIDE-04] a recording whose page is reloaded', () => {
  it('continues at its position, once', () => {
    expect(reloadedMoment(101, 7)).toBeNull()
    keepMoment(101, 7, 1_800_000_123_456)
    expect(reloadedMoment(101, 7)).toEqual({ atSec: 1_800_000_123 })
    expect(reloadedMoment(101, 7)).toBeNull()
  })

  it('starts at its beginning when it is another one, or opened again', () => {
    keepMoment(101, 7, 1_800_000_123_456)
    expect(reloadedMoment(101, 8)).toBeNull()
    for (const loaded of [
      { type: 'navigate', name: here },
      { type: 'reload', name: 'http://tv.example/tv' },
    ]) {
      navigation = loaded
      keepMoment(101, 7, 1_800_000_123_456)
      expect(reloadedMoment(101, 7)).toBeNull()
    }
  })

  it('starts at its beginning where nothing can be stored, or the navigation type is unknown', () => {
    keepMoment(101, 7, Number.NaN)
    expect(reloadedMoment(101, 7)).toBeNull()
    vi.stubGlobal('sessionStorage', undefined)
    keepMoment(101, 7, 1_800_000_123_456)
    expect(reloadedMoment(101, 7)).toBeNull()
    vi.stubGlobal('performance', { getEntriesByType: () => [] })
    expect(reloadedMoment(101, 7)).toBeNull()
  })
})
