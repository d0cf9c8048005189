import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showBar } from './support-bar.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  document.body.innerHTML = '<main></main>'
  showBar({ language: 'ru', name: '50000001', until: Math.floor(Date.now() / 1000) + 600 })
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const bar = () => document.querySelector('.support-bar')
/** An observer is told after the task that changed something. */
const settled = () => new Promise((done) => setTimeout(done, 0))

describe('[CARE-04] the bar of a support view', () => {
  it('is above a player over the whole window, and on the page again when that is gone', async () => {
    expect(bar()?.parentElement).toBe(document.body)
    const player = document.createElement('dialog')
    player.setAttribute('data-full-window', '')
    document.body.append(player)
    await settled()
    // It is not open yet.
    expect(bar()?.parentElement).toBe(document.body)
    player.setAttribute('open', '')
    await settled()
    expect(bar()?.parentElement).toBe(player)
    // A dialog of the player does not take it along.
    player.append(document.createElement('dialog'))
    player.querySelector('dialog')?.setAttribute('open', '')
    await settled()
    expect(bar()?.parentElement).toBe(player)
    player.remove()
    await settled()
    expect(bar()?.parentElement).toBe(document.body)
  })

  it('is in what is full screen, and its presses do not reach the player', async () => {
    const stage = document.createElement('div')
    const pressed = vi.fn()
    stage.addEventListener('click', pressed)
    document.body.append(stage)
    let full: Element | null = stage
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => full })
    document.dispatchEvent(new Event('fullscreenchange'))
    expect(bar()?.parentElement).toBe(stage)
    bar()?.querySelector('p')?.click()
    expect(pressed).not.toHaveBeenCalled()
    full = null
    document.dispatchEvent(new Event('fullscreenchange'))
    expect(bar()?.parentElement).toBe(document.body)
  })
})
