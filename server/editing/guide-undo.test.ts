/** Random sequences of guides and edits by hand, taken back in the opposite order and in any order. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyGuideDraft, checkGuideDraft, storeGuideFile } from '#server/imports/imports.ts'
import {
  changeProgramme,
  loadDelivered,
  loadProgrammes,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { undoContent } from './editing.ts'

const nowMs = Date.UTC(2026, 10, 28, 6)
const minuteMs = 60_000
const stepMs = 30 * minuteMs
const who = { by: undefined, nowMs }
const window = { fromMs: nowMs - 48 * stepMs, toMs: nowMs + 96 * stepMs }
const runs = 30

let database: TestDatabase
let dataDir = ''
let cids: readonly number[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'ekran-guide-undo-'))
  const sources = [{ url: 'http://tv.example/1.ts', protocol: 'http-ts' as const }]
  const channels = ['one', 'two'].map((key) =>
    buildChannel(key, { tvgId: `${key}.uz`, source: { kind: 'recorded', sources } }),
  )
  cids = (await publishChannels(database.db, channels, nowMs)).map(({ cid }) => cid)
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Programmes one after another from a half-hour on: their lengths in half-hours, and a title; a length of 0: a gap. */
interface Edition {
  readonly channel: number
  readonly from: number
  readonly lengths: readonly number[]
  readonly title: number
}

type Act =
  | { readonly kind: 'import'; readonly editions: readonly Edition[] }
  | { readonly kind: 'source'; readonly edition: Edition }
  | { readonly kind: 'edit'; readonly channel: number; readonly at: number; readonly title: number }

const channel = fc.nat(1)
const title = fc.integer({ min: 1, max: 3 })
const edition: fc.Arbitrary<Edition> = fc.record({
  channel,
  from: fc.nat(10),
  lengths: fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }),
  title,
})
const imported: fc.Arbitrary<Act> = fc.record({
  kind: fc.constant('import' as const),
  editions: fc.uniqueArray(edition, { selector: (one) => one.channel, minLength: 1, maxLength: 2 }),
})
const edited: fc.Arbitrary<Act> = fc.record({
  kind: fc.constant('edit' as const),
  channel,
  at: fc.nat(6),
  title,
})
const delivered: fc.Arbitrary<Act> = fc.record({ kind: fc.constant('source' as const), edition })

function programmesOf({ from, lengths, title: name }: Edition) {
  let at = from
  return lengths.flatMap((length, place) => {
    const begin = at
    at += Math.max(1, length)
    if (length === 0) return []
    const times = { beginMs: nowMs + begin * stepMs, endMs: nowMs + at * stepMs }
    return [{ ...times, title: { ru: `T${name} ${place % 2}`, uz: '' } }]
  })
}

function xmltvOf(editions: readonly Edition[]): string {
  const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  const lines = editions.flatMap((one) =>
    programmesOf(one).map(
      ({ beginMs, endMs, title: { ru } }) =>
        `<programme channel="${one.channel === 0 ? 'one' : 'two'}.uz" start="${stamp(beginMs)}" stop="${stamp(endMs)}"><title>${ru}</title></programme>`,
    ),
  )
  return `<tv>${lines.join('')}</tv>`
}

async function* bytesOf(text: string) {
  yield await Promise.resolve(Buffer.from(text))
}

/** Does it and returns the number of its set of changes; 0 when nothing was changed. */
async function perform(act: Act): Promise<number> {
  const { db } = database
  const deps = { db, dataDir }
  if (act.kind === 'source') {
    const rest = { description: { ru: '', uz: '' }, genreCode: null, ageRating: '', assetId: null }
    const programmes = programmesOf(act.edition).map((one) => ({ ...one, ...rest }))
    await publishGuide(db, new Map([[cids[act.edition.channel] ?? 0, programmes]]))
    return 0
  }
  if (act.kind === 'import') {
    const bytes = bytesOf(xmltvOf(act.editions))
    const stored = await storeGuideFile(deps, { name: 'guide.xml', by: undefined, nowMs, bytes })
    if (stored.kind !== 'stored') throw new Error(stored.why)
    await checkGuideDraft(deps, stored.draftId, { nowMs })
    const outcome = await applyGuideDraft(deps, stored.draftId, { take: 'all' }, who)
    return outcome.kind === 'applied' ? outcome.changeId : 0
  }
  const cid = cids[act.channel] ?? 0
  const shown = await loadProgrammes(db, window, [cid])
  const programme = shown[act.at % Math.max(1, shown.length)]
  if (programme === undefined) return 0
  const change = { cid, pid: programme.pid, fields: { title_ru: `Ours ${act.title}` } }
  const outcome = await changeProgramme(db, change, who)
  return outcome.kind === 'changed' ? outcome.changeId : 0
}

async function startAfresh() {
  for (const table of [
    ...(['guide_draft', 'programme_edit', 'programme', 'guide_publication', 'change_entry'] as const),
    'change_set' as const,
  ])
    await database.db.deleteFrom(table).execute()
}

async function states() {
  const programmes = await loadDelivered(database.db, window)
  const published = await loadProgrammes(database.db, window)
  return { programmes, published }
}

async function expectNoOverlaps() {
  const { programmes, published } = await states()
  for (const list of [programmes, published])
    for (const own of Map.groupBy(list, ({ cid }) => cid).values())
      for (const [at, { beginMs }] of own.entries())
        expect(beginMs).toBeGreaterThanOrEqual(own[at - 1]?.endMs ?? 0)
}

it('[IMPORT-02] guides and edits undone in the opposite order leave what was there before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(imported, edited), { minLength: 1, maxLength: 6 }), async (acts) => {
      await startAfresh()
      await perform({ kind: 'source', edition: { channel: 0, from: 2, lengths: [2, 2, 1, 3], title: 9 } })
      const before = await states()
      const changes: number[] = []
      for (const one of acts) {
        changes.push(await perform(one))
        // A guide that changes nothing has no number, and nothing of it can be taken back.
        fc.pre(one.kind !== 'import' || changes.at(-1) !== 0)
      }
      for (const changeId of changes.toReversed()) {
        if (changeId === 0) continue
        const outcome = await undoContent(database.db, changeId, who)
        expect(outcome).toMatchObject({ kind: 'undone', conflicts: [] })
      }
      expect(await states()).toEqual(before)
    }),
    { numRuns: runs, seed: 20_261_128 },
  )
}, 120_000)

it('[IMPORT-02] undone in any order, programmes never overlap, and what a source gave last stays', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(imported, edited, delivered), { minLength: 1, maxLength: 6 }),
      edition,
      fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
      async (acts, last, picks) => {
        await startAfresh()
        const changes: number[] = []
        for (const one of acts) changes.push(await perform(one))
        await perform({ kind: 'source', edition: last })
        const expected = programmesOf(last)
        for (const pick of picks) {
          const changeId = changes[pick % changes.length]
          if (changeId === undefined || changeId === 0) continue
          const outcome = await undoContent(database.db, changeId, who)
          if (outcome.kind === 'undone') changes.push(outcome.changeId ?? 0)
          else expect(outcome.kind).toBe('undone_already')
          await expectNoOverlaps()
          const stored = await loadDelivered(database.db, window, [cids[last.channel] ?? 0])
          const span = { from: expected[0]?.beginMs ?? 0, to: expected.at(-1)?.endMs ?? 0 }
          expect(
            stored
              .filter(({ beginMs }) => beginMs >= span.from && beginMs < span.to)
              .map(({ beginMs, endMs, title: { ru } }) => [beginMs, endMs, ru]),
          ).toEqual(expected.map(({ beginMs, endMs, title: { ru } }) => [beginMs, endMs, ru]))
        }
      },
    ),
    { numRuns: runs, seed: 20_261_129 },
  )
}, 120_000)
