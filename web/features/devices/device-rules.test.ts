import { describe, expect, it } from 'vitest'
import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/account/devices.ts'
import { uz } from '#web/i18n/uz/account/devices.ts'
import { deviceName, isHere, rowAfter } from './device-rules.ts'

const t = makeTexts(ru, uz)('ru')

describe('[ACC-09] a device in a list', () => {
  it.each([
    [{ name: 'Зал', model: 'LG webOS', kind: 'tv' }, 'Зал'],
    [{ name: '', model: 'LG webOS', kind: 'tv' }, 'LG webOS'],
    [{ name: '', model: '', kind: 'tv' }, 'Телевизор'],
  ] as const)('%o is called %s', (device, name) => {
    expect(deviceName(device, t)).toBe(name)
  })

  it('is in use when it sends a request, or sent one a moment ago', () => {
    expect(isHere({ last_seen_at: 0, is_current: 1 }, 1000)).toBe(true)
    expect(isHere({ last_seen_at: 881, is_current: 0 }, 1000)).toBe(true)
    expect(isHere({ last_seen_at: 880, is_current: 0 }, 1000)).toBe(false)
  })

  it('passes the focus to its neighbour when it is removed', () => {
    const devices = [{ device_id: 7 }, { device_id: 3 }, { device_id: 9 }]
    expect([7, 3, 9].map((id) => rowAfter(devices, id))).toEqual([3, 9, 3])
    expect(rowAfter(devices, 1)).toBeNull()
    expect(rowAfter([{ device_id: 7 }], 7)).toBeNull()
  })
})
