/** Changes what the service is called and looks like. */
import { sql } from 'kysely'
import { lackingContrast } from '#contract/form/colours.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  changedSince,
  editingContent,
} from '#server/site/content/editing-content.ts'
import type { ServiceFields } from './service.ts'
import { serviceEntity, serviceId, serviceStore } from './service-store.ts'

/** A colour that cannot be read or seen on the site. */
export interface ContrastRefused {
  readonly kind: 'contrast'
  readonly of: 'accent' | 'action'
  readonly has: number
  readonly needs: number
}

/** Saves the settings; an older `version` is refused, and so is a colour without enough contrast. */
export async function saveService(
  db: Db,
  { version, fields }: { readonly version: number; readonly fields: ServiceFields },
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused | ContrastRefused> {
  for (const [of, colour] of [
    ['accent', fields.accent],
    ['action', fields.actionColour],
  ] as const) {
    const lacking = lackingContrast(of, colour)
    if (lacking !== undefined) return { kind: 'contrast', of, ...lacking }
  }
  const editing = {
    entity: serviceEntity,
    store: serviceStore,
    section: 'settings',
    title: 'service',
  } as const
  return editingContent(db, { ...editing, ...who, ids: [serviceId] }, async (tx) => {
    const stored = await tx.selectFrom('service_settings').select('version').executeTakeFirstOrThrow()
    if (stored.version !== version) return changedSince(tx, serviceEntity, serviceId)
    await tx
      .updateTable('service_settings')
      .set({
        ...{ name_ru: fields.nameRu, name_uz: fields.nameUz, logo: fields.logo, accent: fields.accent },
        ...{ action_colour: fields.actionColour, support_phone: fields.supportPhone },
        default_language: fields.defaultLanguage,
        version: sql`version + 1`,
      })
      .execute()
    return serviceId
  })
}
