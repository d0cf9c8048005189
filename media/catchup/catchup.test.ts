/** Sessions over a provider with real HTTP and real media: connections, disk, failures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { startCatchupProvider, type CatchupProvider } from '#tests/kit/emulators/catchup-provider.ts'
import { Catchup } from './catchup.ts'
import { catchupTemplateOf } from './catchup-template.ts'
import { CellStore } from './cell-store.ts'

let nowMs = Date.UTC(2026, 0, 15, 12)
const hourMs = 3_600_000
const logged: object[] = []
const dir = mkdtempSync(join(tmpdir(), 'ekran-catchup-'))
let provider: CatchupProvider
let catchup: Catchup

beforeAll(async () => {
  provider = await startCatchupProvider()
  catchup = new Catchup({
    ...{ dir: join(dir, 'cells'), ffmpegPath: findMediaBinaries({}).ffmpegPath, clock: () => nowMs },
    log: (event, fields) => logged.push({ event, ...fields }),
    ...{ maxConnections: 1, maxBytes: 1e9 },
  })
  const template = catchupTemplateOf({ kind: 'shift' }, `${provider.origin}/live/secret-word/7.ts`)
  if (template.kind !== 'template') throw new Error(template.problem.kind)
  catchup.set(new Map([['7', { ...template, reachMs: 24 * hourMs, correctionSec: 0, zone: 'UTC' }]]))
})
afterAll(async () => {
  await catchup.close()
  await provider.close()
  rmSync(dir, { recursive: true, force: true })
})

function open(hoursAgo: number) {
  const beginMs = nowMs - hoursAgo * hourMs
  const session = catchup.open('7', beginMs, beginMs + hourMs)
  if (session === undefined) throw new Error('out of reach')
  return session
}

describe('[CHAN-06] a provider with one connection', () => {
  it('is never read twice at once: a viewer’s seek replaces what was read for it', async () => {
    const session = open(5)
    expect(await session.start('one', 20_000)).toEqual({ kind: 'ready' })
    expect(await session.cell('v', 0, 'one', 20_000)).toBeInstanceOf(Buffer)
    expect(await session.cell('v', 300, 'one', 20_000)).toBeInstanceOf(Buffer)
    expect(await session.cell('v', 100, 'one', 20_000)).toBeInstanceOf(Buffer)
    expect(session.runs).toBe(1)
    expect(provider.maxOpen).toBe(1)
  })

  it('is busy for the viewer of another programme, and plays what is stored', async () => {
    const [watched, other] = [open(5), open(6)]
    expect(await watched.cell('v', 101, 'one', 20_000)).toBeInstanceOf(Buffer)
    expect(await other.start('two', 1000)).toMatchObject({ kind: 'busy' })
    expect(await watched.cell('v', 0, 'two', 1000)).toBeInstanceOf(Buffer)
  })

  it('says in the log why it failed, without its address', async () => {
    provider.set('web_page')
    const session = open(7)
    expect(await session.start('one', 20_000)).toMatchObject({
      kind: 'failed',
      words: 'the provider sends a web page instead of a stream',
    })
    provider.set('works')
    expect(logged).toContainEqual({
      event: 'catchup.provider_failed',
      channel: '7',
      words: 'the provider sends a web page instead of a stream',
    })
    expect(JSON.stringify(logged)).not.toMatch(/secret-word|127\.0\.0\.1/)
  })

  it('is not requested outside of its days', () => {
    expect(catchup.open('7', nowMs - 25 * hourMs, nowMs - 24 * hourMs)).toBeUndefined()
    expect(catchup.open('7', nowMs + hourMs, nowMs + 2 * hourMs)).toBeUndefined()
    expect(catchup.open('8', nowMs - hourMs, nowMs)).toBeUndefined()
  })
})

describe('[CHAN-06] a window at the end of the provider’s days', () => {
  it('stays open while it is watched, and after a restart until its end is out of reach too', () => {
    const beginMs = nowMs - 24 * hourMs + 60_000
    const session = catchup.open('7', beginMs, beginMs + hourMs)
    expect(session).toBeDefined()
    nowMs += 120_000
    expect(catchup.open('7', beginMs, beginMs + hourMs)).toBe(session)
    expect(catchup.open('7', beginMs - 1000, beginMs + hourMs)).toBeDefined()
    nowMs += hourMs
    expect(catchup.open('7', beginMs, beginMs + hourMs)).toBe(session)
    expect(catchup.open('7', beginMs - 2000, beginMs + hourMs)).toBeUndefined()
  })
})

describe('[CHAN-06] the stored cells', () => {
  it('stay below the limit: what was used longest ago is deleted', async () => {
    const store = new CellStore(join(dir, 'limited'), () => 25)
    for (const name of ['a/v-0.m4s', 'a/v-1.m4s']) await store.put(name, Buffer.alloc(10))
    await store.get('a/v-0.m4s')
    await store.put('a/v-2.m4s', Buffer.alloc(10))
    expect(store.bytes).toBe(20)
    expect(['a/v-0.m4s', 'a/v-1.m4s', 'a/v-2.m4s'].map((name) => store.has(name))).toEqual([
      true,
      false,
      true,
    ])
    expect(await store.get('a/v-2.m4s')).toHaveLength(10)
    await store.removeAll('a/')
    expect([store.bytes, await store.get('a/v-2.m4s')]).toEqual([0, undefined])
  })
})
