/** Drafts of the guide and its genres at the command line, on a real database and real files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesUndo } from '#server/cli/changes/changes.ts'
import { importsApply, importsDiscard, importsList, importsShow } from '#server/cli/imports/imports.ts'
import type { CliCommand, CommandTools } from '#server/cli/command/command.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { guideGenresList, guideGenresRemove, guideGenresSet } from './guide-genres.ts'
import { importGuide } from './import-guide.ts'

const hourMs = 3_600_000
const fromMs = Math.ceil(Date.now() / hourMs) * hourMs

let database: TestDatabase
let dir = ''
let tools: CommandTools
const printed: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-guide-cli-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: (text: string) => void printed.push(text), status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const channels = ['one', 'two'].map((key, at) => buildChannel(key, { number: at + 1, tvgId: `${key}.uz` }))
  await publishChannels(database.db, channels, 0)
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(command: CliCommand, words: readonly string[], options: Record<string, string> = {}) {
  const input = {
    words: [...words],
    flag: (name: string) => options[name] === 'yes',
    text: (name: string) => options[name],
  }
  const problem = command.problem?.(input)
  if (problem !== undefined) return `refused: ${problem}`
  const outcome = await command.run(input, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

async function file(
  name: string,
  channels: readonly string[],
  hours: number,
  title: string,
): Promise<string> {
  const stamp = (hour: number) =>
    new Date(fromMs + hour * hourMs).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  const programmes = channels.flatMap((channel) =>
    Array.from(
      { length: hours },
      (_, hour) =>
        `<programme channel="${channel}.uz" start="${stamp(hour)}" stop="${stamp(hour + 1)}"><title>${title} ${hour}</title><category>Ток-шоу</category></programme>`,
    ),
  )
  const path = join(dir, name)
  await writeFile(path, `<tv>${programmes.join('')}</tv>`)
  return path
}

async function titles() {
  const rows = await database.db.selectFrom('programme').select('title_ru').orderBy('channel_id').execute()
  return rows.map(({ title_ru: title }) => title)
}

const numberIn = (text: string, words: string) => new RegExp(`${words} (\\d+)`).exec(text)?.[1] ?? ''

describe('[IMPORT-01] [IMPORT-02] a guide at the command line', () => {
  it('shows with --dry-run what it would change, and waits as an import', async () => {
    const shown = await run(importGuide, [await file('week.xml', ['one', 'two', 'other'], 30, 'A')], {
      'dry-run': 'yes',
    })
    expect(shown).toContain('2 channels of its 3 are ours: 60 new, 0 changed, 0 gone, 0 unchanged')
    expect(shown).toMatch(/1 one: 30 new, 0 changed, 0 gone/)
    expect(shown).toContain('Nothing was changed.')
    expect(await titles()).toEqual([])
    const id = numberIn(shown, 'imports apply')
    expect(await run(importsList, [])).toMatch(new RegExp(`^${id}  guide week.xml  waits`, 'm'))
    expect(await run(importsShow, [id], { channel: '2' })).toContain('A 29')
    expect(await run(importsShow, [id], { channel: '9' })).toContain('has no guide for channel 9')
    expect(await run(importsShow, [id], { channel: 'x' })).toMatch(
      /^refused: a channel is meant by its number/,
    )
    expect(await run(importsApply, [id], { channels: '2,9' })).toMatch(/^refused: .* channel 9/)
  })

  it('is applied for some channels, and taken back by the number of the change', async () => {
    const path = await file('week.xml', ['one', 'two'], 3, 'B')
    const id = numberIn(await run(importGuide, [path], { 'dry-run': 'yes' }), 'imports apply')
    const applied = await run(importsApply, [id], { channels: '2' })
    expect(applied).toContain('1 channel changed.')
    expect(await titles()).toEqual(['B 0', 'B 1', 'B 2'])
    expect(await run(importsApply, [id])).toMatch(/^refused/)
    expect(await run(changesUndo, [numberIn(applied, 'changes undo')])).toContain('is taken back')
    expect(await titles()).toEqual([])
  })

  it('is discarded, and a broken file is refused at once', async () => {
    const path = await file('week.xml', ['one'], 3, 'C')
    const id = numberIn(await run(importGuide, [path], { 'dry-run': 'yes' }), 'imports apply')
    expect(await run(importsDiscard, [id])).toContain('is discarded')
    expect(await run(importsShow, [id])).toContain(`there is no import ${id}`)
    const broken = join(dir, 'broken.xml')
    await writeFile(broken, '<tv><programme')
    expect(await run(importGuide, [broken], { 'dry-run': 'yes' })).toContain('the XML is broken')
    expect(await run(importGuide, [join(dir, 'none.xml')], { 'dry-run': 'yes' })).toMatch(/^refused: .*exist/)
  })

  it('that is imported at once has a number too', async () => {
    printed.length = 0
    const path = await file('week.xml', ['one'], 2, 'D')
    const lines = await run(importGuide, [path])
    const id = numberIn(`${printed.join('\n')}\n${lines}`, 'changes undo')
    expect(await titles()).toEqual(['D 0', 'D 1'])
    expect(await run(changesUndo, [id])).toContain('is taken back')
    expect(await titles()).toEqual([])
  })
})

describe('[GUIDE-07] genres at the command line', () => {
  it('are listed, said and forgotten, for stored programmes at once', async () => {
    await run(importGuide, [await file('week.xml', ['one'], 2, 'E')])
    expect(await run(guideGenresList, [])).toContain('?         ток-шоу: 2 programmes, such as E 1')
    expect(await run(guideGenresSet, ['ток-шоу', 'music'])).toContain('2 programmes have another genre now.')
    expect(await run(guideGenresList, [])).toContain('music     ток-шоу')
    expect(await run(guideGenresSet, ['ток-шоу', 'opera'])).toMatch(
      /^refused: opera is no genre; there is general/,
    )
    expect(await run(guideGenresSet, ['ток', 'ignore'], { part: 'yes' })).toContain('0 programmes')
    expect(await run(guideGenresList, [], { rules: 'yes' })).toContain('ignore    …ток…')
    expect(await run(guideGenresRemove, ['ток-шоу'])).toContain('2 programmes have another genre now.')
    expect(await run(guideGenresRemove, ['нет такого'])).toMatch(/^refused: nothing is said/)
  })
})
