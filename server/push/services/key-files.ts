/** The operator's keys, from files or as they were entered. */
import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ApnsSettings, FcmSettings } from '#server/platform/settings/push-settings.ts'
import {
  parseApnsKey,
  parseServiceAccount,
  type ReadKey,
  type ServiceAccount,
} from '#server/platform/settings/push-keys.ts'

/** A key cannot be used. The message names the setting and the remedy, and contains nothing of the key. */
export class PushKeyRefused extends Error {
  override readonly name = 'PushKeyRefused'
}

const maxBytes = 64 * 1024

/** Google's service account; throws `PushKeyRefused`. */
export async function readServiceAccount({
  key: path,
  account,
}: Pick<FcmSettings, 'key' | 'account'>): Promise<ServiceAccount> {
  const text = path === '' ? account : await readKeyFile('EKRAN_FCM', path)
  return usable(parseServiceAccount(text), 'EKRAN_FCM', path)
}

/** Apple's key; throws `PushKeyRefused`. */
export async function readApnsKey({ key: path, p8 }: Pick<ApnsSettings, 'key' | 'p8'>): Promise<KeyObject> {
  const text = path === '' ? p8 : await readKeyFile('EKRAN_APNS', path)
  return usable(parseApnsKey(text), 'EKRAN_APNS', path)
}

function usable<Key>(read: ReadKey<Key>, setting: string, path: string): Key {
  if (read.kind === 'wrong') throw refused(setting, path, read.why)
  return read.key
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
  const [what, remedy] =
    path === ''
      ? ['the entered key', 'Enter it again']
      : [`the key file ${path}`, 'Correct its path, or leave the setting out']
  return new PushKeyRefused(`${setting}: ${what} cannot be used: ${why}. ${remedy}. See docs/guides/push.md.`)
}
