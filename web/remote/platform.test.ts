import { afterEach, describe, expect, it, vi } from 'vitest'
import { tizenKeys } from './keys.ts'
import { leaveApp, registerKeys } from './platform.ts'

afterEach(() => vi.unstubAllGlobals())

describe('[REMOTE-01] leaving the app', () => {
  it("goes to the set’s own screen, with each platform's own call", () => {
    const left: string[] = []
    vi.stubGlobal('window', { close: () => left.push('window') })
    leaveApp()
    vi.stubGlobal('PalmSystem', { platformBack: () => left.push('webos 5') })
    leaveApp()
    vi.stubGlobal('webOSSystem', { platformBack: () => left.push('webos 6') })
    leaveApp()
    vi.stubGlobal('tizen', {
      application: { getCurrentApplication: () => ({ exit: () => left.push('tizen') }) },
    })
    leaveApp()
    expect(left).toEqual(['window', 'webos 5', 'webos 6', 'tizen'])
  })
})

describe('[REMOTE-01] the keys that Tizen reserves', () => {
  it('are registered one by one, and one that a model lacks does not stop the others', () => {
    const asked: string[] = []
    const registerKey = (name: string) => {
      asked.push(name)
      if (asked.length === 1) throw new Error('InvalidValuesError')
    }
    vi.stubGlobal('tizen', { tvinputdevice: { registerKey } })
    registerKeys()
    expect(asked).toEqual([...tizenKeys])
    expect(asked.length).toBeGreaterThan(10)
  })
})
