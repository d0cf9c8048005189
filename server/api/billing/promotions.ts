import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentPromotion } from './present.ts'
import { type PromotionName, sumsOf } from '#server/billing/billing.ts'
import { answer, refuse } from '#contract/form/endpoint.ts'
import { promotions as calls } from '#contract/billing/promotions.ts'
import {
  type BoundCall,
  type Call,
  type Handlers,
  type Viewer,
  bindCalls,
} from '#server/platform/http/endpoints/bind-contract.ts'
import { type RateLimit, createRateLimit } from '#server/platform/http/client/rate-limit.ts'

/** The calls about promo codes and offers. `limit`: how many codes may be tried; default ten in ten minutes. */
export function promotionEndpoints(
  deps: Pick<ApiContext, 'billing'> & Uses<{ audit: 'record' }>,
  limit: RateLimit = createRateLimit({ name: 'promo', attempts: 10, perSec: 600 }),
): readonly BoundCall[] {
  const { billing } = deps
  const refusedFor = async (accountId: number) => {
    const spent = await limit.spend(String(accountId))
    if (spent.kind === 'allowed') return undefined
    const { retryAfterSec } = spent
    return refuse('too_many_requests', { retryAfterSec, values: { seconds: retryAfterSec } })
  }
  const activate = async (name: PromotionName, call: Call<Viewer>) => {
    const { accountId } = call.viewer
    const once = await billing.activatePromotion({ accountId, name, key: call.idempotencyKey })
    if (once.kind === 'conflict') return refuse('key_used')
    const done = once.answer
    if (done.kind === 'refused') return refuse(done.failure)
    if (done.kind === 'insufficient')
      return refuse('insufficient_funds', { values: { missing: sumsOf(done.missingTiyin) } })
    const facts = { promotion: done.promotion.promotionId, kind: done.promotion.kind }
    const event = { event: 'promotion_activated', actor: 'viewer', accountId, facts } as const
    void deps.audit.record({ ...event, address: call.clientAddress })
    const { balanceTiyin } = await billing.standingOf(accountId)
    return answer({
      promotion: presentPromotion(done.promotion, call.language),
      balance: sumsOf(balanceTiyin),
      paid_until: Math.floor((done.paidUntilMs ?? 0) / 1000),
    })
  }
  const handlers: Handlers<typeof calls> = {
    check: async ({ code }, { viewer: { accountId }, language }) => {
      const tooMany = await refusedFor(accountId)
      if (tooMany !== undefined) return tooMany
      const look = await billing.lookAtPromotion({ accountId, name: { kind: 'code', code } })
      if (look.kind === 'refused') return refuse(look.failure)
      return answer({ promotion: presentPromotion(look.promotion, language) })
    },
    activate: async ({ code }, call) =>
      (await refusedFor(call.viewer.accountId)) ?? activate({ kind: 'code', code }, call),
    offers: async (_input, { viewer, language }) => {
      const [offers, used] = await Promise.all([billing.offers(), billing.usedPromotions(viewer.accountId)])
      const item = offers.flatMap((one) =>
        one.kind === 'code'
          ? []
          : [
              {
                kind: one.kind,
                ...presentPromotion(one, language),
                is_used: used.some(({ kind }) => kind === one.kind) ? (1 as const) : (0 as const),
              },
            ],
      )
      return answer({ promotions: { item } })
    },
    take: ({ kind }, call) => activate({ kind }, call),
  }
  return bindCalls('promotions', calls, handlers)
}
