import { hkdfSync } from 'node:crypto'
import { access, chmod, link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type RandomBytes, opaqueToken, uuid } from '#server/platform/primitives/ids.ts'

/** The secrets of this installation. Created at the first start, stored in `secrets.json`, never logged. */
export interface Secrets {
  /** Sign playback tickets: the first signs, all are accepted, so that one can be replaced without interruption. */
  readonly ticketSecrets: readonly string[]
  /** Part of every password hash; without it a stolen database cannot be used to guess passwords. */
  readonly passwordPepper: string
}

const secretText = z.string().check(z.minLength(32))
const secretsFile = z.object({
  ticketSecrets: z.array(secretText).check(z.minLength(1)),
  passwordPepper: secretText,
})

/** Whether the data folder has secrets already. */
export async function hasSecrets(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'secrets.json')).then(
    () => true,
    () => false,
  )
}

/** Reads `secrets.json` in the data folder, or creates it (readable only by its owner). */
export async function loadSecrets(dataDir: string, random: RandomBytes): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return (await makeSecrets(path, random)) ?? loadSecrets(dataDir, random)
  await chmod(path, 0o600)
  const secrets = parseSecrets(text)
  if (secrets !== undefined) return secrets
  throw new Error(
    `${path} is damaged. Restore it from a backup: without it no viewer can log in with a password. ` +
      'Only for an installation without accounts: delete it, and a new one is created.',
  )
}

/** New secrets, for an installation that has none. */
export function createSecrets(random: RandomBytes): Secrets {
  return { ticketSecrets: [opaqueToken(random)], passwordPepper: opaqueToken(random) }
}

/** The secrets in this text of JSON; undefined when it is damaged. */
export function parseSecrets(text: string): Secrets | undefined {
  const parsed = z.safeParse(secretsFile, parsedJson(text))
  return parsed.success ? parsed.data : undefined
}

/**
 * A secret for one use, derived from one of the installation's own (HKDF with SHA-256): 43 characters, always the
 * same. It reveals neither the one it is derived from nor that of another `use`.
 */
export function derivedSecret(secret: string, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'ekran', use, 32)).toString('base64url')
}

/** Undefined when another process was faster: its secrets are used by all. */
async function makeSecrets(path: string, random: RandomBytes): Promise<Secrets | undefined> {
  const secrets = createSecrets(random)
  // Complete or not at all, also after a power failure: written to a temporary file, synced, then linked to its name.
  // The temporary name is random, because processes in two containers may have the same id.
  const making = `${path}.making-${uuid(random)}`
  const file = await open(making, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(secrets, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    // Unlike a rename this never overwrites an existing file.
    await link(making, path)
    return secrets
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  } finally {
    await rm(making, { force: true })
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
