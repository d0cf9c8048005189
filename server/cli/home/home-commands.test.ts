/** The home page and collections at the command line, on a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '#server/audit/audit.ts'
import { listStaffCollections, publishTitles } from '#server/catalogue/catalogue.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { listRails } from '#server/site/site.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
const commands = [...(await loadCommands('home')), ...(await loadCommands('collections'))]
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-home-'))
  await loadSecrets(dir, systemRandom)
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

async function run(...args: string[]): Promise<string> {
  const parsed = readCommandLine(args, commands)
  if (parsed.kind !== 'run') return `${parsed.kind}: ${parsed.kind === 'wrong' ? parsed.problem : ''}`
  const outcome = await parsed.command.run(parsed.input, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

const rails = () => listRails(db)

describe('[FRONT-01] home', () => {
  it('adds, changes, moves, hides and deletes rails, and puts them back', async () => {
    const added = await run(
      ...['home', 'add', 'films', '--films', 'kids', '--years', '2020-', '--order', '-added'],
      ...['--title-ru', 'Каникулы', '--from', '2026-12-20T18:00', '--platforms', 'web,television'],
    )
    expect(added).toContain('was added')
    const id = String((await rails()).at(-1)?.id)
    expect((await rails()).at(-1)).toMatchObject({
      content: { film_kind: 'kids', year_from: 2020, order: '-added' },
      shownFromMs: Date.UTC(2026, 11, 20, 13),
      platforms: ['web', 'television'],
      title: { ru: 'Каникулы', uz: '' },
    })
    expect(await run('home', 'change', id, '--from', 'none', '--audience', 'guests')).toContain('was saved')
    expect((await rails()).at(-1)).toMatchObject({ shownFromMs: null, audience: 'guests' })
    expect(await run('home', 'change', id, '--years', '1700-')).toContain('from 1880 to 2200')
    expect(await run('home', 'change', id, '--title-ru', 'а'.repeat(101))).toContain('100 characters')
    await run('home', 'change', id, '--years', 'none')
    expect((await rails()).at(-1)?.content).toEqual({ film_kind: 'kids', order: '-added' })
    expect(await run('home', 'move', id, '2')).toContain('new place')
    expect((await rails()).map((rail) => rail.id).indexOf(Number(id))).toBe(1)
    expect(await run('home', 'hide', id)).toContain('is hidden')
    expect(await run('home', 'show')).toMatch(new RegExp(`${id} +films +Каникулы, hidden, web\\+television`))
    expect(await run('home', 'show-rail', id)).toContain('is shown')
    expect(await run('home', 'delete', id)).toContain('changes undo')
    await run('home', 'move', '11', '--last')
    expect(await run('home', 'reset')).toContain('as it came')
    expect((await rails()).map((rail) => rail.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 14, 8, 9, 10, 11, 12, 13])
    const events = (await listEvents(db, { limit: 20 })).map(({ event }) => event)
    for (const event of ['home_rail_saved', 'home_ordered', 'home_rail_hidden', 'home_rail_removed'])
      expect(events).toContain(event)
  })

  it('names what is wrong', async () => {
    const refusals: readonly (readonly [string, ...string[]])[] = [
      ['no kind of a rail', 'add', 'sports'],
      ['say what the rail shows', 'add', 'collection'],
      ['there is no channel 77', 'add', 'channels', '--channels', '77'],
      ['--platforms', 'add', 'news', '--platforms', 'web,radio'],
      ['--from and --until', 'add', 'news', '--from', 'tomorrow'],
      ['later than --from', 'add', 'news', '--from', '2026-12-20T18:00', '--until', '2026-12-20T18:00'],
      ['second year', 'add', 'films', '--years', '2024-2020'],
      ['--years', 'add', 'films', '--years', 'new'],
      ['--rating', 'add', 'films', '--rating', '11'],
      ['no rail 99', 'hide', '99'],
      ['no rail 99', 'move', '2', '99'],
      ['or --last', 'move', '2'],
    ]
    for (const [why, ...args] of refusals) expect(await run('home', ...args), args.join(' ')).toContain(why)
    expect((await rails()).length).toBe(14)
  })
})

describe('[FRONT-01] collections', () => {
  it('makes, changes, orders, hides and deletes them', async () => {
    const file = (key: string) => ({ film: { assetId: key, durationMs: 60_000 } })
    const films = ['one', 'two'].map((key) => buildFilm(key, file(key)))
    const [one, two] = (await publishTitles(db, films, 0)).map(({ vid }) => vid)
    const names = ['--name-ru', 'Зима', '--name-uz', 'Qish']
    expect(await run('collections', 'add', '--name-ru', 'Зима')).toContain('--name-uz')
    expect(await run('collections', 'add', ...names, '--films', '999')).toContain('films list')
    expect(await run('collections', 'add', ...names, '--films', `${two},${one}`)).toContain('was made')
    await run('collections', 'add', '--name-ru', 'Лето', '--name-uz', 'Yoz')
    const [winter, summer] = (await listStaffCollections(db)).map(({ id }) => String(id))
    expect(await run('collections', 'titles', winter ?? '')).toMatch(/Фильм two[^]*Фильм one/)
    await run('collections', 'change', summer ?? '', '--before', winter ?? '')
    await run('collections', 'change', summer ?? '', '--hide')
    await run('collections', 'change', summer ?? '', '--text-uz', 'Issiq')
    expect(await run('collections', 'list')).toMatch(/Лето \(0 films, hidden\)[^]*Зима \(2 films\)/)
    expect((await listStaffCollections(db))[0]?.description.uz).toBe('Issiq')
    expect(await run('collections', 'delete', summer ?? '')).toContain('changes undo')
    expect(await run('collections', 'titles', summer ?? '')).toContain('there is no collection')
  })
})
