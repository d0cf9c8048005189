/** Random sequences of imports and corrections, taken back in the opposite order and in any order. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importChannelsAsChange } from '#server/imports/imports.ts'
import {
  channelStates,
  editChannels,
  loadChannels,
  moveChannels,
  removeChannels,
} from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { mergeContentChannels, undoContent } from './editing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const runs = 25
const who = { by: undefined, nowMs: 0 }

type Act =
  | {
      readonly kind: 'import'
      readonly entries: readonly (readonly [id: number, number: number, name: number])[]
    }
  | { readonly kind: 'edit'; readonly at: number; readonly name: number; readonly number: number }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'hide'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'merge'; readonly at: number; readonly to: number }

const small = fc.integer({ min: 1, max: 6 })
const at = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('import' as const),
    entries: fc.uniqueArray(fc.tuple(small, small, small), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 5,
    }),
  }),
  fc.record({ kind: fc.constant('edit' as const), at, name: small, number: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('remove' as const), at }),
  fc.record({ kind: fc.constant('hide' as const), at }),
  fc.record({ kind: fc.constant('move' as const), at, to: at }),
  fc.record({ kind: fc.constant('merge' as const), at, to: at }),
)

/** Does it and returns the number of its set of changes; 0 when nothing was changed. */
async function perform(one: Act): Promise<number> {
  const { db } = database
  if (one.kind === 'import') {
    const lines = one.entries.map(
      ([id, number, name]) =>
        `#EXTINF:-1 tvg-id="id${id}.uz" tvg-chno="${number}",Kanal ${name}\nhttp://tv.example/${id}-${name}.ts`,
    )
    const bytes = Buffer.from(['#EXTM3U', ...lines].join('\n'))
    return (await importChannelsAsChange(db, { name: 'list', bytes, record: false, nowMs: 0 })).changeId
  }
  const live = (await loadChannels(db)).map(({ cid }) => cid)
  const cid = live[one.at % Math.max(1, live.length)]
  if (cid === undefined) return 0
  if (one.kind === 'edit' || one.kind === 'hide') {
    const fields =
      one.kind === 'edit' ? { name_ru: `Имя ${one.name}`, number: one.number } : { is_hidden: true }
    const outcome = await editChannels(db, [{ cid, fields }], who)
    return outcome.kind === 'changed' ? outcome.changeId : 0
  }
  if (one.kind === 'remove') {
    const outcome = await removeChannels(db, [cid], who)
    return outcome.kind === 'changed' ? outcome.changeId : 0
  }
  const other = live[one.to % live.length] ?? cid
  if (one.kind === 'move') {
    const outcome = await moveChannels(db, [cid], other, who)
    return outcome.kind === 'changed' ? outcome.changeId : 0
  }
  const outcome = await mergeContentChannels(db, { from: cid, into: other }, who)
  return outcome.kind === 'merged' ? outcome.changeId : 0
}

async function startAfresh() {
  for (const table of ['change_entry', 'change_set', 'channel'] as const)
    await database.db.deleteFrom(table).execute()
}

/** Without what an import only stores about itself. */
const bookkeeping = new Set(['_content_hash', '_imported'])

async function states() {
  const all = [...(await channelStates(database.db))].map(([cid, fields]) => [
    cid,
    Object.fromEntries(Object.entries(fields).filter(([name]) => !bookkeeping.has(name))),
  ])
  return Object.fromEntries(all) as unknown
}

it('[IMPORT-02] [CHAN-01] imports, edits and merges undone in the opposite order leave what was there before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 7 }), async (acts) => {
      await startAfresh()
      await perform({
        kind: 'import',
        entries: [
          [1, 1, 1],
          [2, 2, 2],
          [3, 3, 3],
        ],
      })
      const before = await states()
      const changes: number[] = []
      for (const one of acts) changes.push(await perform(one))
      for (const changeId of changes.toReversed()) {
        if (changeId === 0) continue
        const outcome = await undoContent(database.db, changeId, who)
        expect(outcome).toMatchObject({ kind: 'undone', conflicts: [] })
      }
      expect(await states()).toEqual(before)
    }),
    { numRuns: runs },
  )
}, 120_000)

it('[IMPORT-02] [CHAN-01] undone in any order, they never give a number twice and an undo of an undo never fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 7 }),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
      async (acts, picks) => {
        await startAfresh()
        const changes: number[] = []
        for (const one of acts) changes.push(await perform(one))
        for (const pick of picks) {
          const changeId = changes[pick % changes.length]
          if (changeId === undefined || changeId === 0) continue
          const outcome = await undoContent(database.db, changeId, who)
          if (outcome.kind === 'undone') changes.push(outcome.changeId ?? 0)
          else expect(outcome.kind).toBe('undone_already')
          const numbers = (await loadChannels(database.db)).map(({ number }) => number)
          expect(new Set(numbers).size).toBe(numbers.length)
        }
      },
    ),
    { numRuns: runs },
  )
}, 120_000)
