import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstPage, firstPageHydrated, hydrateFirstPage, standIn } from './first-page.ts'

const drawn = {
  language: 'ru',
  nowSec: 1_800_000_000,
  service: { name: { ru: 'Ekran', uz: 'Ekran' }, logo: '' },
  responses: { '/list {} ru ': ['one'] },
} as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  firstPageHydrated()
  vi.runAllTimers()
  vi.useRealTimers()
})

describe('[SEO-02] the page as the server rendered it', () => {
  it('stays until React has hydrated it, however long that takes', () => {
    hydrateFirstPage(drawn, 20_000)
    vi.advanceTimersByTime(60_000)
    expect([firstPage(), standIn('/list {} ru ')]).toEqual([drawn, ['one']])
    firstPageHydrated()
    expect([firstPage(), standIn('/list {} ru ')]).toEqual([null, undefined])
  })

  it('is outdated when its time is up', () => {
    hydrateFirstPage(drawn, 20_000)
    firstPageHydrated()
    vi.advanceTimersByTime(19_999)
    expect(firstPage()).toBe(drawn)
    vi.advanceTimersByTime(1)
    expect(firstPage()).toBeNull()
  })
})
