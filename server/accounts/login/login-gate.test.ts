import { expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createLoginGate } from './login-gate.ts'

const startMs = 1_800_000_000_000

it('[LOAD-01] runs a limited number of logins at once, and lets others in when they are done', async () => {
  const gate = createLoginGate(2, manualClock(startMs))
  const release: (() => void)[] = []
  const work = async () => {
    await new Promise<void>((resolve) => release.push(resolve))
    return { kind: 'logged_in' } as const
  }
  const running = [gate.run(work), gate.run(work)]
  expect(await gate.run(work)).toMatchObject({ kind: 'busy' })
  for (const done of release) done()
  expect(await Promise.all(running)).toEqual([{ kind: 'logged_in' }, { kind: 'logged_in' }])
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.run(async () => 1)).toBe(1)
})

it('[LOAD-01] asks more clients to come back later, each at another time', async () => {
  const clock = manualClock(startMs)
  const gate = createLoginGate(1, clock)
  // Ten a second are handled.
  for (let index = 0; index < 50; index += 1) await gate.run(async () => 1)
  void gate.run(() => new Promise(() => undefined))
  const retries: number[] = []
  for (let index = 0; index < 2000; index += 1) {
    const outcome = await gate.run(async () => ({ kind: 'done' }) as const)
    if (outcome.kind === 'busy') retries.push(outcome.retryAfterSec)
  }
  expect(retries).toHaveLength(2000)
  expect(Math.max(...retries.slice(0, 10))).toBeLessThanOrEqual(4)
  expect(new Set(retries.slice(500, 520)).size).toBeGreaterThan(8)
  expect(Math.min(...retries.slice(-16))).toBeGreaterThanOrEqual(20)
  expect(new Set(retries.slice(-16)).size).toBeGreaterThan(8)
  expect(Math.max(...retries)).toBeLessThanOrEqual(60)
  // When the line is gone, so is its memory.
  clock.advanceMs(20_000)
  const later = await gate.run(async () => ({ kind: 'done' }) as const)
  expect(later).toMatchObject({ kind: 'busy', retryAfterSec: 2 })
})

it('[LOAD-01] lets nobody join a line that does not move', async () => {
  const clock = manualClock(startMs)
  const gate = createLoginGate(200, clock)
  let finish = () => {}
  const slow = gate.run(() => new Promise<number>((resolve) => (finish = () => resolve(1))))
  clock.advanceMs(3900)
  expect(await gate.run(async () => 2)).toBe(2)
  clock.advanceMs(200)
  expect(await gate.run(async () => 3)).toMatchObject({ kind: 'busy' })
  finish()
  expect(await slow).toBe(1)
  expect(await gate.run(async () => 4)).toBe(4)
})
