import { describe, expect, it } from 'vitest'
import { classifyDevice } from './device-class.ts'
import { factsOf, type DeviceReport } from './device-facts.ts'
import { deviceClasses, deviceEntries, limitsByClass } from './tables.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const lgOf = (engine: number) =>
  `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/${engine}.0.3440.106 Safari/537.36 WebAppManager`
const samsungOf = (tizen: string, engine: number) =>
  `Mozilla/5.0 (SMART-TV; LINUX; Tizen ${tizen}) ${webkit} ${engine}.0.3497.106.1/${tizen} TV Safari/537.36`
const linux = `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`
const phone = `Mozilla/5.0 (Linux; Android 14; SM-A155F) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`
const tvBox = `Mozilla/5.0 (Linux; Android 11; Box) ${webkit} Chrome/140.0.0.0 Safari/537.36`
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) Version/18.2 Mobile/15E148 Safari/604.1'

function report(userAgent: string, more: Partial<DeviceReport> = {}): DeviceReport {
  return { platform: 'browser', model: '', userAgent, isTelevision: false, ...more }
}

describe('[APP-03] the class of a device', () => {
  it.each([
    ['LG of 2019, webOS 4.5', report(lgOf(53), { platform: 'webos' }), 'tv-low', false],
    ['LG of 2020, webOS 5', report(lgOf(68), { platform: 'webos', model: '55UN7300' }), 'tv-low', false],
    ['LG of 2021, webOS 6', report(lgOf(79)), 'tv-low', false],
    ['LG of 2022, webOS 22', report(lgOf(87), { platform: 'webos', model: 'OLED55C2' }), 'tv', false],
    ['a small LG of 2022', report(lgOf(94), { platform: 'webos', model: '32lq63006la' }), 'tv-low', false],
    ['Samsung of 2019, Tizen 5.0', report(samsungOf('5.0', 63), { platform: 'tizen' }), 'tv-low', false],
    ['Samsung of 2020, Tizen 5.5', report(samsungOf('5.5', 69), { platform: 'tizen' }), 'tv-low', true],
    ['Samsung of 2021, Tizen 6.0', report(samsungOf('6.0', 76)), 'tv-low', false],
    ['Samsung of 2022, Tizen 6.5', report(samsungOf('6.5', 85), { platform: 'tizen' }), 'tv', false],
    ['Samsung of 2026, Tizen 10.0', report(samsungOf('10.0', 130), { platform: 'tizen' }), 'tv', false],
    ['a box of 1.5 GB', report(tvBox, { platform: 'androidtv', memoryGb: 1 }), 'tv-low', false],
    ['a box of 2 GB', report(tvBox, { platform: 'androidtv', memoryGb: 2 }), 'tv', false],
    ['a browser operated by a remote', report(linux, { isTelevision: true, memoryGb: 8 }), 'tv', false],
    ['an Android phone', report(phone, { platform: 'android', memoryGb: 4 }), 'phone', false],
    ['an iPhone in Safari', report(iphone), 'phone', false],
    ['an old computer', report(linux, { memoryGb: 2 }), 'phone', false],
    ['a computer', report(linux, { memoryGb: 8 }), 'desktop', false],
    ['a browser that reports nothing', report(''), 'desktop', false],
  ] as const)('of %s', (_, device, deviceClass, prefersAvplay) => {
    expect(classifyDevice(device)).toMatchObject({ deviceClass, prefersAvplay })
  })

  it('is never one that no entry of the model list names', () => {
    expect(new Set(deviceEntries.map(({ deviceClass }) => deviceClass))).toEqual(new Set(deviceClasses))
  })

  it('survives values that are not there or make no sense', () => {
    expect(factsOf(report('Tizen', { platform: 'tizen', memoryGb: 0 }))).toMatchObject({
      tizenVersion: null,
      memoryGb: null,
      isTelevision: true,
    })
    expect(classifyDevice(report('', { platform: 'tizen' })).deviceClass).toBe('tv')
  })
})

describe('[APP-03] the buffers of a class', () => {
  const bytesOf = (kind: 'live' | 'archive' | 'film', bitsPerSecond: number) => {
    const { ahead, behind } = limitsByClass['tv-low'].buffers[kind]
    return ((ahead + behind) * bitsPerSecond) / 8
  }

  it.each(['live', 'archive', 'film'] as const)('%s: a small set stays within 30 MB at 8 Mbit/s', (kind) => {
    expect(bytesOf(kind, 8_000_000)).toBeLessThanOrEqual(30_000_000)
  })

  it.each(['live', 'archive', 'film'] as const)('%s: no class has less than a smaller one', (kind) => {
    const totals = deviceClasses.map((name) => {
      const { ahead, behind } = limitsByClass[name].buffers[kind]
      return ahead + behind
    })
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  })
})
