/** Who sends a request of the API: checked at every request, so that a revoked key ends at once in every process. */
import type { ApiScope } from '#contract/form/api-scopes.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createNetworkLimit } from '#server/platform/limits/networks.ts'
import { createRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'
import { addressMatcher } from '#server/platform/primitives/ip-address.ts'
import { isKey } from './key-form.ts'
import { type ApiKey, keyOfRow } from './stored-keys.ts'

export interface KeyRequest {
  /** What was sent as a bearer token; undefined: nothing. */
  readonly key: string | undefined
  readonly scope: ApiScope
  readonly clientAddress: string
}

export type KeyAdmission =
  | { readonly kind: 'admitted'; readonly keyId: number; readonly name: string }
  | { readonly kind: 'refused'; readonly failure: 'api_key_wrong' | 'api_key_network' }
  | { readonly kind: 'refused'; readonly failure: 'api_key_scope'; readonly scope: ApiScope }
  | { readonly kind: 'refused'; readonly failure: 'too_many_requests'; readonly retryAfterSec: number }

export interface ApiKeys {
  /** Whether a key may be used for this. Wrong keys are limited by network, right ones by their own limit. */
  admit(request: KeyRequest): Promise<KeyAdmission>
}

/** How often the last use of a key is written. */
const usedEveryMs = 60_000

export function openApiKeys(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Pick<Audit, 'record'>
}): ApiKeys {
  const wrong = createNetworkLimit({ name: 'api-key-wrong', attempts: 30, perSec: 600 })
  const perKey = new Map<number, RateLimit>()
  // One entry of the audit for a key and address an hour.
  const reported = createRateLimit({ name: 'api-key-used', attempts: 1, perSec: 3600 })
  const limitOf = (perMinute: number) => {
    const limit =
      perKey.get(perMinute) ??
      createRateLimit({ name: `api-key-${perMinute}`, attempts: perMinute, perSec: 60 })
    perKey.set(perMinute, limit)
    return limit
  }
  return {
    admit: async ({ key, scope, clientAddress }) => {
      // The key first: a right one is never refused for the guesses of others in its network. Its 190 bits cannot be
      // guessed, and it is found by its hash, so the time of an answer says nothing about it.
      const valid = key === undefined ? undefined : await findValid(deps, key)
      if (valid === undefined) {
        const guess = key === undefined ? await wrong.look(clientAddress) : await wrong.spend(clientAddress)
        return guess.kind === 'refused'
          ? { ...guess, failure: 'too_many_requests' }
          : { kind: 'refused', failure: 'api_key_wrong' }
      }
      const spent = await limitOf(valid.perMinute).spend(String(valid.keyId))
      if (spent.kind === 'refused') return { ...spent, failure: 'too_many_requests' }
      const { keyId, name, networks } = valid
      const facts = { key_id: keyId, name, scope }
      if (networks.length > 0 && !addressMatcher(networks)(clientAddress)) {
        if ((await reported.spend(`${keyId} other ${clientAddress}`)).kind === 'allowed')
          void deps.audit.record({
            event: 'api_key_elsewhere',
            actor: 'system',
            address: clientAddress,
            facts,
          })
        return { kind: 'refused', failure: 'api_key_network' }
      }
      if (!valid.scopes.includes(scope)) return { kind: 'refused', failure: 'api_key_scope', scope }
      if ((await reported.spend(`${keyId} ${clientAddress}`)).kind === 'allowed')
        void deps.audit.record({ event: 'api_key_used', actor: 'system', address: clientAddress, facts })
      await noteUse(deps, valid, clientAddress)
      return { kind: 'admitted', keyId, name }
    },
  }
}

async function findValid(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  key: string,
): Promise<ApiKey | undefined> {
  if (!isKey(key)) return undefined
  const hash = tokenHash(key)
  const now = new Date(clock.nowMs())
  const row = await db
    .selectFrom('api_key')
    .selectAll()
    .where((where) =>
      where.or([
        where('key_hash', '=', hash),
        where.and([where('former_hash', '=', hash), where('former_until', '>', now)]),
      ]),
    )
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
  return row === undefined ? undefined : keyOfRow(row)
}

async function noteUse(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { keyId, lastUsedMs, lastUsedFrom }: ApiKey,
  clientAddress: string,
): Promise<void> {
  const nowMs = clock.nowMs()
  const isNoted = lastUsedMs !== null && nowMs - lastUsedMs < usedEveryMs && lastUsedFrom === clientAddress
  if (isNoted) return
  await db
    .updateTable('api_key')
    .set({ last_used_at: new Date(nowMs), last_used_from: clientAddress })
    .where('key_id', '=', keyId)
    .execute()
}
