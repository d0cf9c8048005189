import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultPreferences } from '#player/core/preferences/preferences.ts'
import { memoryStorage } from '#tests/kit/player/memory-storage.ts'
import { browserPreferences } from './stored-preferences.ts'

const storage = memoryStorage()
beforeEach(() => void vi.stubGlobal('localStorage', storage))
afterEach(() => {
  storage.clear()
  vi.unstubAllGlobals()
})

describe('[PLAYER-01] preferences on this device', () => {
  it('are restored on the next visit', () => {
    browserPreferences().write({ ...defaultPreferences, volume: 0.4, textLanguage: 'uz' })
    expect(browserPreferences().read()).toMatchObject({ volume: 0.4, textLanguage: 'uz' })
  })

  it('are the default ones on the first visit', () => {
    expect(browserPreferences().read()).toEqual(defaultPreferences)
  })

  it.each(['no JSON', 'null', '7', '[]', '{"volume":"loud","rate":9}'])(
    'that cannot be read (%s) are the default ones',
    (text) => {
      storage.setItem('ekran.player', text)
      expect(browserPreferences().read()).toEqual(defaultPreferences)
    },
  )

  it('apply to this visit where the browser stores nothing', () => {
    const preferences = browserPreferences()
    storage.isFull = true
    preferences.write({ ...defaultPreferences, muted: true })
    expect(preferences.read().muted).toBe(true)
    expect(browserPreferences().read().muted).toBe(false)
  })
})
