/** The key that wraps the secrets of the installation: from the environment, or from a file that it names. */
import { open } from 'node:fs/promises'
import { minKeyLength } from '#server/platform/settings/node-settings.ts'

/** The key is missing, or is not the one of this database. The message says what to do, and shows nothing of it. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

const maxBytes = 4096

interface KeySettings {
  readonly EKRAN_KEY?: string | undefined
  readonly EKRAN_KEY_FILE?: string | undefined
}

const fileTrouble: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'this user has no rights to it',
  EPERM: 'this user has no rights to it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
}

/** The installation's key; undefined where none is set. Throws `KeyRefused` for a file that has none. */
export async function readInstallationKey(settings: KeySettings): Promise<string | undefined> {
  const { EKRAN_KEY: key, EKRAN_KEY_FILE: path } = settings
  if (path === undefined) return key
  if (key !== undefined)
    throw new KeyRefused('EKRAN_KEY and EKRAN_KEY_FILE are both set: leave one of them out.')
  return readKeyFile(path, 'EKRAN_KEY_FILE')
}

/** The key in this file, without the white space around it. `name` is what named the file, for the message. */
export async function readKeyFile(path: string, name: string): Promise<string> {
  const text = await firstBytes(path).catch((error: NodeJS.ErrnoException) => {
    const why = fileTrouble[error.code ?? '']
    if (why === undefined) throw error
    throw new KeyRefused(`The file ${path} of ${name} cannot be read: ${why}. Correct that, or ${name}.`)
  })
  const key = text.trim()
  if (Buffer.byteLength(text) > maxBytes)
    throw new KeyRefused(`The file ${path} of ${name} has more than ${maxBytes} bytes: it is no key.`)
  if (key.length < minKeyLength)
    throw new KeyRefused(
      `The file ${path} of ${name} has ${key.length} characters; a key has ${minKeyLength} or more. ` +
        'Make one: openssl rand -base64 48',
    )
  return key
}

/** One byte more than a key may have, so that a larger file is noticed without being read. */
async function firstBytes(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0)
  return buffer.toString('utf8', 0, bytesRead)
}
