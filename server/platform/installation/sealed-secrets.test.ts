import { mkdtemp, rm, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { acceptSecrets, loadOwnSecrets, OtherSecrets } from './installation.ts'
import { KeyRefused, readInstallationKey } from './installation-key.ts'
import { rewrapSecrets } from './sealed-secrets.ts'
import { hasSecrets, loadSecrets } from './secrets.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const key = 'a key of this test, long enough to be one'
const otherKey = 'another key of this test, as long as it is'

const dirs: string[] = []
let dir = ''
beforeEach(async () => {
  dir = await folder()
})
afterEach(async () => {
  for (const one of dirs.splice(0)) await rm(one, { recursive: true, force: true })
  await db.deleteFrom('installation').execute()
  await db.deleteFrom('account').execute()
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ekran-key-'))
  dirs.push(made)
  return made
}

function load(dataDir: string, withKey?: string) {
  return loadOwnSecrets(db, dataDir, systemRandom, { key: withKey })
}

async function addAccount() {
  await sql`insert into account (abonement, password_hash, created_at)
    values ('100001', '$argon2id$v', now())`.execute(db)
}

async function stored(): Promise<string> {
  return JSON.stringify(await db.selectFrom('installation').selectAll().execute())
}

describe('secrets wrapped with the key of the installation', () => {
  it('[NODE-01] are the same in an empty folder of another machine, and no file is written', async () => {
    const secrets = await load(dir, key)
    await addAccount()
    const other = await folder()
    expect(await load(other, key)).toEqual(secrets)
    expect([await readdir(dir), await readdir(other)]).toEqual([[], []])
    const rows = await stored()
    for (const secret of [secrets.passwordPepper, ...secrets.ticketSecrets, key])
      expect(rows).not.toContain(secret)
  })

  it('[NODE-01] are taken over from secrets.json, which stays as it is and says so in the log', async () => {
    const before = await load(dir)
    await addAccount()
    const text = await readFile(join(dir, 'secrets.json'), 'utf8')
    const lines: string[] = []
    const log = { info: (event: string) => void lines.push(event) }
    expect(await loadOwnSecrets(db, dir, systemRandom, { key, log })).toEqual(before)
    expect(await loadOwnSecrets(db, dir, systemRandom, { key, log })).toEqual(before)
    expect(lines).toEqual(['secrets.moved_to_database', 'secrets.file_remains'])
    expect(await readFile(join(dir, 'secrets.json'), 'utf8')).toBe(text)
    // The file is a backup only: another one changes nothing.
    const other = await folder()
    await loadSecrets(other, systemRandom)
    expect(await load(other, key)).toEqual(before)
  })

  it('[NODE-01] are agreed on by first starts at the same time', async () => {
    const folders = await Promise.all(Array.from({ length: 6 }, folder))
    const all = await Promise.all(folders.map((one) => load(one, key)))
    expect(new Set(all.map((one) => one.passwordPepper)).size).toBe(1)
    expect(await load(dir, key)).toEqual(all[0])
  })

  it('[NODE-01] let first starts with two keys agree on one of them, and refuse the other', async () => {
    const outcomes = await Promise.allSettled([load(dir, key), load(await folder(), otherKey)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(KeyRefused)
    expect(String(refused?.reason)).toContain('another key than EKRAN_KEY')
  })

  it('[NODE-01] are refused to a wrong key and to none, in words with the remedy', async () => {
    await load(dir, key)
    await expect(load(dir, otherKey)).rejects.toThrow(/another key than EKRAN_KEY .*secrets accept/s)
    await expect(load(dir)).rejects.toThrow(/are in its database, wrapped with a key\. Set EKRAN_KEY/)
    expect(await hasSecrets(dir)).toBe(false)
  })

  it('[NODE-01] are not taken over from a folder with others, nor made anew beside accounts', async () => {
    await load(dir)
    const other = await folder()
    await expect(load(other, key)).rejects.toThrow(
      /has no secrets\.json .*start the one with the right file first/s,
    )
    await loadSecrets(other, systemRandom)
    await expect(load(other, key)).rejects.toThrow(/has another secrets\.json/)
    await db.deleteFrom('installation').execute()
    await addAccount()
    await expect(load(await folder(), key)).rejects.toThrow(OtherSecrets)
    expect(await stored()).not.toContain('sealed_secrets')
  })

  it('[NODE-01] are refused when they were changed in the database', async () => {
    await load(dir, key)
    const row = await db
      .selectFrom('installation')
      .select('value')
      .where('name', '=', 'sealed_secrets')
      .executeTakeFirstOrThrow()
    const sealed = (JSON.parse(row.value) as { key: string; sealed: string }).sealed
    const turned = sealed.endsWith('AA') ? `${sealed.slice(0, -6)}BBBBAA` : `${sealed.slice(0, -6)}AAAAAA`
    for (const value of [row.value.replace(sealed, turned), '{"key":', '{}']) {
      await db.updateTable('installation').set({ value }).where('name', '=', 'sealed_secrets').execute()
      await expect(load(dir, key)).rejects.toThrow('are damaged')
    }
  })

  it('[NODE-01] are wrapped with another key, after which the former one opens nothing', async () => {
    const secrets = await load(dir, key)
    const keys = { from: key, into: otherKey }
    expect(await rewrapSecrets(db, keys, systemRandom)).toEqual({ kind: 'rewrapped', secrets })
    expect(await load(dir, otherKey)).toEqual(secrets)
    await expect(load(dir, key)).rejects.toThrow(KeyRefused)
    expect(await rewrapSecrets(db, keys, systemRandom)).toEqual({ kind: 'already', secrets })
    const wrong = { from: key, into: 'a third key of this test, as long as that' }
    await expect(rewrapSecrets(db, wrong, systemRandom)).rejects.toThrow(KeyRefused)
    await db.deleteFrom('installation').execute()
    expect(await rewrapSecrets(db, keys, systemRandom)).toEqual({ kind: 'not_wrapped' })
  })

  it('[NODE-01] are accepted again after the key was lost: from the file, and without it new ones', async () => {
    const first = await load(dir)
    await load(dir, key)
    expect(await acceptSecrets(db, dir, systemRandom, { key: otherKey })).toEqual(first)
    expect(await load(await folder(), otherKey)).toEqual(first)
    const empty = await folder()
    // What the key opens is not given up for want of a file.
    expect(await acceptSecrets(db, empty, systemRandom, { key: otherKey })).toEqual(first)
    // The key may be found again: without the file nothing is replaced unless it is asked for, and the row stays.
    await expect(acceptSecrets(db, empty, systemRandom, { key })).rejects.toThrow('--give-up')
    await expect(acceptSecrets(db, empty, systemRandom)).rejects.toThrow(OtherSecrets)
    expect(await load(await folder(), otherKey)).toEqual(first)
    const fresh = await acceptSecrets(db, empty, systemRandom, { key, givesUp: true })
    expect(fresh).not.toEqual(first)
    expect(await load(await folder(), key)).toEqual(fresh)
    const copies = await db
      .selectFrom('installation')
      .select('name')
      .where('name', 'like', 'sealed_secrets_before_%')
      .execute()
    expect(copies.length).toBeGreaterThan(0)
    // A file of other secrets is no reason either.
    await expect(acceptSecrets(db, dir, systemRandom)).rejects.toThrow(
      'wrapped with a key that is not set here',
    )
    // Back to files.
    expect(await acceptSecrets(db, dir, systemRandom, { givesUp: true })).toEqual(first)
    expect(await load(dir)).toEqual(first)
  })
})

describe('the key of the installation', () => {
  const none = { EKRAN_KEY: undefined, EKRAN_KEY_FILE: undefined }

  it('[NODE-01] comes from the environment or a file, without the white space around it', async () => {
    const path = join(dir, 'key')
    await writeFile(path, `${key}\n`)
    expect(await readInstallationKey(none)).toBeUndefined()
    expect(await readInstallationKey({ ...none, EKRAN_KEY: key })).toBe(key)
    expect(await readInstallationKey({ ...none, EKRAN_KEY_FILE: path })).toBe(key)
    const both = readInstallationKey({ EKRAN_KEY: key, EKRAN_KEY_FILE: path })
    await expect(both).rejects.toThrow('leave one of them out')
  })

  it.each([
    ['is not there', undefined, 'it is not there'],
    ['is too short', 'short', 'has 5 characters; a key has 32 or more'],
    ['is no key', 'x'.repeat(5000), 'it is no key'],
  ])('[NODE-01] is refused when its file %s, without showing it', async (_, text, why) => {
    const path = join(dir, 'key')
    if (text !== undefined) await writeFile(path, text)
    const read = readInstallationKey({ ...none, EKRAN_KEY_FILE: path })
    await expect(read).rejects.toThrow(why)
    await expect(read).rejects.toThrow(KeyRefused)
    if (text !== undefined) await expect(read).rejects.not.toThrow(text)
  })
})
