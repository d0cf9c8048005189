import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { capacitorDir, synchronise } from './stage-project.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-capacitor-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** The files of the repository below the project's folder. */
function files(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: capacitorDir,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((name) => name !== '')
}

describe('[APP-04] [APP-05] the native projects in the repository', () => {
  beforeAll(() => {
    for (const name of files()) cpSync(join(capacitorDir, name), join(dir, name))
    mkdirSync(join(dir, 'www'))
    writeFileSync(join(dir, 'www/index.html'), '<!doctype html><title>Ekran</title>')
  })

  it("are as Capacitor's command line leaves them: `cap sync` changes no file", { timeout: 300_000 }, () => {
    const before = new Map(files().map((name) => [name, readFileSync(join(dir, name), 'utf8')]))
    expect(before.size).toBeGreaterThan(30)
    for (const system of ['android', 'ios'] as const) synchronise(dir, system)
    for (const [name, text] of before) expect(readFileSync(join(dir, name), 'utf8') === text, name).toBe(true)
    // What it writes besides is ignored by git, and is complete.
    for (const path of ['android/app/src/main/assets/public', 'ios/App/App/public'])
      expect(readdirSync(join(dir, path))).toContain('index.html')
    const plugins = JSON.parse(
      readFileSync(join(dir, 'android/app/src/main/assets/capacitor.plugins.json'), 'utf8'),
    ) as { pkg: string }[]
    const { dependencies } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const platforms = ['@capacitor/android', '@capacitor/core', '@capacitor/ios']
    expect(plugins.map(({ pkg }) => pkg).toSorted()).toEqual(
      Object.keys(dependencies)
        .filter((name) => !platforms.includes(name))
        .toSorted(),
    )
    for (const file of readdirSync(join(dir, 'android'), { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.gradle') && statSync(join(dir, 'android', file)).isFile())
        for (const [, path = ''] of readFileSync(join(dir, 'android', file), 'utf8').matchAll(
          /projectDir = new File\('([^']+)'\)/g,
        ))
          expect(statSync(join(dir, 'android', path)).isDirectory(), relative(dir, path)).toBe(true)
  })
})
