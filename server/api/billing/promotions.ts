import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentPromotion } from './present.ts'
import { type PromotionName, sumsOf } from '#server/billing/billing.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { promotions as endpoints } from '#contract/billing/promotions.ts'
import {
  type BoundEndpoint,
  type RequestContext,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

/** The endpoints of promo codes and offers. */
export function promotionEndpoints(
  deps: Pick<ApiContext, 'billing'> & Uses<{ audit: 'record' }>,
): readonly BoundEndpoint[] {
  const { billing } = deps
  const activate = async (name: PromotionName, request: RequestContext<Viewer>) => {
    const { accountId } = request.viewer
    const once = await billing.activatePromotion({ accountId, name, key: request.idempotencyKey })
    if (once.kind === 'conflict') return reject('key_used')
    const done = once.response
    if (done.kind === 'refused') return reject(done.failure)
    if (done.kind === 'insufficient')
      return reject('insufficient_funds', { values: { missing: sumsOf(done.missingTiyin) } })
    const facts = { promotion: done.promotion.promotionId, kind: done.promotion.kind }
    const event = { event: 'promotion_activated', actor: 'viewer', accountId, facts } as const
    void deps.audit.record({ ...event, address: request.clientAddress })
    const { balanceTiyin } = await billing.accountStanding(accountId)
    return respond({
      promotion: presentPromotion(done.promotion, request.language),
      balance: sumsOf(balanceTiyin),
      paid_until: Math.floor((done.paidUntilMs ?? 0) / 1000),
    })
  }
  const handlers: Handlers<typeof endpoints> = {
    check: async ({ code }, { viewer: { accountId }, language }) => {
      const look = await billing.checkPromotion({ accountId, name: { kind: 'code', code } })
      if (look.kind === 'refused') return reject(look.failure)
      return respond({ promotion: presentPromotion(look.promotion, language) })
    },
    activate: ({ code }, request) => activate({ kind: 'code', code }, request),
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
      return respond({ promotions: { item } })
    },
    take: ({ kind }, request) => activate({ kind }, request),
  }
  return bindEndpoints('promotions', endpoints, handlers)
}
