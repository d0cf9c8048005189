import { describe, expect, it } from 'vitest'
import { ScreenWakeLock } from './wake-lock.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'

function bench() {
  const browser = { lock: 0, asked: 0, visible: true, refuses: false }
  const lock = new ScreenWakeLock({
    async request() {
      browser.asked += 1
      if (browser.refuses) throw new Error('low battery')
      browser.lock += 1
      return { release: async () => void (browser.lock -= 1) }
    },
    isVisible: () => browser.visible,
  })
  return { browser, lock }
}

describe('the screen', () => {
  it('[PLAYER-04] stays on during playback, and no longer', async () => {
    const { browser, lock } = bench()
    lock.want(true)
    lock.want(true)
    await settle()
    expect(browser).toMatchObject({ lock: 1, asked: 1 })
    lock.want(false)
    expect(browser.lock).toBe(0)
  })
  it('[PLAYER-04] may turn off after a pause while the lock request was pending', async () => {
    const { browser, lock } = bench()
    lock.want(true)
    lock.want(false)
    await settle()
    expect(browser.lock).toBe(0)
  })
  it('[PLAYER-04] is locked again when the page becomes visible, and only if playback continues', async () => {
    const { browser, lock } = bench()
    lock.want(true)
    await settle()
    browser.visible = false
    lock.visibilityChanged()
    await settle()
    expect(browser.lock).toBe(0)
    browser.visible = true
    lock.visibilityChanged()
    await settle()
    expect(browser.lock).toBe(1)
    browser.visible = false
    lock.visibilityChanged()
    lock.want(false)
    browser.visible = true
    lock.visibilityChanged()
    await settle()
    expect(browser.lock).toBe(0)
  })
  it('[PLAYER-04] that the browser refuses to keep on does not stop playback', async () => {
    const { browser, lock } = bench()
    browser.refuses = true
    lock.want(true)
    await settle()
    lock.want(false)
    browser.refuses = false
    lock.want(true)
    await settle()
    expect(browser.lock).toBe(1)
  })
})
