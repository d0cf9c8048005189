/** Goodwill templates: ready reasons with what each gives. */
import type { Insertable } from 'kysely'
import type { RecordIn } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'

export interface GoodwillTemplate {
  /** 0: a new one. */
  readonly templateId: number
  readonly name: { readonly ru: string; readonly uz: string; readonly en: string }
  /** Exactly one of the two is above 0. */
  readonly amountTiyin: number
  readonly days: number
  readonly isActive: boolean
}

/** There are a few; more are not shown. */
const maxTemplates = 100

/** All templates, those that are offered first. */
export async function goodwillTemplates(db: Db): Promise<readonly GoodwillTemplate[]> {
  const rows = await templateRows(db)
    .orderBy('is_active', 'desc')
    .orderBy('goodwill_template_id')
    .limit(maxTemplates)
    .execute()
  return rows.map(templateOf)
}

function templateRows(db: Db | DbTransaction) {
  return db.selectFrom('goodwill_template').selectAll()
}

type Row = Awaited<ReturnType<ReturnType<typeof templateRows>['executeTakeFirstOrThrow']>>

function templateOf(row: Row): GoodwillTemplate {
  return {
    ...{ templateId: row.goodwill_template_id, isActive: row.is_active },
    ...{ amountTiyin: row.amount_tiyin ?? 0, days: row.days ?? 0 },
    name: { ru: row.name_ru, uz: row.name_uz, en: row.name_en },
  }
}

interface TemplateSaved {
  readonly templateId: number
  /** What it was; undefined for a new one. */
  readonly before: GoodwillTemplate | undefined
}

/** Adds a template or changes one, with its entry in the audit; undefined: it is gone. */
export function saveGoodwillTemplate(
  db: Db,
  template: GoodwillTemplate,
  record: RecordIn<TemplateSaved>,
): Promise<TemplateSaved | undefined> {
  const values = {
    ...{ name_ru: template.name.ru, name_uz: template.name.uz, name_en: template.name.en },
    amount_tiyin: template.amountTiyin === 0 ? null : template.amountTiyin,
    days: template.days === 0 ? null : template.days,
    is_active: template.isActive,
  }
  return db.transaction().execute(async (trx) => {
    const saved = await save(trx, template.templateId, values)
    if (saved !== undefined) await record(trx, saved)
    return saved
  })
}

async function save(
  trx: DbTransaction,
  templateId: number,
  values: Insertable<Database['goodwill_template']>,
): Promise<TemplateSaved | undefined> {
  if (templateId === 0) {
    const row = await trx
      .insertInto('goodwill_template')
      .values(values)
      .returning('goodwill_template_id')
      .executeTakeFirstOrThrow()
    return { templateId: row.goodwill_template_id, before: undefined }
  }
  const former = await templateRows(trx)
    .where('goodwill_template_id', '=', templateId)
    .forUpdate()
    .executeTakeFirst()
  if (former === undefined) return undefined
  const change = trx.updateTable('goodwill_template').set(values)
  await change.where('goodwill_template_id', '=', templateId).execute()
  return { templateId, before: templateOf(former) }
}
