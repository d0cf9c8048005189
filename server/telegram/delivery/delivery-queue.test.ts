/** Which delivery may begin: on a real database, with what changes between reading and sending. */
import { afterAll, describe, expect, it } from 'vitest'
import { writeNotification } from '#server/notifications/notifications.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openTelegram } from '#server/telegram/telegram.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { deleteDelivery, type Delivery, findDue, markSending } from './delivery-queue.ts'
import { deliverDue } from './deliver.ts'
import { createPace } from './pace.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
const clock = manualClock(Date.UTC(2026, 10, 29, 12))
const people = accountsFixture(db, { clock })
const telegram = openTelegram({
  ...{ db, jobDb: db, clock, random: systemRandom, log: silentLog, settings: undefined, sends: false },
  ...{ jobs: { send: async () => null }, site: () => undefined },
})

/** One notification on its way to a Telegram, as a run has read it. */
async function due(): Promise<Delivery> {
  const { accountId } = await people.addAccount({})
  await telegram.link({ accountId, person: { userId: 6000 + accountId, name: 'A', language: 'ru' } })
  await write(accountId)
  const delivery = (await findDue(db, clock.nowMs(), 100)).find((one) => one.accountId === accountId)
  if (delivery === undefined) throw new Error('nothing is due')
  return delivery
}

async function write(accountId: number) {
  await writeNotification(db, {
    ...{ accountId, createdAtMs: clock.nowMs() },
    ...{ title: { ru: 'Тема', uz: 'Mavzu' }, body: { ru: 'Текст', uz: 'Matn' } },
  })
}

const begins = (delivery: Delivery) => markSending(db, delivery, clock.nowMs())

describe('[TG-01] [FOLLOW-01] a reminder that Telegram could not take in time', () => {
  it('is not sent after its programme began, while other notifications of that hour are', async () => {
    await db.deleteFrom('telegram_delivery').execute()
    const { accountId } = await due()
    const beginMs = clock.nowMs() + 10 * 60_000
    await writeNotification(db, {
      ...{ accountId, createdAtMs: clock.nowMs(), pushUntilMs: beginMs },
      ...{ title: { ru: 'Через 10 минут', uz: '10 daqiqadan keyin' }, body: { ru: 'Текст', uz: 'Matn' } },
    })
    const later = manualClock(clock.nowMs() + 3_600_000)
    const sent: string[] = []
    const outcomes = await deliverDue(
      {
        ...{ db, clock: later, log: silentLog, site: undefined, pace: createPace(later, silentLog) },
        api: { sendMessage: (async (_user: number, text: string) => void sent.push(text)) as never },
      },
      new AbortController().signal,
    )
    expect(outcomes).toEqual({ sent: 1, dropped: 1 })
    expect(sent.join()).not.toContain('10 минут')
  })
})

describe('[TG-01] a delivery that was read', () => {
  it('begins while nothing has changed', async () => {
    expect(await begins(await due())).toBe(true)
  })

  it('does not begin when it is gone, or its link ended, changed, is blocked or without notices', async () => {
    const changes: readonly ((delivery: Delivery) => Promise<unknown>)[] = [
      (delivery) => deleteDelivery(db, delivery),
      ({ accountId }) => telegram.unlink(accountId),
      ({ accountId, userId }) =>
        telegram.link({ accountId, person: { userId: userId + 500_000, name: 'B', language: 'ru' } }),
      ({ userId }) => telegram.setBlocked(userId, true),
      ({ accountId }) => telegram.choose(accountId, { notices: false }),
      ({ accountId }) => people.accounts.setState(accountId, 'blocked'),
    ]
    for (const [at, change] of changes.entries()) {
      const delivery = await due()
      await change(delivery)
      expect(await begins(delivery), `change ${at}`).toBe(false)
    }
  })

  it('is skipped by the run, which goes on, when its subscriber unlinks meanwhile', async () => {
    await db.deleteFrom('telegram_delivery').execute()
    const [first, second] = [await due(), await due()]
    const sent: number[] = []
    const sendMessage = async (userId: number) => {
      sent.push(userId)
      await telegram.unlink(second.accountId)
    }
    const outcomes = await deliverDue(
      {
        ...{ db, clock, log: silentLog, site: undefined, pace: createPace(clock, silentLog) },
        api: { sendMessage: sendMessage as never },
      },
      new AbortController().signal,
    )
    expect(sent).toEqual([first.userId])
    expect(outcomes).toEqual({ sent: 1, skipped: 1 })
  })
})
