/** kill -9 in the middle of a real card payment, then recovery: conserved to the tiyin. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startCardGateway, type OwnCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import { openCardsWorld } from '#tests/kit/modules/cards-module.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const clock = manualClock(Date.UTC(2026, 10, 1))
let gateway: OwnCardGateway
beforeAll(async () => {
  gateway = await startCardGateway()
})
afterAll(async () => {
  await gateway.stop()
  await database.drop()
})

const program = fileURLToPath(new URL('../../kit/modules/charge-cards.ts', import.meta.url))

it('[PAY-05] a process killed after the bank charged the card and before its response loses and doubles nothing', async () => {
  const world = openCardsWorld({ db: database.db, clock, log: silentLog, atmos: gateway.atmos })
  const person = await world.addPerson()
  const { order_id: id } = await world.ask(person, 'makeOrder', { amount: 1000 })
  const card = { card_number: '9860090101014364', card_expiry: '02/28' }
  const { card_bind_transaction_id } = await world.ask(person, 'initOrder', { id, ...card })
  const code = { id, card_bind_transaction_id, sms_code: '111111' }
  const { card_id: cardId } = await world.ask(person, 'confirmOrder', code)

  await gateway.fault('pay/apply', 'slow', 1)
  // However long it lives, it cannot find out by itself.
  await gateway.fault('pay/get', 'http_502')
  const options = { ...person, place: database.location, atmos: gateway.atmos, cardId, nowMs: clock.nowMs() }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  await expect.poll(() => gateway.takenTiyin(), { timeout: 60_000, interval: 50 }).toBe(1_000_000)
  child.kill('SIGKILL')
  await gone
  await gateway.fault('pay/get', 'none')
  expect(await world.balanceTiyin(person)).toBe(100_000)

  clock.advanceMs(120_000)
  for (let times = 0; times < 2; times += 1) await world.cards.settle(new AbortController().signal)
  expect(await world.balanceTiyin(person)).toBe(1_000_000)
  expect(await world.ask(person, 'sync')).toEqual({ settled: 0, uncertain: 0, balance: 10_000 })
  expect(await gateway.takenTiyin()).toBe(1_000_000)
})
