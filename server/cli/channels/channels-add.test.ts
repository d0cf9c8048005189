/** `channels add` and `films genre` on a real database, as the console does the same. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CliCommand, CommandTools } from '#server/cli/command/command.ts'
import { filmsGenre } from '#server/cli/films/films-genre.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { channelsAdd } from './channels-add.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-add-'))
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

async function run(command: CliCommand, words: string[], options: Record<string, string> = {}) {
  const input = {
    words,
    flag: (name: string) => options[name] === 'yes',
    text: (name: string) => options[name],
  }
  const outcome = await command.run(input, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

it('[CHAN-01] adds a channel at the command line, and says what is wrong with one', async () => {
  const address = 'udp://239.1.1.7:5000'
  expect(await run(channelsAdd, ['Sevimli', address], { number: '7' })).toMatch(
    /^Sevimli is channel 7 now\.\nTo undo it: .*changes undo \d+$/,
  )
  expect(await run(channelsAdd, ['Yoshlar', address], { number: '7' })).toBe(
    'refused: Sevimli has the number 7; the number 1 is free',
  )
  expect(await run(channelsAdd, ['Yoshlar', 'javascript:1'])).toMatch(/^refused: /)
  expect(await run(channelsAdd, ['Yoshlar', address], { category: 'nowhere' })).toMatch(
    /^refused: there is no category nowhere: /,
  )
})

it('[OPS-01] adds a genre of films at the command line, once', async () => {
  expect(await run(filmsGenre, ['Вестерн'], { uz: 'Vestern' })).toContain('Вестерн is a genre now.')
  expect(await run(filmsGenre, ['вестерн'], { uz: 'Boshqa' })).toBe(
    'refused: there is such a genre already: Вестерн',
  )
  expect(await run(filmsGenre, ['Драма'])).toMatch(/^refused: a genre has two names/)
})
