/**
 * A separate process that responds to Payme on the database it is given and prints its port. Started by `merchants.ts`.
 */
import { openDatabase, type DatabaseLocation } from '#server/platform/database/database.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { merchantSettings, merchantsFixture } from '#tests/kit/modules/merchants-module.ts'

// Written by the bench that started it.
const place = JSON.parse(process.argv[2] ?? '') as DatabaseLocation
const { db } = openDatabase({
  location: place,
  log: silentLog,
  statementTimeoutMs: 2000,
  connections: 16,
  applicationName: 'merchant desk',
})
const settings = merchantSettings({
  EKRAN_PAYME: 'merchant=587f72c72cac0d162c722ae2&key=payme-key-of-the-bench',
})
const { url } = await merchantsFixture(db, systemClock, settings)
console.log(new URL(url).port)
