import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepLeft, takeLeft } from './released-lease.ts'

beforeEach(() => {
  const cache = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => cache.get(key) ?? null,
    setItem: (key: string, value: string) => cache.set(key, value),
    removeItem: (key: string) => cache.delete(key),
  })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[ACC-09] the stream lease a page has released', () => {
  it('is sent by the next page, once', () => {
    expect(takeLeft()).toBeNull()
    keepLeft('b0123456789')
    keepLeft('b9876543210')
    vi.advanceTimersByTime(59_000)
    expect(takeLeft()).toBe('b9876543210')
    expect(takeLeft()).toBeNull()
  })

  it('is dropped after a minute, or when the clock was set back', () => {
    keepLeft('b0123456789')
    vi.advanceTimersByTime(60_000)
    expect(takeLeft()).toBeNull()
    keepLeft('b0123456789')
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(takeLeft()).toBeNull()
  })

  it('is ignored when its format is invalid, and missing where nothing can be stored', () => {
    sessionStorage.setItem('ekran.leftPlace', `<b> ${Date.now()}`)
    expect(takeLeft()).toBeNull()
    vi.stubGlobal('sessionStorage', undefined)
    keepLeft('b0123456789')
    expect(takeLeft()).toBeNull()
  })
})
