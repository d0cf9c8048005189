/** Keys of the API for other programs: the same as on the page of integrations in the console. */
import { apiRates, apiScopes } from '#contract/form/api-scopes.ts'
import {
  type ApiKey,
  type ApiKeyFields,
  findApiKey,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  rotateApiKey,
  type RotatedKey,
} from '#server/api-keys/api-keys.ts'
import type { RecordIn } from '#server/audit/audit.ts'
import { readSecret } from '#server/cli/alarms/read-secret.ts'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  moment,
  momentIn,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import type { Services } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { isAddressOrPrefix } from '#server/platform/primitives/ip-address.ts'

const operator = 'operator'

/** The entry of an act on a key, in its transaction. */
function entry<Done>(
  services: Services,
  event: string,
  factsOf: (done: Done) => { readonly keyId: number; readonly after: Readonly<Record<string, unknown>> },
): RecordIn<Done> {
  return operatorEntry(services, (done: Done) => {
    const { keyId, after } = factsOf(done)
    return { event, change: { section: 'settings', subject: `api key ${keyId}`, after } }
  })
}

function keyIdIn(word: string): number | undefined {
  return /^\d{1,9}$/.test(word) ? Number(word) : undefined
}

export const apiKeysList: CliCommand = {
  name: 'api-keys list',
  usage: '',
  summary: 'the keys of the API for other programs',
  help: 'Never shows a key itself: only its first characters.\n\nExample\n  npm run ekran -- api-keys list',
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async ({ work }) => {
      const keys = await listApiKeys(work.db)
      return done(
        ...keys.map(lineOf),
        ...(keys.length === 0 ? ['There are none: make one with "api-keys make".'] : []),
      )
    }),
}

function lineOf(key: ApiKey): string {
  const nowMs = systemClock.nowMs()
  const isExpired = key.expiresMs !== null && key.expiresMs <= nowMs
  const state =
    key.revokedMs !== null ? (key.isLeaked ? 'leaked' : 'revoked') : isExpired ? 'expired' : 'valid'
  return [
    `${key.keyId}  ${key.prefix}…  ${state}  ${shown(key.name)}`,
    key.scopes.join(','),
    key.networks.length === 0 ? 'from anywhere' : `from ${key.networks.join(',')}`,
    `${key.perMinute} a minute`,
    key.expiresMs === null ? 'no expiry' : `until ${moment(key.expiresMs)}`,
    key.lastUsedMs === null ? 'not used yet' : `used ${moment(key.lastUsedMs)} from ${key.lastUsedFrom}`,
  ].join('  ')
}

export const apiKeysMake: CliCommand = {
  name: 'api-keys make',
  usage: '<name> --scopes <scope,…> [--networks <network,…>] [--per-minute <n>] [--expires <date and time>]',
  summary: 'make a key of the API and print it',
  help: `The key is printed now and can't be shown again.

  --scopes      ${apiScopes.join(', ')}
  --networks    addresses or networks it may be used from: 203.0.113.7,198.51.100.0/24. From anywhere when left out
  --per-minute  how many requests: ${apiRates.join(', ')}; 300 when left out
  --expires     2027-01-01T00:00; it does not expire when left out

Example
  npm run ekran -- api-keys make "Billing" --scopes accounts:read,entitlements:write --networks 203.0.113.7`,
  options: {
    scopes: { type: 'string' },
    networks: { type: 'string' },
    'per-minute': { type: 'string' },
    expires: { type: 'string' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const nowMs = systemClock.nowMs()
    const fields = readFields(input, nowMs)
    if (typeof fields === 'string') return refused(fields)
    return withServices(tools, async (services) => {
      const deps = { db: services.work.db, random: systemRandom }
      const made = await makeApiKey(deps, fields, {
        ...{ by: operator, nowMs },
        record: entry(services, 'api_key_made', ({ keyId, prefix }) => ({
          ...{ keyId, after: { ...fields, prefix } },
        })),
      })
      if (made.kind === 'full') return refused(`there are ${made.max} keys already: revoke some`)
      return done(`Key ${made.keyId} is made. It is shown nowhere again:`, `  ${made.key}`)
    })
  },
}

function readFields(input: CommandInput, nowMs: number): ApiKeyFields | string {
  const name = (input.words[0] ?? '').trim()
  if (name === '' || name.length > 80) return 'the name has 1 to 80 characters'
  const words = (input.text('scopes') ?? '').split(',').filter(Boolean)
  const scopes = apiScopes.filter((scope) => words.includes(scope))
  if (scopes.length === 0 || scopes.length !== new Set(words).size)
    return `--scopes are some of ${apiScopes.join(', ')}`
  const networks = (input.text('networks') ?? '').split(',').filter(Boolean)
  const wrong = networks.find((network) => !isAddressOrPrefix(network))
  if (wrong !== undefined) return `${shown(wrong)} is no address and no network like 203.0.113.0/24`
  if (networks.length > 20) return '--networks are 20 at most'
  const perMinute = apiRates.find((rate) => String(rate) === (input.text('per-minute') ?? '300'))
  if (perMinute === undefined) return `--per-minute is one of ${apiRates.join(', ')}`
  const expires = input.text('expires')
  const expiresMs = expires === undefined ? null : momentIn(expires)
  if (expiresMs === undefined) return '--expires is like 2027-01-01T00:00'
  if (expiresMs !== null && expiresMs <= nowMs) return '--expires has passed already'
  return { name, scopes, networks, perMinute, expiresMs }
}

export const apiKeysRotate: CliCommand = {
  name: 'api-keys rotate',
  usage: '<number> [--former-hours <n>]',
  summary: 'replace a key by a new one and print it',
  help: `The former key stays valid for 24 hours, or for --former-hours (0 to 168), so that the other program can change over.

Example
  npm run ekran -- api-keys rotate 3 --former-hours 2`,
  options: { 'former-hours': { type: 'string' } },
  min: 1,
  max: 1,
  run: async ({ words: [word = ''], text }, tools) => {
    const hours = text('former-hours') ?? '24'
    const keyId = keyIdIn(word)
    if (!/^\d{1,3}$/.test(hours) || Number(hours) > 168) return refused('--former-hours is 0 to 168')
    return withServices(tools, async (services) => {
      const when = { nowMs: systemClock.nowMs(), formerMs: Number(hours) * 3_600_000 }
      const deps = { db: services.work.db, random: systemRandom }
      const recorded = entry(services, 'api_key_rotated', ({ prefix, former }: RotatedKey) => ({
        ...{ keyId: former.keyId, after: { prefix, former_hours: Number(hours) } },
      }))
      const rotated = keyId === undefined ? undefined : await rotateApiKey(deps, keyId, when, recorded)
      if (keyId === undefined || rotated === undefined) return refused(`there is no valid key ${shown(word)}`)
      return done(
        `Key ${keyId} is replaced; the former is valid for ${hours} hours. It is shown nowhere again:`,
        `  ${rotated.key}`,
      )
    })
  },
}

export const apiKeysRevoke: CliCommand = {
  name: 'api-keys revoke',
  usage: '<number>',
  summary: 'revoke a key from the next request on',
  help: 'Example\n  npm run ekran -- api-keys revoke 3',
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => revoke(services, keyIdIn(word), false, `key ${shown(word)}`)),
}

export const apiKeysLeaked: CliCommand = {
  name: 'api-keys leaked',
  usage: '< file',
  summary: 'revoke a key that was seen where it should not be, by the key itself',
  help: `Reads the key from the first line of the standard input, so that it is in no history of commands.

Example
  npm run ekran -- api-keys leaked < key.txt`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    const key = await readSecret()
    if (key === '') return refused('the standard input has no key: write "api-keys leaked < file"')
    return withServices(tools, async (services) =>
      revoke(services, await findApiKey(services.work.db, key), true, 'key like this'),
    )
  },
}

async function revoke(
  services: Services,
  keyId: number | undefined,
  isLeaked: boolean,
  what: string,
): Promise<Outcome> {
  const how = { by: operator, nowMs: systemClock.nowMs(), isLeaked }
  const recorded = entry(services, isLeaked ? 'api_key_leaked' : 'api_key_revoked', (key: ApiKey) => ({
    ...{ keyId: key.keyId, after: { revoked: true } },
  }))
  const revoked = keyId === undefined ? undefined : await revokeApiKey(services.work.db, keyId, how, recorded)
  if (revoked === undefined) return refused(`there is no valid ${what}`)
  return done(`Revoked: ${revoked.prefix}… ${shown(revoked.name)}.`)
}
