import type { Audit, SecurityEvent } from '#server/audit/audit.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { AccountCity, CityChoice } from './city-choice.ts'

/** Who said it. */
export interface CityAuthor {
  readonly actor: SecurityEvent['actor']
  readonly address?: string | undefined
  readonly staff?: { readonly staffId: number; readonly name: string }
}

/** Writes into the audit that the city of a subscriber was said, with the one before; the last statement of its transaction. */
export async function recordAccountCity(
  { tx, audit }: { readonly tx: DbTransaction; readonly audit: Pick<Audit, 'recordIn'> },
  { accountId, cityId, way }: CityChoice,
  before: AccountCity | undefined,
  { actor, address, staff }: CityAuthor,
): Promise<void> {
  if (before?.cityId === cityId && before?.way === way) return
  const ids = [before?.cityId ?? 0, cityId ?? 0]
  const rows = await tx
    .selectFrom('city')
    .select(['city_id', 'name_ru'])
    .where('city_id', 'in', ids)
    .execute()
  const nameOf = (id: number) => rows.find((row) => row.city_id === id)?.name_ru ?? ''
  await audit.recordIn(tx, {
    ...{ event: 'subscriber_city_set', actor, accountId },
    ...(address === undefined ? {} : { address }),
    change: {
      ...(staff === undefined ? {} : { staff }),
      ...{ section: 'subscribers', subject: `subscriber ${accountId}` },
      before: { city: nameOf(before?.cityId ?? 0), way: before?.way ?? '' },
      after: { city: nameOf(cityId ?? 0), way: cityId === null ? '' : way },
    },
  })
}
