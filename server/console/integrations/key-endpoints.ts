/** Keys of the API in the console. */
import { consoleApiKeys as endpoints } from '#contract/console/api-keys.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  type ApiKey,
  findApiKey,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  rotateApiKey,
} from '#server/api-keys/api-keys.ts'
import type { Audit, RecordIn } from '#server/audit/audit.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { isAddressOrPrefix } from '#server/platform/primitives/ip-address.ts'

export interface IntegrationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly audit: Pick<Audit, 'record' | 'recordIn'>
}

const hourMs = 3_600_000

export function apiKeyEndpoints(deps: IntegrationDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  return bindConsole('consoleApiKeys', endpoints, {
    list: async () => {
      const keys = await listApiKeys(db)
      return respond({ keys: keys.map((key) => present(key, clock.nowMs())) })
    },
    ...makingHandlers(deps),
    ...revokingHandlers(deps),
  })
}

function makingHandlers(deps: IntegrationDeps): ConsoleHandlers<typeof endpoints, 'make' | 'rotate'> {
  const { clock } = deps
  return {
    make: async ({ name, scopes, networks, per_minute: perMinute, expires_at: expires }, call) => {
      const nowMs = clock.nowMs()
      const wrong = networks.find((network) => !isAddressOrPrefix(network))
      if (wrong !== undefined) return reject('network_wrong', { values: { network: wrong } })
      const expiresMs = expires === null ? null : expires * 1000
      if (expiresMs !== null && expiresMs <= nowMs) return reject('expiry_past')
      const fields = { name, scopes: [...new Set(scopes)], networks, perMinute, expiresMs }
      const made = await makeApiKey(deps, fields, {
        ...{ by: call.staff.name, nowMs },
        record: entry(deps, call, ({ keyId, prefix }) => ({
          ...{ event: 'api_key_made', keyId, after: { ...fields, prefix } },
        })),
      })
      if (made.kind === 'full') return reject('integrations_full', { values: { max: made.max } })
      const { keyId, key, prefix } = made
      return respond({ key_id: keyId, key, prefix })
    },
    rotate: async ({ key_id: keyId, former_hours: hours }, call) => {
      const rotated = await rotateApiKey(
        deps,
        keyId,
        { nowMs: clock.nowMs(), formerMs: hours * hourMs },
        entry(deps, call, ({ prefix, former: { name, prefix: formerPrefix } }) => ({
          ...{ event: 'api_key_rotated', keyId, before: { name, prefix: formerPrefix } },
          after: { name, prefix, former_hours: hours },
        })),
      )
      if (rotated === undefined) return reject('not_found')
      return respond({ key_id: keyId, key: rotated.key, prefix: rotated.prefix })
    },
  }
}

function revokingHandlers(deps: IntegrationDeps): ConsoleHandlers<typeof endpoints, 'revoke' | 'leaked'> {
  const revoke = async (keyId: number, call: ConsoleCall, isLeaked: boolean) => {
    const by = { by: call.staff.name, nowMs: deps.clock.nowMs(), isLeaked }
    const event = isLeaked ? 'api_key_leaked' : 'api_key_revoked'
    const revoked = await revokeApiKey(
      deps.db,
      keyId,
      by,
      entry(deps, call, ({ name, prefix }) => ({
        ...{ event, keyId, before: { name, prefix }, after: { revoked: true } },
      })),
    )
    return revoked === undefined ? undefined : { name: revoked.name, prefix: revoked.prefix }
  }
  return {
    revoke: async ({ key_id: keyId }, call) => {
      const revoked = await revoke(keyId, call, false)
      return revoked === undefined ? reject('not_found') : respond({ name: revoked.name })
    },
    leaked: async ({ key }, call) => {
      const keyId = await findApiKey(deps.db, key)
      const revoked = keyId === undefined ? undefined : await revoke(keyId, call, true)
      return respond({ is_valid: revoked !== undefined, ...(revoked ?? { name: '', prefix: '' }) })
    },
  }
}

function present(key: ApiKey, nowMs: number) {
  const isExpired = key.expiresMs !== null && key.expiresMs <= nowMs
  const { formerUntilMs: former } = key
  return {
    ...{ key_id: key.keyId, name: key.name, prefix: key.prefix, scopes: [...key.scopes] },
    ...{ networks: [...key.networks], per_minute: key.perMinute, expires_at: secondsOf(key.expiresMs) },
    ...{ created_at: Math.floor(key.createdMs / 1000), created_by: key.createdBy },
    ...{ last_used_at: secondsOf(key.lastUsedMs), last_used_from: key.lastUsedFrom },
    former_until: former !== null && former > nowMs ? secondsOf(former) : null,
    ...{ revoked_at: secondsOf(key.revokedMs), revoked_by: key.revokedBy, is_leaked: key.isLeaked },
    state:
      key.revokedMs !== null ? ('revoked' as const) : isExpired ? ('expired' as const) : ('valid' as const),
  }
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000)
}

interface Recorded {
  readonly event: string
  readonly keyId: number
  readonly before?: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** The entry of an act on a key, in its transaction. */
function entry<Done>(
  { audit }: IntegrationDeps,
  { staff, clientAddress: address }: ConsoleCall,
  entryOf: (done: Done) => Recorded,
): RecordIn<Done> {
  return (trx, done) => {
    const { event, keyId, before, after } = entryOf(done)
    const by = { staffId: staff.staffId, name: staff.name }
    const change = { staff: by, section: 'settings', subject: `api key ${keyId}`, before, after }
    return audit.recordIn(trx, { event, actor: 'staff', address, change })
  }
}
