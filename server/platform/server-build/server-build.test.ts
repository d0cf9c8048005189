import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtEntry, buildsDir } from './built-entry.ts'
import { ensureServerBuild } from './build-server.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ekran-server-build-'))
  mkdirSync(join(root, 'server', 'cli'), { recursive: true })
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ type: 'module', imports: { '#server/*': './server/*' } }),
  )
  writeFileSync(join(root, 'server', 'place.ts'), 'export const place: string = import.meta.url')
  writeFileSync(join(root, 'server', 'run.ts'), "export { place as run } from '#server/place.ts'")
  writeFileSync(join(root, 'server', 'cli', 'run.ts'), "export const run = 'command line' as const")
})
afterEach(() => rmSync(root, { recursive: true }))

const ensure = () => ensureServerBuild(root, () => undefined)
const folders = () => readdirSync(join(root, buildsDir)).filter((name) => name !== 'current.json')
const runOf = async (name: 'server' | 'command-line') =>
  ((await import(builtEntry(root, name) ?? '')) as { run: string }).run

describe('a built server', () => {
  it('is built once, and its modules still name their sources as their place', async () => {
    expect(builtEntry(root, 'server')).toBeUndefined()
    expect(await ensure()).toBe(true)
    expect(await ensure()).toBe(false)
    expect(await runOf('server')).toBe(pathToFileURL(join(root, 'server', 'place.ts')).href)
    expect(await runOf('command-line')).toBe('command line')
  })

  it('is not that of sources that have changed or are gone', async () => {
    await ensure()
    const changed = join(root, 'server', 'place.ts')
    utimesSync(changed, 1000, 1000)
    expect(builtEntry(root, 'server'), 'another time, the same content').toBeDefined()
    writeFileSync(changed, 'export const place: string = import.meta.URL')
    utimesSync(changed, 2000, 2000)
    expect(builtEntry(root, 'server'), 'other content of the same size').toBeUndefined()
    await ensure()
    expect(builtEntry(root, 'server')).toBeDefined()
    rmSync(join(root, 'server', 'cli', 'run.ts'))
    expect(builtEntry(root, 'server')).toBeUndefined()
  })

  it('is not used once one of its files is gone, or a rule of the build is another', async () => {
    await ensure()
    const [folder = ''] = folders()
    rmSync(join(root, buildsDir, folder, 'command-line.js'))
    expect(builtEntry(root, 'server')).toBeUndefined()
    await ensure()
    expect(builtEntry(root, 'server')).toBeDefined()
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ type: 'module', version: '2', imports: { '#server/*': './server/*' } }),
    )
    expect(builtEntry(root, 'server')).toBeUndefined()
  })

  it('that cannot be built leaves nothing behind', async () => {
    writeFileSync(join(root, 'server', 'run.ts'), "export { run } from './gone.ts'")
    await expect(ensure()).rejects.toThrow()
    expect(folders()).toEqual([])
    expect(builtEntry(root, 'server')).toBeUndefined()
  })

  it('stays beside two newer ones, for processes that run from it', async () => {
    const made: string[] = []
    for (const turn of [1, 2, 3, 4]) {
      writeFileSync(join(root, 'server', 'run.ts'), `export const run = 'turn ${turn}'`)
      await ensure()
      made.push(folders().find((name) => !made.includes(name)) ?? '')
    }
    expect(folders().toSorted()).toEqual(made.slice(1).toSorted())
    expect(await runOf('server')).toBe('turn 4')
  })

  it('clears away what a killed build has left, and nothing of one that is under way', async () => {
    const unfinished = (name: string) => join(root, buildsDir, name)
    for (const name of ['making-old', 'making-new']) mkdirSync(unfinished(name), { recursive: true })
    utimesSync(unfinished('making-old'), 1000, 1000)
    await ensure()
    expect(folders().filter((name) => name.startsWith('making-'))).toEqual(['making-new'])
  })
})
