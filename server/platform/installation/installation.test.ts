import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom, systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  OtherSecrets,
  acceptSecrets,
  differingSettings,
  loadOwnSecrets,
  quietLine,
  setQuiet,
  whyQuiet,
} from './installation.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-installation-'))
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
  await db.deleteFrom('installation').execute()
  await db.deleteFrom('account').execute()
})

async function addAccount() {
  await sql`insert into account (abonement, password_hash, created_at)
    values ('100001', '$argon2id$v', now())`.execute(db)
}

function settingsWith(variables: Readonly<Record<string, string>>): Settings {
  const read = readSettings(variables)
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  return read.settings
}

describe('[ACC-14] the secrets of a data folder and its database', () => {
  it('belong together from the first start on', async () => {
    const secrets = await loadOwnSecrets(db, dir, systemRandom)
    expect(await loadOwnSecrets(db, dir, systemRandom)).toEqual(secrets)
  })

  it('are not created again in an empty folder beside a database that was used with others', async () => {
    await loadOwnSecrets(db, dir, systemRandom)
    await rm(join(dir, 'secrets.json'))
    await expect(loadOwnSecrets(db, dir, systemRandom)).rejects.toThrow(OtherSecrets)
  })

  it('are refused when they are those of another installation', async () => {
    await loadOwnSecrets(db, dir, systemRandom)
    const other = await mkdtemp(join(tmpdir(), 'ekran-installation-'))
    const rejected = expect(acceptsFolder(other)).rejects.toThrow('has another secrets.json')
    await rejected
    await rm(other, { recursive: true, force: true })
  })

  async function acceptsFolder(folder: string) {
    const { loadSecrets } = await import('./secrets.ts')
    await loadSecrets(folder, seededRandom('other'))
    return loadOwnSecrets(db, folder, systemRandom)
  }

  it('are not created for accounts that they would lock out, even when the database has no mark of them', async () => {
    await addAccount()
    await expect(loadOwnSecrets(db, dir, systemRandom)).rejects.toThrow('would be wrong')
  })

  it('are valid again when an operator accepts them', async () => {
    await addAccount()
    const accepted = await acceptSecrets(db, dir, systemRandom)
    expect(await loadOwnSecrets(db, dir, systemRandom)).toEqual(accepted)
  })
})

describe('a quiet installation', () => {
  it('says why, in the operator’s words, until it may work again', async () => {
    const quiet = { EKRAN_QUIET: false }
    expect(await whyQuiet(db, quiet)).toBeUndefined()
    await setQuiet(db, 'restored from a backup')
    await setQuiet(db, 'restored from another one')
    expect(await whyQuiet(db, quiet)).toBe('restored from another one')
    expect(await whyQuiet(db, { EKRAN_QUIET: true })).toBe('EKRAN_QUIET is on')
    await setQuiet(db, undefined)
    expect(await whyQuiet(db, quiet)).toBeUndefined()
  })

  it('says how to end the quiet mode', () => {
    expect(quietLine('restored')).toMatch(/^Quiet \(restored\): .*npm run ekran -- quiet off$/)
  })
})

describe('settings that processes on one database should share', () => {
  it('are named when they differ from those of the process before, and their values are not stored', async () => {
    const secrets = await loadOwnSecrets(db, dir, systemRandom)
    const first = settingsWith({ EKRAN_OPERATOR_PASSWORD: 'hunter2hunter2' })
    expect(await differingSettings(db, first, secrets)).toEqual([])
    expect(await differingSettings(db, first, secrets)).toEqual([])
    const second = settingsWith({ EKRAN_OPERATOR_PASSWORD: 'hunter3hunter3', EKRAN_DEMO: 'off' })
    expect([...(await differingSettings(db, second, secrets))].toSorted()).toEqual([
      'EKRAN_DEMO',
      'EKRAN_OPERATOR_PASSWORD',
    ])
    expect(await differingSettings(db, second, secrets)).toEqual([])
    const rows = await db.selectFrom('installation').select('value').execute()
    expect(JSON.stringify(rows)).not.toContain('hunter')
  })

  it('may differ where they do not decide about access', async () => {
    const secrets = await loadOwnSecrets(db, dir, systemRandom)
    await differingSettings(db, settingsWith({ EKRAN_PORT: '8081' }), secrets)
    expect(await differingSettings(db, settingsWith({ EKRAN_PORT: '8082' }), secrets)).toEqual([])
  })
})
