/** What all processes of an installation must agree on, stored in their shared database. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { type RandomBytes, uuid } from '#server/platform/primitives/ids.ts'
import { KeyRefused } from './installation-key.ts'
import {
  deleteSealedSecrets,
  hasSealedSecrets,
  keyMissing,
  openSealedSecrets,
  putSealedSecrets,
  sealedSecretsName,
  withSecretsLock,
} from './sealed-secrets.ts'
import { createSecrets, derivedSecret, hasSecrets, loadSecrets, type Secrets } from './secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** This data folder has other secrets than those the database was filled with. The message says what to do. */
export class OtherSecrets extends Error {
  override readonly name = 'OtherSecrets'
}

/** What decides where the secrets of an installation are. */
export interface SecretsOptions {
  /** The key that wraps them in the database; without one they are in the data folder. */
  readonly key?: string | undefined
  readonly log?: Pick<Log, 'info'> | undefined
}

/**
 * The secrets of the installation, which must match its database: with others every password is wrong and no saved card
 * can be decrypted. With a key they are in the database, wrapped; a `secrets.json` is taken over once. Without a key they
 * are in the data folder, and the database stores only a mark to recognize them. New secrets are created only for a new
 * installation. Throws `OtherSecrets` or `KeyRefused` for a process that would lock accounts out.
 */
export function loadOwnSecrets(
  db: Db,
  dataDir: string,
  random: RandomBytes,
  { key, log }: SecretsOptions = {},
): Promise<Secrets> {
  return key === undefined
    ? secretsOfFolder(db, dataDir, random)
    : secretsOfDatabase(db, { dataDir, random, key, log })
}

async function secretsOfFolder(db: Db, dataDir: string, random: RandomBytes): Promise<Secrets> {
  if (await hasSealedSecrets(db)) throw new KeyRefused(keyMissing)
  return ownSecrets(db, dataDir, () => loadSecrets(dataDir, random))
}

interface Wrapping extends SecretsOptions {
  readonly dataDir: string
  readonly random: RandomBytes
  readonly key: string
}

async function secretsOfDatabase(db: Db, wrapping: Wrapping): Promise<Secrets> {
  const { dataDir, random, key, log } = wrapping
  const hasFile = await hasSecrets(dataDir)
  const file = join(dataDir, 'secrets.json')
  const existing = await openSealedSecrets(db, key, random)
  if (existing !== undefined) {
    if (hasFile && (await isOwnFile(db, dataDir, random))) log?.info('secrets.file_remains', { file })
    return existing
  }
  return withSecretsLock(db, async (trx) => {
    // Of two concurrent first starts the other was faster.
    const stored = await openSealedSecrets(trx, key, random)
    if (stored !== undefined) return stored
    const secrets = await ownSecrets(trx, dataDir, async () =>
      hasFile ? loadSecrets(dataDir, random) : createSecrets(random),
    )
    await putSealedSecrets(trx, secrets, key, random)
    if (hasFile) log?.info('secrets.moved_to_database', { file })
    return secrets
  })
}

/** Those that `load` returns, if they are the database's own. */
async function ownSecrets(
  db: Db | DbTransaction,
  dataDir: string,
  load: () => Promise<Secrets>,
): Promise<Secrets> {
  const existing = await readFact(db, secretsMarkName)
  if (!(await hasSecrets(dataDir))) {
    if (existing !== undefined) throw new OtherSecrets(remedy(dataDir, 'has no'))
    if (await hasAccounts(db)) throw new OtherSecrets(noSecrets(dataDir))
  }
  const secrets = await load()
  const mark = markOfSecrets(secrets)
  await db
    .insertInto('installation')
    .values({ name: secretsMarkName, value: mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Of two concurrent first starts the other was faster.
  if ((await readFact(db, secretsMarkName)) !== mark) throw new OtherSecrets(remedy(dataDir, 'has another'))
  return secrets
}

function markOfSecrets({ passwordPepper }: Secrets): string {
  return derivedSecret(passwordPepper, 'mark of the installation')
}

function remedy(dataDir: string, has: string) {
  return (
    `The data folder ${dataDir} ${has} secrets.json than the one this database works with: every password would be ` +
    'wrong. Copy secrets.json from the data folder of the first Ekran on this database (or from a backup) into it, or set ' +
    'the same EKRAN_KEY in all processes and start the one with the right file first. ' +
    'Only if it is lost for good: npm run ekran -- secrets accept'
  )
}

function noSecrets(dataDir: string) {
  return (
    `The database has accounts, and the data folder ${dataDir} has no secrets.json: with new secrets every password ` +
    'would be wrong. Copy secrets.json from the data folder that was used with this database (or from a backup) into ' +
    'it, or correct EKRAN_DATA. Only if it is lost for good: npm run ekran -- secrets accept'
  )
}

async function hasAccounts(db: Db | DbTransaction): Promise<boolean> {
  return (await db.selectFrom('account').select('account_id').limit(1).executeTakeFirst()) !== undefined
}

interface AcceptOptions extends Pick<SecretsOptions, 'key'> {
  /** Wrapped secrets that nothing here opens are given up for other ones. */
  readonly givesUp?: boolean
}

/**
 * From now on the secrets of this data folder are the valid ones, and without a file new ones. With a key they are
 * wrapped with it; secrets in the database that it opens stay. Without a key they are in the file again. Wrapped secrets
 * are replaced by their own file only, or with `givesUp`: a key may be found again, so a copy of the row stays
 * (`sealed_secrets_before_…`). Throws `OtherSecrets`.
 */
export function acceptSecrets(
  db: Db,
  dataDir: string,
  random: RandomBytes,
  { key, givesUp = false }: AcceptOptions = {},
): Promise<Secrets> {
  return withSecretsLock(db, async (trx) => {
    const sealed = await readFact(trx, sealedSecretsName)
    const opened = key === undefined || sealed === undefined ? undefined : await openedOrNot(trx, key, random)
    if (sealed !== undefined && opened === undefined) {
      if (!givesUp && !(await isOwnFile(trx, dataDir, random))) throw new OtherSecrets(wouldBeLost)
      await putFact(trx, `${sealedSecretsName}_before_${new Date().toISOString()}`, sealed)
    }
    const secrets = opened ?? (await otherSecrets(dataDir, random, key))
    if (key === undefined) await deleteSealedSecrets(trx)
    else await putSealedSecrets(trx, secrets, key, random)
    await putFact(trx, secretsMarkName, markOfSecrets(secrets))
    return secrets
  })
}

/** Names the secrets that a database works with, without revealing them. */
export const secretsMarkName = 'secrets'

function openedOrNot(trx: DbTransaction, key: string, random: RandomBytes): Promise<Secrets | undefined> {
  return openSealedSecrets(trx, key, random).catch((error: unknown) => {
    if (error instanceof KeyRefused) return undefined
    throw error
  })
}

/** Whether the data folder has the same secrets as the database. */
async function isOwnFile(db: Db | DbTransaction, dataDir: string, random: RandomBytes): Promise<boolean> {
  if (!(await hasSecrets(dataDir))) return false
  return markOfSecrets(await loadSecrets(dataDir, random)) === (await readFact(db, secretsMarkName))
}

async function otherSecrets(dataDir: string, random: RandomBytes, key: string | undefined): Promise<Secrets> {
  if (key === undefined || (await hasSecrets(dataDir))) return loadSecrets(dataDir, random)
  return createSecrets(random)
}

const wouldBeLost =
  'The secrets in the database are wrapped with a key that is not set here, and this data folder does not have their ' +
  'secrets.json. Set EKRAN_KEY (or EKRAN_KEY_FILE) as the running Ekran has it, or put the copy of secrets.json into the ' +
  'data folder. Only if both are lost for good: npm run ekran -- secrets accept --give-up'

/** Why this installation is quiet, as text; undefined when it is not. */
export async function whyQuiet(db: Db, settings: Pick<Settings, 'EKRAN_QUIET'>): Promise<string | undefined> {
  return settings.EKRAN_QUIET ? 'EKRAN_QUIET is on' : await readFact(db, 'quiet')
}

/** Turns the quiet mode on or off from the next start on. */
export async function setQuiet(db: Db, why: string | undefined): Promise<void> {
  if (why === undefined) await db.deleteFrom('installation').where('name', '=', 'quiet').execute()
  else await putFact(db, 'quiet', why)
}

/** The same as one statement ($1: why), for a caller with its own client and transaction. */
export const setQuietSql = `insert into installation (name, value) values ('quiet', $1)
  on conflict (name) do update set value = excluded.value, changed_at = now()`

/** What quiet mode means, for an operator who starts Ekran or requests its status. */
export function quietLine(why: string): string {
  return (
    `Quiet (${why}): nothing is recorded, charged, sent or done in the background. To let it work, once no other Ekran ` +
    'works with a copy of these accounts: npm run ekran -- quiet off'
  )
}

export const installationIdName = 'installation_id'

/** What names this installation to others, such as an object store that belongs to one; made when first asked for. */
export async function loadInstallationId(db: Db, random: RandomBytes): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name: installationIdName, value: uuid(random) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readFact(db, installationIdName)) ?? ''
}

/** Settings that decide about access: processes on one database should share them. */
const decisive = [
  'EKRAN_DEMO',
  'EKRAN_REGISTRATION',
  'EKRAN_REGISTRATION_CLIENTS',
  'EKRAN_ACTIVATION_PERIODS',
  'EKRAN_CODES_PER_HOUR',
  'EKRAN_TICKET_SECONDS',
  'EKRAN_ENCRYPT',
  'EKRAN_CARD_GATEWAY',
  'EKRAN_OPERATOR_PASSWORD',
] as const satisfies readonly (keyof Settings)[]

/**
 * The decisive settings that differ from those of the previous process on the same database; stores this one's. Only
 * marks are stored, keyed by the installation's secret.
 */
export async function differingSettings(
  db: Db,
  settings: Settings,
  { passwordPepper }: Secrets,
): Promise<readonly string[]> {
  const key = derivedSecret(passwordPepper, 'marks of settings')
  const marks = Object.fromEntries(
    decisive.map((name) => [name, markOf(`${key} ${name} ${JSON.stringify(settings[name] ?? null)}`)]),
  )
  const before = parsedMarks(await readFact(db, 'settings'))
  await putFact(db, 'settings', JSON.stringify(marks))
  return decisive.filter((name) => before[name] !== undefined && before[name] !== marks[name])
}

function markOf(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

function parsedMarks(text: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = text === undefined ? {} : JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A fact of the installation; undefined when it has none of that name. */
export async function readFact(db: Db | DbTransaction, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Stores a fact of the installation. */
export async function putFact(db: Db | DbTransaction, name: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: new Date() }))
    .execute()
}
