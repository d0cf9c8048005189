import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CommandTools } from '#server/cli/command/command.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { nodesList } from './nodes.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-nodes-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function list(): Promise<readonly string[]> {
  const input = { words: [], flag: () => false, text: () => undefined }
  const outcome = await nodesList.run(input, tools)
  return outcome.kind === 'refused' ? [outcome.why] : outcome.lines
}

it('[NODE-01] lists a node that has not renewed its lease as silent, and a drained one as not running', async () => {
  const node = { process: '', folder_id: 'one', capacity: 0, is_solo: true }
  const later = new Date(Date.now() + 600_000)
  const silent = { ...node, node_id: randomUUID(), name: 'media-1:8082', expires_at: new Date(0) }
  const live = { ...node, node_id: randomUUID(), name: 'media-2:8082', expires_at: later }
  await database.db.insertInto('media_node').values([silent, live]).execute()
  await database.db.insertInto('channel_lease').values({ channel_id: '7', node_id: silent.node_id }).execute()
  await database.db.insertInto('media_node_drain').values({ name: 'media-3:8082' }).execute()
  expect(await list()).toEqual([
    '  media-1:8082  1 channel, share 0, no limit, SILENT: whether it records is unknown',
    '    7',
    '  media-2:8082  0 channels, share 1, no limit',
    '  media-3:8082  0 channels, share 0, no limit, DRAINED, DOES NOT RUN',
  ])
})
