import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom, systemRandom } from '#server/platform/primitives/ids.ts'
import { derivedSecret, hasSecrets, loadSecrets } from './secrets.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-secrets-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const file = () => join(dir, 'secrets.json')

describe('[ACC-14] the secrets of an installation', () => {
  it('are created once and stay the same', async () => {
    expect(await hasSecrets(dir)).toBe(false)
    const made = await loadSecrets(dir, systemRandom)
    expect(await hasSecrets(dir)).toBe(true)
    expect(made.passwordPepper).toMatch(/^[\w-]{43}$/)
    expect(made.ticketSecrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(made.ticketSecrets).not.toContain(made.passwordPepper)
    expect(await loadSecrets(dir, systemRandom)).toEqual(made)
  })

  it('can be read only by their owner, also when the file’s permissions were changed', async () => {
    await loadSecrets(dir, systemRandom)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    await chmod(file(), 0o644)
    await loadSecrets(dir, systemRandom)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  it('are the same for two processes that start at once, and leave no temporary file', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map((seed) => loadSecrets(dir, seededRandom(seed))))
    const current = await loadSecrets(dir, systemRandom)
    expect(all).toEqual([current, current, current])
    expect((await readdir(dir)).filter((name) => name !== 'secrets.json')).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['half of it', '{"ticketSecrets":["'],
    ['no secret', '{"ticketSecrets":[],"passwordPepper":"x"}'],
    ['short ones', JSON.stringify({ ticketSecrets: ['a'], passwordPepper: 'b' })],
  ])('are not created again over a file that contains %s', async (_, text) => {
    await writeFile(file(), text)
    await expect(loadSecrets(dir, systemRandom)).rejects.toThrow('secrets.json is damaged')
    expect(await readFile(file(), 'utf8')).toBe(text)
  })

  it('derive a separate secret for each use, which does not change', () => {
    const [one, same, other] = ['audit', 'audit', 'marks'].map((use) => derivedSecret('secret', use))
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(one).toBe(same)
    expect(one).not.toBe(other)
    expect(derivedSecret('another', 'audit')).not.toBe(one)
  })
})
