/** Templates of messages. */
import { MessageTexts } from '#contract/console/message-texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { unknownField } from './render-message.ts'
import type { MessageKind } from './tables.ts'

export interface SavedTemplate {
  readonly templateId: number
  readonly name: string
  readonly kind: MessageKind
  readonly texts: MessageTexts
  readonly version: number
  readonly changedMs: number
}

export const maxTemplates = 200

/** By name. */
export async function listTemplates(db: Db): Promise<readonly SavedTemplate[]> {
  const rows = await db
    .selectFrom('message_template')
    .selectAll()
    .orderBy('name')
    .orderBy('message_template_id')
    .limit(maxTemplates)
    .execute()
  return rows.map(savedOf)
}

export async function findTemplate(db: Db, templateId: number): Promise<SavedTemplate | undefined> {
  const row = await db
    .selectFrom('message_template')
    .selectAll()
    .where('message_template_id', '=', templateId)
    .executeTakeFirst()
  return row === undefined ? undefined : savedOf(row)
}

interface Row {
  readonly message_template_id: number
  readonly name: string
  readonly kind: MessageKind
  readonly texts: unknown
  readonly version: number
  readonly changed_at: Date
}

function savedOf(row: Row): SavedTemplate {
  return {
    ...{ templateId: row.message_template_id, name: row.name, kind: row.kind, version: row.version },
    ...{ texts: MessageTexts.parse(row.texts), changedMs: row.changed_at.getTime() },
  }
}

export interface TemplateToSave {
  /** Null: a new one. */
  readonly templateId: number | null
  /** The version that was read; another one means that somebody was faster. */
  readonly version: number
  readonly name: string
  readonly kind: MessageKind
  readonly texts: MessageTexts
}

export type TemplateSaved =
  | { readonly kind: 'saved'; readonly templateId: number; readonly before: SavedTemplate | undefined }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'missing' | 'changed' | 'full' }

/** Stores a template, or creates one; refuses one with a field that does not exist. */
export async function saveTemplate(db: Db, template: TemplateToSave, nowMs: number): Promise<TemplateSaved> {
  const field = unknownField(template.texts)
  if (field !== undefined) return { kind: 'field', field }
  const { name, kind, texts, templateId, version } = template
  const values = { name, kind, texts: JSON.stringify(texts), changed_at: new Date(nowMs) }
  return db.transaction().execute(async (trx): Promise<TemplateSaved> => {
    if (templateId === null) {
      if ((await listTemplates(trx)).length >= maxTemplates) return { kind: 'full' }
      const row = await trx
        .insertInto('message_template')
        .values(values)
        .returning('message_template_id')
        .executeTakeFirstOrThrow()
      return { kind: 'saved', templateId: row.message_template_id, before: undefined }
    }
    const before = await findTemplate(trx, templateId)
    if (before === undefined) return { kind: 'missing' }
    const changed = await trx
      .updateTable('message_template')
      .set((on) => ({ ...values, version: on('version', '+', 1) }))
      .where('message_template_id', '=', templateId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (Number(changed.numUpdatedRows) === 0) return { kind: 'changed' }
    return { kind: 'saved', templateId, before }
  })
}

/** Deletes a template and returns it; undefined when there is none. Campaigns that were started have a copy. */
export async function removeTemplate(db: Db, templateId: number): Promise<SavedTemplate | undefined> {
  const row = await db
    .deleteFrom('message_template')
    .where('message_template_id', '=', templateId)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : savedOf(row)
}
