/** The commands for outside services, on a real database and the emulated SMS centre. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readCommandLine } from '#server/cli/command-line.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { type OwnSmsCentre, startSmsCentre } from '#tests/kit/emulators/sms-centre.ts'

const commands = await loadCommands()
let [database, centre] = [undefined, undefined] as unknown as [TestDatabase, OwnSmsCentre]
let dir = ''
let env: Record<string, string> = {}
beforeAll(async () => {
  ;[database, centre] = await Promise.all([createTestDatabase(), startSmsCentre()])
  dir = await mkdtemp(join(tmpdir(), 'ekran-settings-'))
  await loadSecrets(dir, systemRandom)
  const { user, socketDir, database: name } = database.location
  env = {
    EKRAN_DATA: dir,
    DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
  }
})
afterEach(() => void vi.unstubAllGlobals())
afterAll(async () => {
  await centre.stop()
  await database.drop()
  await rm(dir, { recursive: true })
})

async function command(argv: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const environment = { ...env, ...more }
  const read = readSettings(environment)
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  const tools: CommandTools = {
    ...{ settings: read.settings, environment, log: silentLog, screen },
    signal: new AbortController().signal,
  }
  const line = readCommandLine(argv, commands)
  if (line.kind !== 'run') return { kind: line.kind, text: 'problem' in line ? line.problem : '' }
  const outcome = await line.command.run(line.input, tools)
  return { kind: outcome.kind, text: outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n') }
}

/** Standard input with this text. */
function piped(text: string): void {
  vi.stubGlobal('process', { ...process, stdin: Readable.from([text]) })
}

describe('settings at the command line', () => {
  it('[STAFF-03] set a gateway with its password from standard input, try it, and remove it', async () => {
    const url = new URL(centre.routes.playmobile)
    const password = decodeURIComponent(url.password)
    const fields = [
      ...[`scheme=${url.protocol.slice(0, -1)}`, `host=${url.hostname}`, `port=${url.port}`],
      ...[`user=${decodeURIComponent(url.username)}`, 'from=3700'],
    ]
    expect(await command(['settings', 'set', 'sms', ...fields])).toMatchObject({
      ...{ kind: 'refused', text: 'password is missing' },
    })
    piped(`${password}\n`)
    expect((await command(['settings', 'set', 'sms', ...fields, '--secret'])).kind).toBe('done')
    expect((await command(['settings', 'test', 'sms', '--to', '+998901112233'])).text).toBe('message: done')
    expect(await centre.messages({ phone: '998901112233' })).toHaveLength(1)
    const listed = await command(['settings', 'list', '--all'])
    expect(listed.text).toContain('sms  set here')
    expect(listed.text).toContain('password: (set)')
    expect(listed.text).toContain('EKRAN_PORT  8080  (default)')
    expect((await command(['settings', 'set', 'sms', 'from=EKRAN'])).kind).toBe('done')
    expect((await command(['settings', 'set', 'sms', 'host=127.0.0.9'])).text).toContain('entered again')
    expect((await command(['settings', 'unset', 'sms'])).kind).toBe('done')
    expect((await command(['settings', 'test', 'sms', '--to', '+998901112233'])).text).toContain('not set')
    const events = await database.db.selectFrom('security_event').selectAll().execute()
    expect(events.map(({ event }) => event)).toContain('outside_service_saved')
    expect(JSON.stringify(events)).toContain('"password_is":"set"')
    expect(JSON.stringify(events)).not.toContain('"password":')
  })

  it('refuse a secret as an argument, a name that is no service, and what the environment has', async () => {
    expect((await command(['settings', 'set', 'payme', 'key=never-as-an-argument'])).text).toContain(
      '--secret',
    )
    expect(await command(['settings', 'set', 'smtp'])).toMatchObject({ kind: 'wrong' })
    const click = { EKRAN_CLICK: 'service=1&merchant=2&secret=secret-of-click' }
    expect((await command(['settings', 'set', 'click', 'service=3'], click)).text).toContain('EKRAN_CLICK')
    expect((await command(['settings', 'list'], click)).text).toContain(
      'click  set in the environment (EKRAN_CLICK)',
    )
  })

  it('try the store of media', async () => {
    expect(await command(['settings', 'test', 'store'])).toEqual({
      ...{ kind: 'done', text: 'write: done\nread: done\ndelete: done' },
    })
  })
})
