import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PushKeyRefused, readApnsKey, readServiceAccount } from './key-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'key-files-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const pem = { type: 'pkcs8', format: 'pem' } as const
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString()
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString()
const account = {
  type: 'service_account',
  project_id: 'ekran-1234',
  private_key_id: 'abc',
  private_key: rsa,
  client_email: 'ekran@ekran-1234.iam.gserviceaccount.com',
  client_id: '1',
  token_uri: 'https://oauth2.googleapis.com/token',
}

function file(name: string, content: string): string {
  const path = join(dir, name)
  writeFileSync(path, content)
  return path
}

const serviceAccount = (key: string) => readServiceAccount({ key, account: '' })
const apnsKey = (key: string) => readApnsKey({ key, p8: '' })

async function problem(read: () => Promise<unknown>): Promise<string> {
  const error: unknown = await read().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof PushKeyRefused ? error.message : `no refusal: ${String(error)}`
}

describe('the key files of push services', () => {
  it('are read as Google and Apple issue them', async () => {
    expect(await serviceAccount(file('good.json', JSON.stringify(account)))).toMatchObject({
      projectId: 'ekran-1234',
      email: 'ekran@ekran-1234.iam.gserviceaccount.com',
      keyId: 'abc',
      tokenUri: 'https://oauth2.googleapis.com/token',
    })
    expect((await apnsKey(file('good.p8', ec))).asymmetricKeyType).toBe('ec')
  })

  it('are refused with the setting, the file and the reason, and nothing of their content', async () => {
    const { private_key: _, ...without } = account
    const cases: readonly (readonly [() => Promise<unknown>, string, string])[] = [
      [() => serviceAccount(join(dir, 'none.json')), 'EKRAN_FCM', 'there is no such file'],
      [() => serviceAccount(dir), 'EKRAN_FCM', 'it is a folder'],
      [() => serviceAccount(file('a.json', 'x')), 'EKRAN_FCM', 'not the JSON file of a service account'],
      [() => serviceAccount(file('b.json', JSON.stringify(without))), 'EKRAN_FCM', '"private_key"'],
      [
        () => serviceAccount(file('c.json', JSON.stringify({ ...account, private_key: ec }))),
        'EKRAN_FCM',
        'no RSA key',
      ],
      [() => serviceAccount(file('d.json', ' '.repeat(70_000))), 'EKRAN_FCM', 'too large'],
      [() => apnsKey(join(dir, 'none.p8')), 'EKRAN_APNS', 'there is no such file'],
      [() => apnsKey(file('b.p8', rsa)), 'EKRAN_APNS', 'no .p8 file'],
      [() => apnsKey(file('c.p8', 'x')), 'EKRAN_APNS', 'no .p8 file'],
    ]
    for (const [read, setting, why] of cases) {
      const message = await problem(read)
      expect(message).toMatch(new RegExp(`^${setting}: the key file ${dir}`))
      expect(message).toContain(why)
      expect(message).not.toContain('PRIVATE KEY')
    }
  })

  it('are read as they were entered, also with the lines of the .p8 file joined', async () => {
    expect(await readServiceAccount({ key: '', account: JSON.stringify(account) })).toMatchObject({
      projectId: 'ekran-1234',
    })
    for (const p8 of [ec, ec.replaceAll('\n', ''), ec.replaceAll('\n', ' ').trim()])
      expect((await readApnsKey({ key: '', p8 })).asymmetricKeyType).toBe('ec')
    const refusal = await problem(() => readServiceAccount({ key: '', account: '{"private_key":"SECRET"}' }))
    expect(refusal).toContain('EKRAN_FCM: the entered key cannot be used')
    expect(refusal).not.toContain('SECRET')
  })
})
