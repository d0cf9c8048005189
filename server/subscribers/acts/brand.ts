/** The brand of a subscriber: whose name and look messages and receipts have that no request of theirs causes. */
import { giveBrand } from '#server/accounts/accounts.ts'
import { unknownBrand } from '#server/site/site.ts'
import type { ActRequest } from './act-store.ts'
import { type ActDeps, type Performed, performAct } from './perform-act.ts'

type BrandRefused = { readonly kind: 'brand_unknown' | 'brand_same' }

/** Gives a subscriber another brand of this installation; 1 is the main one. */
export function changeBrand(
  deps: ActDeps,
  { brand, ...request }: Omit<ActRequest, 'kind' | 'inputs'> & { readonly brand: number },
): Promise<Performed<Readonly<Record<never, never>>, BrandRefused>> {
  const act = { ...request, kind: 'brand', inputs: [brand] }
  return performAct<Readonly<Record<never, never>>, BrandRefused>(deps, act, async (trx) => {
    if ((await unknownBrand(trx, [brand])) !== undefined) return { kind: 'brand_unknown' }
    const before = await giveBrand(trx, request.accountId, brand)
    if (before === brand) return { kind: 'brand_same' }
    return { kind: 'done', result: {}, before: { brand: before }, after: { brand } }
  })
}
