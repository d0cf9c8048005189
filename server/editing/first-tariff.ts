/** What tariffs can open, and a simple tariff with everything of it. */
import { openTariffService, readTariffFile, type TariffGround } from '#server/billing/billing.ts'
import type { TariffAuthor } from '#server/billing/billing.ts'
import type { RecordIn } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { loadChannels } from '#server/television/television.ts'

/** What a tariff may open: channels by their numbers and categories, and providers. */
export async function tariffGround(db: Db): Promise<TariffGround> {
  const channels = await loadChannels(db)
  const categories = await db.selectFrom('channel_category').selectAll().orderBy('id').execute()
  const providers = await db.selectFrom('provider').select(['id', 'name']).orderBy('id').execute()
  return {
    channels: channels.map((one) => ({
      cid: one.cid,
      number: one.number,
      name: one.name.ru || one.name.uz,
      categoryIds: [one.categoryId, ...one.additionalCategories],
      ...{ languages: one.languages, quality: one.quality },
    })),
    categories: categories.map((one) => ({ id: one.id, names: [one.name_ru, one.name_uz] })),
    providers,
  }
}

export interface FirstTariff {
  readonly nameRu: string
  readonly nameUz: string
  /** Soʻm for 30 days. */
  readonly price: number
}

export type FirstTariffOutcome =
  | { readonly kind: 'created'; readonly tariffId: number; readonly channels: number }
  /** There is nothing that it could open. */
  | { readonly kind: 'no_channels' }
  | { readonly kind: 'exists' }

/**
 * Creates the base tariff of a service that has none, with every channel and every provider's films; `record` writes it
 * into the audit.
 */
export async function createFirstTariff(
  db: Db,
  { nameRu, nameUz, price }: FirstTariff,
  { by, nowMs }: Pick<TariffAuthor, 'by' | 'nowMs'>,
  record: RecordIn<{ readonly tariffId: number; readonly channels: number }>,
): Promise<FirstTariffOutcome> {
  const service = openTariffService(db)
  if ((await service.tariffs()).length > 0) return { kind: 'exists' }
  const ground = await tariffGround(db)
  if (ground.channels.length === 0) return { kind: 'no_channels' }
  const file = readTariffFile(
    JSON.stringify({
      tariffs: [
        {
          ...{ id: firstTariffId, name: { ru: nameRu, uz: nameUz, en: nameRu }, kind: 'base', price },
          channels: ground.channels.map(({ number }) => number),
          providers: ground.providers.map(({ id }) => id),
        },
      ],
    }),
  )
  if (file.kind === 'refused') throw new Error(`the first tariff: ${file.problems.join('; ')}`)
  const channels = ground.channels.length
  const put = await service.put({
    ...{ file, ground, isDry: false, by, nowMs },
    record: (trx) => record(trx, { tariffId: firstTariffId, channels }),
  })
  if (put.kind === 'refused') throw new Error(`the first tariff: ${put.problems.join('; ')}`)
  return { kind: 'created', tariffId: firstTariffId, channels }
}

/** The number of the first tariff; later ones get others. */
const firstTariffId = 1
