/**
 * A separate process that charges a saved card, for tests that kill it:
 *   node tests/kit/modules/charge-cards.ts '{"place", "atmos", "accountId", "cardId", "nowMs"}'
 */
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openDatabase, type DatabaseLocation } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { openCardsWorld } from './cards-module.ts'

const parsed = JSON.parse(process.argv[2] ?? '{}') as {
  readonly place: DatabaseLocation
  readonly atmos: string
  readonly accountId: number
  readonly cardId: number
  readonly nowMs: number
}
const database = openDatabase({
  location: parsed.place,
  log: silentLog,
  statementTimeoutMs: 120_000,
  connections: 2,
  applicationName: 'charge-cards',
})
const clock = manualClock(parsed.nowMs)
const world = openCardsWorld({ db: database.db, clock, log: silentLog, atmos: parsed.atmos })
await world.ask(parsed, 'fillBalance', { card_id: parsed.cardId, amount: 9000 })
await database.close()
