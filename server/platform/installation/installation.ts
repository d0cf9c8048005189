/** What all processes of an installation must agree on, stored in their shared database. */
import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import { type RandomBytes, uuid } from '#server/platform/primitives/ids.ts'
import { derivedSecret, hasSecrets, loadSecrets, type Secrets } from './secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** This data folder has other secrets than those the database was filled with. The message says what to do. */
export class OtherSecrets extends Error {
  override readonly name = 'OtherSecrets'
}

/**
 * The secrets of the data folder, which must match the database: with others every password is wrong and no saved
 * card can be decrypted. The database stores no secret, only a mark to recognize them. New secrets are created only
 * for a new installation; throws `OtherSecrets` where accounts already exist that new ones would lock out.
 */
export async function loadOwnSecrets(db: Db, dataDir: string, random: RandomBytes): Promise<Secrets> {
  const existing = await readFact(db, 'secrets')
  if (!(await hasSecrets(dataDir))) {
    if (existing !== undefined) throw new OtherSecrets(remedy(dataDir, 'has no'))
    if (await hasAccounts(db)) throw new OtherSecrets(noSecrets(dataDir))
  }
  const secrets = await loadSecrets(dataDir, random)
  const mark = derivedSecret(secrets.passwordPepper, 'mark of the installation')
  await db
    .insertInto('installation')
    .values({ name: 'secrets', value: mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Of two concurrent first starts the other was faster.
  if ((await readFact(db, 'secrets')) !== mark) throw new OtherSecrets(remedy(dataDir, 'has another'))
  return secrets
}

function remedy(dataDir: string, has: string) {
  return (
    `The data folder ${dataDir} ${has} secrets.json than the one this database works with: every password would be ` +
    'wrong. Copy secrets.json from the data folder of the first Ekran on this database (or from a backup) into it. ' +
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

async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('account').select('account_id').limit(1).executeTakeFirst()) !== undefined
}

/** From now on the secrets of this data folder are the valid ones. */
export async function acceptSecrets(db: Db, dataDir: string, random: RandomBytes): Promise<Secrets> {
  const secrets = await loadSecrets(dataDir, random)
  await putFact(db, 'secrets', derivedSecret(secrets.passwordPepper, 'mark of the installation'))
  return secrets
}

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
export async function readFact(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Stores a fact of the installation. */
export async function putFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: new Date() }))
    .execute()
}
