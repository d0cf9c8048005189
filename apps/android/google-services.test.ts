import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pushServiceOf, readOptions } from '#apps/package/app-options.ts'
import { googleServicesProblem } from './google-services.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-firebase-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function problemOf(text: string): Promise<string | null> {
  const googleServices = join(dir, 'google-services.json')
  writeFileSync(googleServices, text)
  return googleServicesProblem({ googleServices, id: 'uz.example.tv' })
}

function firebaseFile(packageName: string): string {
  return JSON.stringify({
    project_info: { project_id: 'example', project_number: '1' },
    client: [{ client_info: { android_client_info: { package_name: packageName } }, api_key: [] }],
  })
}

describe('[APP-04] the file of Firebase', () => {
  it('is accepted when it is for this app, and none is needed', async () => {
    expect(await problemOf(firebaseFile('uz.example.tv'))).toBeNull()
    expect(await googleServicesProblem({ googleServices: null, id: 'uz.example.tv' })).toBeNull()
  })

  it('is rejected with the remedy when it is for another app, or no such file', async () => {
    expect(await problemOf(firebaseFile('uz.other.tv'))).toMatch(/is for uz\.other\.tv.*uz\.example\.tv/)
    expect(await problemOf('{}')).toContain('Firebase console')
    expect(await problemOf('<html>')).toContain('cannot be read as JSON')
    const missing = { googleServices: join(dir, 'missing.json'), id: 'uz.example.tv' }
    expect(await googleServicesProblem(missing)).toContain('ENOENT')
  })
})

describe('[APP-04] [APP-05] push messages', () => {
  it('are in an app only with the keys of its own service', () => {
    const serviceOf = (target: 'android' | 'ios' | 'webos', ...args: string[]) => {
      const read = readOptions(args, '1.0.0')
      return read.kind === 'ok' ? pushServiceOf(read.options, target) : read
    }
    expect(serviceOf('android', '--google-services', 'a.json')).toBe('fcm')
    expect(serviceOf('ios', '--apple-push')).toBe('apns')
    expect(serviceOf('android', '--apple-push')).toBeUndefined()
    expect(serviceOf('ios', '--google-services', 'a.json')).toBeUndefined()
    expect(serviceOf('webos', '--apple-push', '--google-services', 'a.json')).toBeUndefined()
  })
})
