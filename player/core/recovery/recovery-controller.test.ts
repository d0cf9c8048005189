import { describe, expect, it } from 'vitest'
import { ownFault } from '#player/core/state/playback-failure.ts'
import { SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import { RecoveryController } from './recovery-controller.ts'

const shown = { bufferAheadSec: 0, hasPicture: true }

describe('the recovery controller', () => {
  it('[PLAYER-06] handles a second fault of the same outage with the pending retry', async () => {
    const time = new SimulatedTime()
    const recovery = new RecoveryController(time)
    let retries = 0
    recovery.retryAfter(500, () => (retries += 1))
    expect(recovery.isUnderWay(ownFault('source_unreachable'))).toBe(true)
    await time.pass(500)
    expect(retries).toBe(1)
    expect(recovery.isUnderWay(ownFault('source_unreachable'))).toBe(false)
  })

  it('[PLAYER-06] cancels a retry when another source is opened', async () => {
    const time = new SimulatedTime()
    const recovery = new RecoveryController(time)
    let retries = 0
    recovery.retryAfter(500, () => (retries += 1))
    recovery.drop()
    await time.pass(1000)
    expect(retries).toBe(0)
  })

  it('[PLAYER-07] ignores late rejections of the old ticket for three seconds', async () => {
    const time = new SimulatedTime()
    const recovery = new RecoveryController(time)
    expect(await recovery.renewing(async () => 'renewed')).toBe('renewed')
    expect(recovery.isUnderWay(ownFault('address_expired'))).toBe(true)
    expect(recovery.isUnderWay(ownFault('stream_broken'))).toBe(false)
    await time.pass(3000)
    expect(recovery.isUnderWay(ownFault('address_expired'))).toBe(false)
  })

  it('[PLAYER-07] does not ignore a rejection after a failed renewal', async () => {
    const recovery = new RecoveryController(new SimulatedTime())
    expect(await recovery.renewing(async () => 'not_renewed')).toBe('not_renewed')
    expect(recovery.isUnderWay(ownFault('address_expired'))).toBe(false)
  })

  it('[PLAYER-06] forgets a renewal and the old ticket with the load they were for', async () => {
    const recovery = new RecoveryController(new SimulatedTime())
    let end: (outcome: 'renewed') => void = () => undefined
    const former = recovery.renewing(() => new Promise<'renewed'>((resolve) => (end = resolve)))
    expect(recovery.isUnderWay(ownFault('source_unreachable'))).toBe(true)
    recovery.drop()
    expect(recovery.isUnderWay(ownFault('source_unreachable'))).toBe(false)
    const next = recovery.renewing(async () => 'renewed')
    end('renewed')
    expect(await former).toBe('dropped')
    expect(await next).toBe('renewed')
    recovery.drop()
    expect(recovery.isUnderWay(ownFault('address_expired'))).toBe(false)
  })

  it('[PLAYER-06] restarts its steps for another source, and still lists the last twenty faults', () => {
    const recovery = new RecoveryController(new SimulatedTime())
    const first = recovery.step(ownFault('stream_broken'), shown)
    expect(recovery.step(ownFault('stream_broken'), shown)).not.toEqual(first)
    recovery.reset()
    expect(recovery.step(ownFault('stream_broken'), shown)).toEqual(first)
    for (let count = 0; count < 30; count += 1) recovery.step(ownFault('stalled'), shown)
    expect(recovery.faults.length).toBe(20)
  })
})
