import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '#server/audit/audit.ts'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { listReleases, listSwitches, openReleases } from '#server/releases/releases.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const commands = await loadCommands()

let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-releases-'))
  await mkdir(join(dir, 'data'))
  await loadSecrets(join(dir, 'data'), systemRandom)
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: join(dir, 'data'), DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(line: string, ...more: string[]): Promise<{ kind: string; text: string }> {
  const parsed = readCommandLine(['releases', ...line.split(' '), ...more], commands)
  if (parsed.kind !== 'run')
    return { kind: parsed.kind, text: parsed.kind === 'wrong' ? parsed.problem : parsed.text }
  const outcome = await parsed.command.run(parsed.input, tools)
  return { kind: outcome.kind, text: outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n') }
}

describe('[REMOTE-03] the commands of releases', () => {
  it('set a release in part, show it, and record it in the audit', async () => {
    expect((await run('show')).text).toContain('webos      nothing is set')
    expect(await run('set webos --minimum 1.2.0 --recommended 1.4.0')).toMatchObject({ kind: 'done' })
    const store = 'https://play.google.com/store/apps/details?id=uz.ekran'
    await run(`set webos --store ${store}`, '--note-ru', 'Две минуты')
    const shown = (await run('show')).text
    expect(shown).toContain(`webos      minimum 1.2.0, recommended 1.4.0, store ${store}`)
    expect(shown).toContain('note ru: Две минуты')
    await run('set webos --minimum none')
    expect(await listReleases(database.db)).toMatchObject([
      { minimumVersion: '', recommendedVersion: '1.4.0' },
    ])
    const events = (await listEvents(database.db, { limit: 10 })).map(({ event }) => event)
    expect(events.filter((event) => event === 'release_changed')).toHaveLength(3)
  })

  it.each([
    ['set symbian --minimum 1.0', 'symbian is no platform; there are browser, webos'],
    ['set webos', 'say what to change'],
    ['set webos --minimum latest', '--minimum latest is no version'],
    ['set webos --store http://plain.example', '--store is no https address'],
    [
      'set webos --minimum 2.0 --recommended 1.0',
      'the minimum 2.0 is newer than the recommended version 1.0',
    ],
    ['set webos --minimum 9.0', 'is newer than the recommended version 1.4.0'],
    ['switch add webos', 'say what to switch'],
    ['switch add webos --engine vlc', '--engine vlc is none of default, mse, native'],
    ['switch add webos --previews maybe', '--previews maybe is neither on nor off'],
    ['switch add webos --max-height 99', '--max-height 99 is no height from 144 to 4320'],
    ['switch add webos --previews on --firmware-to new', '--firmware-to new is no version'],
    ['switch remove x', 'x is not the number of a switch'],
    ['switch remove 999', 'there is no switch 999'],
    ['reports --days 31', '--days 31 is no number from 1 to 30'],
  ])('refuse "%s" with a reason', async (line, why) => {
    expect(await run(line)).toMatchObject({ kind: 'refused', text: expect.stringContaining(why) as unknown })
  })

  it('add, list and remove switches', async () => {
    const added = await run(
      'switch add webos --model OLED55* --firmware-to 5.40 --low-latency off --max-height 1080',
    )
    const [one] = await listSwitches(database.db)
    expect(one).toMatchObject({ model: 'OLED55*', lowLatency: false, previews: null, maxHeight: 1080 })
    const words = 'webos, OLED55*, firmware to 5.40: low latency off, at most 1080p'
    expect(added.text).toBe(`Switch ${one?.switchId} is added: ${words}`)
    expect((await run('switch list')).text).toContain(words)
    expect(await run(`switch remove ${one?.switchId}`)).toMatchObject({ kind: 'done' })
    expect((await run('switch list')).text).toBe('0 switches.')
  })

  it('list the three-word commands when one word is missing', async () => {
    expect((await run('switch')).text).toContain('releases switch add')
    expect(await run('switch drop')).toMatchObject({ kind: 'wrong' })
  })

  it('show the reports, with the newest messages, safe on a terminal', async () => {
    const releases = openReleases({ db: database.db, clock: systemClock })
    const device = { platform: 'tizen', version: '1.3.0', model: 'QE55Q80T', firmware: '1402' } as const
    await releases.report({ ...device, kind: 'crash', message: 'TypeError \u202Ex', page: '/tv' })
    const { text } = await run('reports --days 1')
    expect(text).toMatch(/1 crash  tizen, 1\.3\.0, QE55Q80T, 1402\n.*TypeError \?x \/tv\n1 report\.$/)
    const [line = ''] = (await run('reports --format json')).text.split('\n')
    expect(JSON.parse(line)).toMatchObject({ ...device, kind: 'crash', reports: 1 })
  })
})
