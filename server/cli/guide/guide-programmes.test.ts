/** Programmes edited at the command line, on a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliCommand, type CommandTools, localMoment } from '#server/cli/command/command.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { publishChannels, publishGuide } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import {
  guideProgrammes,
  guideProgrammesAdd,
  guideProgrammesChange,
  guideProgrammesHide,
  guideProgrammesShow,
} from './guide-programmes.ts'
import { guideProgrammesRelease, guideProgrammesShift } from './guide-shift.ts'

const hourMs = 3_600_000
/** Tomorrow at 20:00 in Tashkent. */
const day = localMoment(Date.now() + 24 * hourMs).slice(0, 10)
const baseMs = Date.parse(`${day}T20:00:00+05:00`)

let database: TestDatabase
let dir = ''
let tools: CommandTools
let cid = 0
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-programmes-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const sources = [{ url: 'http://tv.example/1.ts', protocol: 'http-ts' as const }]
  const source = { kind: 'recorded', sources } as const
  const [channel] = await publishChannels(database.db, [buildChannel('One', { number: 1, source })], 0)
  cid = channel?.cid ?? 0
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(command: CliCommand, words: readonly string[], options: Record<string, string> = {}) {
  const flag = (name: string) => options[name] === 'yes'
  const outcome = await command.run({ words: [...words], flag, text: (name) => options[name] }, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

const deliver = () =>
  publishGuide(
    database.db,
    new Map([
      [
        cid,
        [0, 2].map((hour) => ({
          beginMs: baseMs + hour * hourMs,
          endMs: baseMs + (hour + 1) * hourMs,
          title: { ru: `p${hour}`, uz: '' },
          description: { ru: '', uz: '' },
          ...{ genreCode: null, ageRating: '', assetId: null },
        })),
      ],
    ]),
  )

describe('[MATCH-04] programmes at the command line', () => {
  it('are listed with gaps, added into one, changed, hidden, shifted and released', async () => {
    await deliver()
    const list = () => run(guideProgrammes, ['1'], { day })
    expect(await list()).toContain(`${day} 21:00 – 22:00  - nothing, 60 min`)
    const [at, to] = [`${day}T21:00`, `${day}T22:00`]
    expect(await run(guideProgrammesAdd, ['1', at, to])).toMatch(/^refused: it needs a title/)
    expect(await run(guideProgrammesAdd, ['1', at, to], { title: 'Ours', age: '12' })).toMatch(
      /^refused: --age 12 is not right/,
    )
    expect(await run(guideProgrammesAdd, ['1', at, to], { title: 'Ours', age: '12+' })).toMatch(
      /^Channel 1 has the programme\.\nTo undo it: npm run ekran -- changes undo \d+$/,
    )
    expect(await run(guideProgrammesChange, ['1', `${day}T20:30`], { 'title-uz': 'Biznikida' })).toMatch(
      /^The programme is changed/,
    )
    expect(await run(guideProgrammesChange, ['1', `${day}T20:30`])).toMatch(/^refused: say what/)
    expect(await run(guideProgrammesChange, ['1', `${day}T19:30`], { title: 'x' })).toMatch(
      /^refused: channel 1 has no programme at/,
    )
    await run(guideProgrammesHide, ['1', `${day}T22:00`])
    await deliver()
    const listed = await list()
    expect(listed).toContain(`${day} 20:00 – 21:00  p0 (edited by hand)`)
    expect(listed).toContain(`${day} 21:00 – 22:00  Ours (added by hand)`)
    expect(listed).toContain(`${day} 22:00 – 23:00  p2 (edited by hand, hidden)`)
    await run(guideProgrammesShow, ['1', `${day}T22:00`])
    expect(
      await run(guideProgrammesShift, ['1'], { minutes: '-10', from: `${day}T22:00`, to: `${day}T23:59` }),
    ).toMatch(/^Channel 1 is shifted by -10 minutes/)
    expect(await list()).toContain(`21:50 – 22:50  p2 (shifted by -10 min, overlapped for 10 min)`)
    expect(await run(guideProgrammesRelease, ['1'])).toMatch(/^refused: say one of/)
    const id = /shift (\d+):/.exec(await list())?.[1] ?? ''
    expect(await run(guideProgrammesRelease, ['1'], { shift: id })).toMatch(/^Shift \d+ of channel 1/)
    expect(await run(guideProgrammesRelease, ['1', at])).toMatch(/^The programme is as the guide has it/)
    expect(await run(guideProgrammesRelease, ['1'], { all: 'yes' })).toMatch(/^Everything of channel 1/)
    expect(await list()).toContain('2 programmes, 0 edited by hand')
    const events = await sql<{
      event: string
    }>`select distinct event from security_event where event like 'guide%' or event like 'programme%'
      order by event`.execute(database.db)
    expect(events.rows.map(({ event }) => event)).toEqual([
      'guide_released',
      'guide_shifted',
      'programme_added',
      'programme_changed',
    ])
  })
})
