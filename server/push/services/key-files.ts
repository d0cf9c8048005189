/** The operator's keys, read and checked at the start. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'

/** A key file cannot be used. The message names the setting and the remedy, and contains nothing of the file. */
export class PushKeyRefused extends Error {
  override readonly name = 'PushKeyRefused'
}

export interface ServiceAccount {
  readonly projectId: string
  readonly email: string
  readonly keyId: string
  readonly key: KeyObject
  /** Where access tokens are fetched. */
  readonly tokenUri: string
}

const maxBytes = 64 * 1024

/** The fields of a service account's file that are used here. */
const ServiceAccountFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().check(z.regex(/^[a-z0-9:.-]{4,100}$/)),
  private_key_id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  private_key: z.string(),
  client_email: z.string().check(z.regex(/^[^\s@]{1,200}@[^\s@]{1,200}$/)),
  token_uri: z.string().check(z.url({ protocol: /^https?$/ })),
})

/** Google's JSON file of a service account; throws `PushKeyRefused`. */
export async function readServiceAccount(path: string): Promise<ServiceAccount> {
  const refuse = (why: string) => refused('EKRAN_FCM', path, why)
  const parsed = z.safeParse(ServiceAccountFile, jsonOf(await readKeyFile('EKRAN_FCM', path)))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    throw refuse(
      field === ''
        ? 'it is not the JSON file of a service account'
        : `it is not the file of a service account, or its "${field}" is damaged`,
    )
  }
  const key = privateKeyOf(parsed.data.private_key)
  if (key?.asymmetricKeyType !== 'rsa') throw refuse('its "private_key" is no RSA key')
  return {
    projectId: parsed.data.project_id,
    email: parsed.data.client_email,
    keyId: parsed.data.private_key_id,
    key,
    tokenUri: parsed.data.token_uri,
  }
}

/** Apple's .p8 file; throws `PushKeyRefused`. */
export async function readApnsKey(path: string): Promise<KeyObject> {
  const key = privateKeyOf(await readKeyFile('EKRAN_APNS', path))
  if (key?.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw refused('EKRAN_APNS', path, 'it is no .p8 file of an APNs authentication key')
  return key
}

const troubles: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
}

async function readKeyFile(setting: string, path: string): Promise<string> {
  try {
    const bytes = await readFile(path)
    if (bytes.length > maxBytes) throw refused(setting, path, 'it is too large for a key')
    return bytes.toString('utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = troubles[code]
    throw why === undefined ? error : refused(setting, path, why)
  }
}

function refused(setting: string, path: string, why: string): PushKeyRefused {
  return new PushKeyRefused(
    `${setting}: the key file ${path} cannot be used: ${why}. Correct its path, or leave the setting out. ` +
      'See docs/guides/push.md.',
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
