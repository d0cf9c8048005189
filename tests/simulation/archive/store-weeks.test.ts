/**
 * Days of an archive beside a store, in some seconds: at any moment every minute within the depth is there byte for byte,
 * and once it is quiet the store has what the archive needs and nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { pick, randomFrom, whole } from '#db/demo/painting/random.ts'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { objectsIn } from '#media/archive/offload/stored-objects.ts'
import { readKey } from '#media/archive/remote/store-keys.ts'
import { hourMs, minuteMs, offloadStartMs } from '#tests/kit/builders/offloaded-channels.ts'
import { madeUpSegment } from '#tests/kit/builders/segments.ts'
import { localMs, StoreScenario, type ScenarioChannel } from './store-scenario.ts'

const roots: string[] = []
afterEach(() => roots.splice(0).forEach((root) => rmSync(root, { recursive: true, force: true })))

/** Minutes that must be there: within the depth, or protected. */
function neededOf(scenario: StoreScenario, { id, written }: ScenarioChannel): readonly number[] {
  const fragments = scenario.process.archives.get(id)?.fragments.all ?? []
  return written.filter(
    (beginMs) =>
      beginMs + minuteMs > scenario.expiredMs ||
      fragments.some((one) => one.endMs > beginMs && one.beginMs < beginMs + minuteMs),
  )
}

async function expectBytes(reader: ChannelArchive, minutes: readonly number[]): Promise<void> {
  for (const beginMs of minutes) {
    const bytes = await reader.segmentBytes('v', beginMs, 1)
    if (bytes?.equals(madeUpSegment(beginMs, minuteMs)) !== true)
      expect({ beginMs, bytes }).toBe('as it was recorded')
  }
}

async function expectThere(
  scenario: StoreScenario,
  sample: number | 'all',
  random: () => number,
): Promise<void> {
  for (const channel of scenario.channels) {
    const needed = neededOf(scenario, channel)
    const some =
      sample === 'all' || needed.length === 0
        ? needed
        : Array.from({ length: sample }, () => needed[Math.floor(random() * needed.length)] ?? 0)
    await expectBytes(scenario.reader(channel.id), some)
    // What is young is also here: viewers watch it most.
    for (const beginMs of some)
      if (beginMs > scenario.latestMs - localMs && !scenario.hasLocal(channel.id, beginMs))
        expect({ channel: channel.id, beginMs }).toBe('on this disk')
  }
}

async function anything(scenario: StoreScenario, random: () => number): Promise<void> {
  const luck = whole(random, 0, 29)
  const channel = pick(random, scenario.channels)
  const archive = scenario.process.archives.get(channel.id)
  if (luck <= 5) scenario.endSoon()
  else if (luck <= 7) {
    scenario.counts.killed += 1
    await scenario.restart()
  } else if (luck === 8) scenario.outageUntilMs = scenario.clock.nowMs + whole(random, 1, 9) * hourMs
  else if (luck === 9) await scenario.jumpAndBack()
  else if (luck === 10) {
    const beginMs = pick(random, neededOf(scenario, channel))
    archive?.fragments.add({ beginMs, endMs: beginMs + whole(random, 1, 40) * minuteMs, name: '' })
  } else if (luck === 11) {
    const [first] = archive?.fragments.all ?? []
    if (first !== undefined) archive?.fragments.remove(first.beginMs, first.endMs)
  }
}

/** Every object has a file that needs it, and every file that only the store has is there. */
async function expectTidy(scenario: StoreScenario): Promise<void> {
  for (const { id } of scenario.channels) {
    const archive = scenario.process.archives.get(id)
    if (archive === undefined) throw new Error('no archive')
    const { files, stored } = archive.rendition('v')
    const objects = new Set<string>()
    for await (const { key } of objectsIn(scenario.inner, `archive/${id}/`)) {
      const object = readKey(key.slice(`archive/${id}/`.length))
      if (object.kind === 'chunk') {
        objects.add(`${object.day} ${object.file}`)
        expect([key, files.has(object.day, object.file)]).toEqual([key, true])
      } else if (object.kind === 'day') expect([key, files.hasDay(object.day)]).toEqual([key, true])
    }
    const marked = [...(stored?.list() ?? [])].map(({ day, file }) => `${day} ${file}`)
    expect(marked.filter((one) => !objects.has(one))).toEqual([])
    expect(marked.length).toBeGreaterThan(50)
    // The file that is being written, and the one before it.
    expect([...archive.rendition('v').waiting()].length).toBeLessThanOrEqual(1)
    expect(scenario.localFiles(id).length).toBeLessThanOrEqual(15)
  }
}

async function expectRestored(scenario: StoreScenario): Promise<void> {
  const { root, process } = scenario.newMachine()
  await process.keep(1)
  for (const { id, written } of scenario.channels) {
    const stored = scenario.process.archives.get(id)?.rendition('v')
    const isStored = (beginMs: number) =>
      stored?.files.isIn(
        'stored',
        Math.floor(beginMs / (24 * hourMs)),
        Math.floor((beginMs % (24 * hourMs)) / (10 * minuteMs)),
      )
    const minutes = written.filter((beginMs) => beginMs + minuteMs > scenario.expiredMs && isStored(beginMs))
    expect(minutes.length).toBeGreaterThan(500)
    await expectBytes(scenario.reader(id, root), minutes)
    expect(process.archives.get(id)?.fragments.all).toEqual(scenario.process.archives.get(id)?.fragments.all)
  }
  await process.close()
}

describe('[STORE-02] the archive beside a store, through days', () => {
  it.each([1])('loses nothing and leaves nothing (seed %i)', { timeout: 300_000 }, async (seed) => {
    const root = mkdtempSync(join(tmpdir(), 'ekran-store-weeks-'))
    roots.push(root)
    const random = randomFrom(seed)
    const scenario = new StoreScenario(root, random)
    await scenario.pass(hourMs)
    for (let step = 0; scenario.clock.nowMs < offloadStartMs + 60 * hourMs; step += 1) {
      await scenario.pass(whole(random, 5, 50) * minuteMs)
      await anything(scenario, random)
      await expectThere(scenario, step % 10 === 0 ? 'all' : 20, random)
    }
    const { counts } = scenario
    for (const fate of ['fail', 'lose_answer', 'lose_write', 'killed'] as const)
      expect([fate, counts[fate] > 0]).toEqual([fate, true])
    expect(counts.die_before + counts.die_after).toBeGreaterThan(5)
    scenario.isQuiet = true
    for (let hour = 0; hour < 26; hour += 1) {
      await scenario.pass(hourMs)
      await scenario.keep()
    }
    await expectThere(scenario, 'all', random)
    await expectTidy(scenario)
    await expectRestored(scenario)
    expect(scenario.events).toContain('archive.store_failed')
    expect(scenario.events).toContain('archive.store_restored')
    expect(scenario.events).not.toContain('archive.objects_missing')
    expect(scenario.events).not.toContain('archive.offload_failed')
    await scenario.process.close()
  })
})
