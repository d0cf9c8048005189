/** The secrets of the installation in its database, wrapped with the key that only its processes have. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { KeyRefused } from './installation-key.ts'
import { createSeal } from './seal.ts'
import { derivedSecret, parseSecrets, type Secrets } from './secrets.ts'

/** The fact of the installation with the wrapped secrets. */
export const sealedSecretsName = 'sealed_secrets'
const sealUse = 'secrets of the installation'
/** Serializes whatever makes, accepts or wraps secrets, over all processes: "ekrs" as a number. */
const secretsLock = 0x656b_7273

const StoredSecrets = z.object({
  /** Names the key and does not reveal it, so that another key is told from a damaged row. */
  key: z.string(),
  sealed: z.string(),
})

/** Runs `work` while no other process makes, accepts or wraps secrets. */
export function withSecretsLock<Result>(
  db: Db,
  work: (trx: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${secretsLock})`.execute(trx)
    return work(trx)
  })
}

/** Whether the database has wrapped secrets. */
export async function hasSealedSecrets(db: Db | DbTransaction): Promise<boolean> {
  return (await readSealed(db)) !== undefined
}

/** The wrapped secrets; undefined where there are none. Throws `KeyRefused` when this key does not open them. */
export async function openSealedSecrets(
  db: Db | DbTransaction,
  key: string,
  random: RandomBytes,
): Promise<Secrets | undefined> {
  const text = await readSealed(db)
  return text === undefined ? undefined : opened(text, key, random)
}

/** Stores the secrets, wrapped with this key, in place of those that are there. */
export async function putSealedSecrets(
  db: DbTransaction,
  secrets: Secrets,
  key: string,
  random: RandomBytes,
): Promise<void> {
  const sealed = createSeal(key, sealUse, random).close(JSON.stringify(secrets))
  const value = JSON.stringify({ key: markOf(key), sealed })
  await db
    .insertInto('installation')
    .values({ name: sealedSecretsName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: new Date() }))
    .execute()
}

/** From now on the secrets are in files again. */
export async function deleteSealedSecrets(db: DbTransaction): Promise<void> {
  await db.deleteFrom('installation').where('name', '=', sealedSecretsName).execute()
}

export type Rewrapped =
  | { readonly kind: 'rewrapped' | 'already'; readonly secrets: Secrets }
  | { readonly kind: 'not_wrapped' }

/**
 * Wraps the secrets with another key. `already`: they are wrapped with the new one, by a former run of the same. Throws
 * `KeyRefused` when the old key does not open them.
 */
export function rewrapSecrets(
  db: Db,
  keys: { readonly from: string; readonly into: string },
  random: RandomBytes,
): Promise<Rewrapped> {
  return withSecretsLock(db, async (trx) => {
    const text = await readSealed(trx)
    if (text === undefined) return { kind: 'not_wrapped' }
    if (storedIn(text)?.key === markOf(keys.into))
      return { kind: 'already', secrets: opened(text, keys.into, random) }
    const secrets = opened(text, keys.from, random)
    await putSealedSecrets(trx, secrets, keys.into, random)
    return { kind: 'rewrapped', secrets }
  })
}

async function readSealed(db: Db | DbTransaction): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', sealedSecretsName)
    .executeTakeFirst()
  return row?.value
}

function opened(text: string, key: string, random: RandomBytes): Secrets {
  const stored = storedIn(text)
  if (stored !== undefined && stored.key !== markOf(key)) throw new KeyRefused(otherKey)
  const secrets = stored === undefined ? undefined : unsealed(stored.sealed, key, random)
  if (secrets === undefined) throw new KeyRefused(damaged)
  return secrets
}

function unsealed(sealed: string, key: string, random: RandomBytes): Secrets | undefined {
  try {
    return parseSecrets(createSeal(key, sealUse, random).open(sealed))
  } catch {
    // Changed in the database: GCM does not open it.
    return undefined
  }
}

function storedIn(text: string): z.output<typeof StoredSecrets> | undefined {
  try {
    const parsed = z.safeParse(StoredSecrets, JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function markOf(key: string): string {
  return derivedSecret(key, 'mark of the key').slice(0, 22)
}

const lost =
  'Only if the key is lost for good: put a copy of secrets.json, if there is one, into the data folder, and run ' +
  'npm run ekran -- secrets accept'

const otherKey =
  'The secrets of this installation are wrapped with another key than EKRAN_KEY (or EKRAN_KEY_FILE): without the right ' +
  'one no password and no ticket can be checked. Set the key that the other processes on this database use; after ' +
  `\`secrets rewrap\` it is the new one. ${lost}`

const damaged =
  'The wrapped secrets in the database (`sealed_secrets` in the table `installation`) are damaged: the key is right and ' +
  `does not open them. Restore that row from a backup. ${lost}`

/** No key is set, and the secrets are wrapped. */
export const keyMissing =
  'The secrets of this installation are in its database, wrapped with a key. Set EKRAN_KEY, or EKRAN_KEY_FILE, to the key ' +
  `that the other processes on this database use. ${lost}`
