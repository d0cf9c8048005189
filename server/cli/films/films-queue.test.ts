/** The commands of the packaging queue, on a real database without an Ekran that packages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '#server/audit/audit.ts'
import type { CliCommand, CommandTools } from '#server/cli/command/command.ts'
import { packagingLines } from '#server/imports/imports.ts'
import { saveOrders, stampOf } from '#server/imports/packaging/packaging.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import {
  filmsQueue,
  filmsQueueContinue,
  filmsQueueMove,
  filmsQueuePause,
  filmsQueueRemove,
  filmsQueueRetry,
} from './films-queue.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-films-queue-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: join(dir, 'data'), DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const sourcePath = join(dir, 'film.mkv')
  await writeFile(sourcePath, 'bytes')
  const sourceStamp = await stampOf(sourcePath)
  const orders = ['one', 'two', 'three'].map((assetId) => ({
    ...{ assetId, name: `Film ${assetId}`, sourcePath, sourceStamp, subtitles: [] },
  }))
  await saveOrders(database.db, orders, Date.now())
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(command: CliCommand, ...words: readonly string[]): Promise<string> {
  const outcome = await command.run({ words, flag: () => false, text: () => undefined }, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

async function order(): Promise<readonly string[]> {
  return (await run(filmsQueue))
    .split('\n')
    .flatMap((line) => /^(\w+) +(?:waiting|paused)/.exec(line)?.[1] ?? [])
}

describe('[EDIT-02] the packaging queue at the command line', () => {
  it('is shown in its order, which can be changed', async () => {
    expect(await order()).toEqual(['one', 'two', 'three'])
    expect(await run(filmsQueueMove, 'three', 'first')).toBe('Film three has another place.')
    expect(await run(filmsQueueMove, 'one', 'down')).toBe('Film one has another place.')
    expect(await order()).toEqual(['three', 'two', 'one'])
    expect(await run(filmsQueueMove, 'one', 'away')).toMatch(/refused: the places are/)
    expect(await run(filmsQueueMove, 'gone', 'up')).toMatch(/refused: there is no film gone/)
  })

  it('is paused and continued, one film and as a whole', async () => {
    expect(await run(filmsQueuePause, 'two')).toBe('Film two is paused.')
    expect(await run(filmsQueue)).toMatch(/^two +paused/m)
    expect(await run(filmsQueuePause)).toContain('The queue is paused')
    expect(await run(filmsQueue)).toMatch(/^The queue is paused since/)
    expect((await packagingLines(database.db, systemClock)).join('\n')).toMatch(
      /The queue is paused;[^]*1 of those that wait are paused/,
    )
    expect(await run(filmsQueueContinue)).toBe('The queue continues with 2 films.')
    expect(await run(filmsQueueContinue, 'two')).toBe('Film two continues in its turn.')
  })

  it('loses a film and gets it back, while its file is there', async () => {
    expect(await run(filmsQueueRemove, 'two')).toContain('Film two is out of the queue')
    expect(await order()).toEqual(['three', 'one'])
    expect(await run(filmsQueueRemove, 'two')).toBe('refused: its packaging is over already')
    expect(await run(filmsQueueRetry, 'two')).toBe('Film two is in the queue.')
    await rm(join(dir, 'film.mkv'))
    expect(await run(filmsQueueRetry, 'two')).toMatch(/refused: .*film\.mkv is not there any more/)
    const events = (await listEvents(database.db, { limit: 20 })).map(({ event }) => event)
    expect(events.filter((event) => event.startsWith('packaging')).toReversed()).toEqual([
      ...['packaging_moved', 'packaging_moved', 'packaging_paused', 'packaging_queue_paused'],
      ...['packaging_queue_continued', 'packaging_continued', 'packaging_removed', 'packaging_retried'],
    ])
  })
})
