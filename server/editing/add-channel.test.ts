/** A channel that is added by hand, on a real database: over HTTP's use case, imports, and taken back. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { channelTariffs } from '#server/billing/billing.ts'
import { loadChange } from '#server/changes/changes.ts'
import { importChannelsAsChange } from '#server/imports/imports.ts'
import { loadChannels, loadStaffChannel, publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { addChannel } from './add-channel.ts'
import { undoContent } from './editing.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const database = await createTestDatabase()
const { db } = database
const who = { by: { staffId: 7, name: 'Kamola' }, nowMs }

afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate channel cascade`.execute(db)
  const [a, b] = [buildChannel('a', { number: 1 }), buildChannel('b', { number: 3 })]
  await publishChannels(db, [a, b], nowMs)
  const names = { name_en: 'Base', name_ru: 'Базовый', name_uz: 'Asosiy' }
  await db
    .insertInto('tariff')
    .values({ tariff_id: 1, ...names, price_tiyin: 100, is_base: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

function channel(more: object = {}) {
  return {
    ...{ nameRu: 'Севимли', nameUz: '', categoryId: 1, isRadio: false, isEnabled: true },
    source: { url: 'udp://239.1.1.7:5000', protocol: 'udp' as const },
    ...more,
  }
}

async function added(more: object = {}) {
  const outcome = await addChannel(db, channel(more), who)
  if (outcome.kind !== 'added') throw new Error(outcome.kind)
  return outcome
}

describe('a channel added by hand', () => {
  it('[CHAN-01] has its number, its source and the base tariffs, as one set of changes', async () => {
    const { cid, number, changeId } = await added()
    expect(number).toBe(2)
    const details = await loadStaffChannel(db, cid)
    expect(details?.channel).toMatchObject({ number: 2, isEnabled: true, isRadio: false })
    expect(details?.sources).toMatchObject([{ url: 'udp://239.1.1.7:5000', isOwn: true }])
    expect(await channelTariffs(db, cid, 'ru')).toEqual(['Базовый'])
    const change = await loadChange(db, changeId, 10)
    expect(change?.entries).toMatchObject([{ entityId: cid, before: null }])
  })

  it('[CHAN-01] is refused with a number that another channel has, and says a free one', async () => {
    expect(await addChannel(db, channel({ number: 3 }), who)).toEqual({
      ...{ kind: 'number_taken', number: 3, name: 'b', free: 2 },
    })
    expect(await addChannel(db, channel({ categoryId: 9999 }), who)).toMatchObject({
      kind: 'unknown_category',
    })
    expect(await loadChannels(db)).toHaveLength(2)
  })

  it('[CHAN-01] stays as it was written when a list has a channel of its name', async () => {
    const { cid } = await added({ number: 70, isRadio: false })
    const list = '#EXTM3U\n#EXTINF:-1 tvg-chno="5",Севимли\nhttp://tv.example/s.ts'
    await importChannelsAsChange(db, {
      ...{ name: 'list.m3u', bytes: Buffer.from(list), record: false, nowMs },
    })
    const details = await loadStaffChannel(db, cid)
    expect(details?.channel).toMatchObject({ number: 70 })
    expect(details?.sources.map(({ url }) => url)).toContain('udp://239.1.1.7:5000')
  })

  it('[CHAN-01] goes with its undo', async () => {
    const { changeId, cid } = await added({ number: 9 })
    expect(await undoContent(db, changeId, who)).toMatchObject({ kind: 'undone' })
    expect((await loadChannels(db)).map((one) => one.cid)).not.toContain(cid)
  })
})
