import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveList, archiveProtect, archiveReport, archiveUnprotect } from './archive.ts'
import { archiveStoreAccept } from './archive-store.ts'
import type { CliCommand, CommandTools } from '#server/cli/command/command.ts'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { importChannels } from '#server/imports/m3u/import-channels.ts'
import { claimStore, ownerOfStore } from '#media/store/claim-store.ts'
import { openFolderStore } from '#media/store/folder/folder-store.ts'
import { loadInstallationId, setQuiet } from '#server/platform/installation/installation.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { loadChannels } from '#server/television/television.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools
let number = ''
let archive: ChannelArchive
const beginMs = Math.floor((Date.now() - 3 * 3_600_000) / 60_000) * 60_000
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-archive-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const list = '#EXTM3U\n#EXTINF:-1 tvg-chno="12",Football\nudp://239.1.1.1:1234\n'
  await importChannels(database.db, {
    name: 'list.m3u',
    bytes: Buffer.from(list),
    record: true,
    nowMs: beginMs,
  })
  const [channel] = await loadChannels(database.db)
  number = String(channel?.number)
  const channelDir = join(dir, 'media', 'live', String(channel?.cid))
  archive = new ChannelArchive({ dir: channelDir, archiveMs: 7 * 86_400_000, clock: Date.now })
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
  const epoch = archive.openEpoch({ beginMs, tracks: [{ ...track, init: madeUpInit('video') }] }).number
  for (let at = 0; at < 60; at++) {
    const start = beginMs + at * 60_000
    const bytes = madeUpSegment(start, 60_000, { payloadBytes: 5000 })
    await archive.rendition('v').append({ beginMs: start, durationMs: 60_000, epoch, bytes })
  }
})
afterAll(async () => {
  await archive.close()
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(command: CliCommand, words: readonly string[], name?: string): Promise<string> {
  const input = { words, flag: () => false, text: (option: string) => (option === 'name' ? name : undefined) }
  const outcome = await command.run(input, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

function local(ms: number): string {
  return new Date(ms + 5 * 3_600_000).toISOString().slice(0, 16)
}

it('protects a fragment of a running archive, lists it, and releases it', async () => {
  const [from, to] = [local(beginMs + 10 * 60_000), local(beginMs + 25 * 60_000)]
  expect(await run(archiveList, [])).toBe('0 fragments are kept for ever.')
  expect(await run(archiveProtect, [number, from, to], 'the goal')).toContain(`is kept from ${from} to ${to}`)
  // The recording process sees it without a notification.
  expect(archive.fragments.all).toEqual([
    { beginMs: beginMs + 10 * 60_000, endMs: beginMs + 25 * 60_000, name: 'the goal' },
  ])
  expect(await run(archiveList, [number])).toContain(
    `${from}  ${to}  the goal\n1 fragment is kept for ever. Times are those of Tashkent.`,
  )
  const inUtc = `${new Date(beginMs + 10 * 60_000).toISOString().slice(0, 16)}Z`
  expect(await run(archiveUnprotect, [number, inUtc, to])).toContain('goes with the rest')
  expect(await run(archiveUnprotect, [number, from, to])).toContain('refused: ')
})

it('refuses with a reason what cannot be protected', async () => {
  const [from, to] = [local(beginMs), local(beginMs + 60_000)]
  expect(await run(archiveProtect, ['99', from, to])).toContain('no recorded channel with the number 99')
  expect(await run(archiveProtect, [number, 'yesterday', to])).toContain('yesterday is no moment like')
  expect(await run(archiveProtect, [number, to, from])).toMatch(/^refused: /)
  const past = local(beginMs - 86_400_000)
  expect(await run(archiveProtect, [number, past, local(beginMs - 86_000_000)])).toContain(
    'nothing is recorded',
  )
})

it('reports the archive, its gaps and its depth', async () => {
  const said = await run(archiveReport, [number])
  expect(said).toMatch(
    /Football: from \d{4}-\d\d-\d\d \d\d:\d\d Tashkent, 0\.00 GB, 0\.01 GB a day, reaches 7 days/,
  )
  expect(said).toMatch(/gaps: 1 \(\d+ s\) in a day, 1 \(\d+ s\) in seven/)
  expect(said).toMatch(/The disk has \d+/)
})

it('[STORE-02] takes over the store of the installation that this one replaces', async () => {
  const address = join(dir, 'archive store')
  const store = openFolderStore(address)
  expect(await claimStore(store, 'the original')).toBe(true)
  const accept = (settings: Partial<Settings>) => {
    const input = { words: [], flag: () => true, text: () => undefined }
    return archiveStoreAccept.run(input, { ...tools, settings: { ...tools.settings, ...settings } })
  }
  expect(await accept({})).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('EKRAN_ARCHIVE_STORE'),
  })
  const EKRAN_ARCHIVE_STORE = address
  await setQuiet(database.db, 'restored from a backup')
  expect(await accept({ EKRAN_ARCHIVE_STORE })).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('quiet off'),
  })
  expect(await ownerOfStore(store)).toBe('the original')
  await setQuiet(database.db, undefined)
  expect(await accept({ EKRAN_ARCHIVE_STORE })).toMatchObject({ kind: 'done' })
  expect(await ownerOfStore(store)).toBe(await loadInstallationId(database.db, systemRandom))
  expect(await accept({ EKRAN_ARCHIVE_STORE })).toEqual({
    kind: 'done',
    lines: [`${address} belongs to this installation already.`],
  })
  const file = join(dir, 'a file')
  await writeFile(file, '')
  expect(await accept({ EKRAN_ARCHIVE_STORE: join(file, 'folder') })).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('cannot be used: '),
  })
  const input = { words: [], flag: () => false, text: () => undefined }
  expect(archiveStoreAccept.problem?.(input)).toContain('--yes')
})
