import { describe, expect, it } from 'vitest'
import { KeyRepeat } from './key-repeat.ts'

describe('[REMOTE-01] a held key', () => {
  it('moves again only once the last move has been painted', () => {
    const keys = new KeyRepeat()
    expect(keys.mayMove(false, 100)).toBe(true)
    keys.moved()
    expect(keys.mayMove(true, 110)).toBe(false)
    keys.painted(120)
    expect(keys.mayMove(true, 130)).toBe(true)
  })

  it('drops the presses that were sent while the page was busy', () => {
    const keys = new KeyRepeat()
    keys.moved()
    keys.painted(500)
    expect([200, 300, 400, 499].map((atMs) => keys.mayMove(true, atMs))).toEqual([false, false, false, false])
    expect(keys.mayMove(true, 501)).toBe(true)
  })

  it('does not delay single presses', () => {
    const keys = new KeyRepeat()
    keys.moved()
    expect(keys.mayMove(false, 1)).toBe(true)
  })
})
