import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedQueue } from '#server/accounts/passwords/password.ts'
import { type DeviceSlot, chooseSlot, normalAbonement, normalPhone } from './rules.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import { deviceLimit } from '#contract/form/constants.ts'

describe('phones and subscriber numbers', () => {
  it('[ACC-01] have one stored form', () => {
    for (const written of ['901234567', '+998 90 123 45 67', '(998) 90-123-45-67', ' 90.123.45.67 '])
      expect(normalPhone(written), written).toBe('+998901234567')
    for (const wrong of ['', '12345678', '+7 901 234 56 78', '9012345678', '90123456a', '+998'])
      expect(normalPhone(wrong), wrong).toBeUndefined()
    expect(normalAbonement(' 100 200-30 ')).toBe('10020030')
    for (const wrong of ['', '12345', '1234567890123', '12a456'])
      expect(normalAbonement(wrong)).toBeUndefined()
  })
})

describe('the slot of a device', () => {
  const slots = fc
    .uniqueArray(fc.integer({ min: 1, max: deviceLimit }), { maxLength: deviceLimit })
    .chain((taken) =>
      fc.tuple(
        ...taken.map((slot) =>
          fc.record({
            slot: fc.constant(slot),
            deviceId: fc.constant(slot * 10),
            hasLiveSession: fc.boolean(),
          }),
        ),
      ),
    )
  const device = fc.option(
    fc.integer({ min: 1, max: 6 }).map((n) => n * 10),
    { nil: undefined },
  )

  it('is one of five, used by no other device, and is refused only when five live sessions exist', () => {
    fc.assert(
      fc.property(slots, device, (active: readonly DeviceSlot[], deviceId) => {
        const choice = chooseSlot(active, deviceId)
        const others = active.filter((one) => one.hasLiveSession && one.deviceId !== deviceId)
        if (choice.kind === 'full') {
          expect(others).toHaveLength(deviceLimit)
          return
        }
        expect(choice.slot).toBeGreaterThanOrEqual(1)
        expect(choice.slot).toBeLessThanOrEqual(deviceLimit)
        expect(others.map((one) => one.slot)).not.toContain(choice.slot)
        const keeps = active.filter((one) => !choice.freed.includes(one.deviceId))
        expect(keeps.filter((one) => one.slot === choice.slot && one.deviceId !== deviceId)).toEqual([])
        for (const one of others) expect(choice.freed).not.toContain(one.deviceId)
      }),
    )
  })
})

describe('the queue of password checks', () => {
  it('runs four at once, queues a limited number, and rejects the rest', async () => {
    const withLock = boundedQueue(4, 6)
    const release: (() => void)[] = []
    let running = 0
    let max = 0
    const work = async () => {
      running += 1
      max = Math.max(max, running)
      await new Promise<void>((resolve) => release.push(resolve))
      running -= 1
      return 'done' as const
    }
    const results = Array.from({ length: 13 }, () => withLock(work))
    expect(await Promise.all(results.slice(10))).toEqual(Array.from({ length: 3 }, () => ({ kind: 'busy' })))
    for (let i = 0; i < 10; i += 1) {
      while (release.length === 0) await new Promise((resolve) => setImmediate(resolve))
      release.shift()?.()
    }
    expect(await Promise.all(results.slice(0, 10))).toEqual(Array.from({ length: 10 }, () => 'done'))
    expect(max).toBe(4)
    // A task that throws also frees its slot.
    await expect(withLock(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const after = withLock(work)
    while (release.length === 0) await new Promise((resolve) => setImmediate(resolve))
    release.shift()?.()
    expect(await after).toBe('done')
  })
})

describe('addresses that share an attempt counter', () => {
  it('use a whole IPv4 address, and the network of an IPv6 address', () => {
    expect(networkOf('10.1.2.3')).toBe('10.1.2.3')
    expect(networkOf('2A02:0DB8:1:2:3:4:5:6')).toBe('2a02:db8:1:2')
    expect(networkOf('2a02:db8:1:2::9')).toBe('2a02:db8:1:2')
    expect(networkOf('2a02:db8::9')).toBe('2a02:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
  })
})
