/** Logos of a folder at the command line, on a real database. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandTools } from '#server/cli/command/command.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { loadLogoChannels, publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { channelsLogos } from './channels-logos.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-logos-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: join(dir, 'data'), DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const channels = ['Sevimli', 'Yoshlar'].map((ru, at) =>
    buildChannel(ru, { number: at + 1, name: { ru, uz: '' } }),
  )
  await publishChannels(database.db, channels, 0)
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(path: string, ...flags: readonly string[]) {
  const flag = (name: string) => flags.includes(name)
  const outcome = await channelsLogos.run({ words: [path], flag, text: () => undefined }, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

async function withLogo() {
  const channels = await loadLogoChannels(database.db)
  return channels.filter(({ logo }) => logo !== null).map(({ names: [name] }) => name)
}

describe('[CHAN-03] channels logos', () => {
  it('says what it would do, does it, and replaces what was chosen by hand only when told so', async () => {
    const folder = join(dir, 'logos')
    await mkdir(join(folder, 'more'), { recursive: true })
    const picture = (background: string) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer()
    await writeFile(join(folder, 'more', 'sevimli HD.png'), await picture('#c00'))
    await writeFile(join(dir, 'yoshlar.png'), await picture('#0c0'))
    await symlink(join(dir, 'yoshlar.png'), join(folder, 'yoshlar.png'))

    const dry = await run(folder, 'dry-run')
    expect(dry).toMatch(/takes +1 Sevimli ← more\/sevimli HD.png \(by name\)/)
    expect(dry).toMatch(/Without a logo: 2 Yoshlar/)
    expect(dry).toMatch(/Nothing was changed/)
    expect(await withLogo()).toEqual([])

    expect(await run(folder)).toMatch(/1 channel got a logo[^]*changes undo/)
    expect(await withLogo()).toEqual(['Sevimli'])
    await writeFile(join(folder, 'more', 'sevimli HD.png'), await picture('#00c'))
    expect(await run(folder)).toMatch(/leaves[^]*chosen by hand[^]*nothing was changed/)
    expect(await run(folder, 'replace')).toMatch(/1 channel got a logo/)
  })

  it('says why there is nothing to take', async () => {
    expect(await run(join(dir, 'absent'))).toMatch(/refused: .*absent/)
    expect(await run(join(dir, 'yoshlar.png'))).toMatch(/neither a folder nor a ZIP/)
    await mkdir(join(dir, 'empty'))
    expect(await run(join(dir, 'empty'))).toMatch(/there is no PNG/)
  })
})
