/** Changes what services are called and look like. */
import { lackingContrast } from '#contract/form/colours.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  editingContent,
  nextContentId,
  removeRecord,
  updateRecord,
} from '#server/site/content/editing-content.ts'
import { mainServiceId } from '#server/site/brands/main-service.ts'
import type { ServiceFields } from './service.ts'
import { hostOfAnother, serviceEntity, serviceStore } from './service-store.ts'

/** More would be more than one installation serves. */
const maxServices = 50

/** A colour that cannot be read or seen on the site. */
export interface ContrastRefused {
  readonly kind: 'contrast'
  readonly of: 'accent' | 'action'
  readonly has: number
  readonly needs: number
}

/** A host that belongs to another service. */
export interface HostTaken {
  readonly kind: 'host_taken'
  readonly host: string
  /** The name of that service. */
  readonly by: string
}

/** `no_host`: a service beside the main one needs a host; `no_name`: and a name. `bold_alone`: a bold font without the other. */
export type ServiceRefused =
  | ContentRefused
  | ContrastRefused
  | HostTaken
  | { readonly kind: 'no_host' | 'no_name' | 'bold_alone' }

const editing = { entity: serviceEntity, store: serviceStore, section: 'settings', title: 'service' } as const
const place = { table: 'service_settings', id: 'service_id', entity: serviceEntity } as const

/** A service to be saved. */
export interface ServiceChange {
  /** Null creates one. */
  readonly id: number | null
  /** The one that was shown; an older one is refused. */
  readonly version: number
  readonly fields: ServiceFields
  /** The host of EKRAN_PUBLIC_URL, which is the main service's. */
  readonly mainHost: string | undefined
}

/** Saves the settings of a service; hosts of the main one are ignored, as it has every other. */
export async function saveService(
  db: Db,
  { id, version, fields, mainHost }: ServiceChange,
  who: ContentAuthor,
): Promise<ContentChanged | ServiceRefused> {
  const isMain = id === mainServiceId
  for (const [of, colour] of [
    ['accent', fields.accent],
    ['action', fields.actionColour],
  ] as const) {
    const lacking = lackingContrast(of, colour)
    if (lacking !== undefined) return { kind: 'contrast', of, ...lacking }
  }
  const hosts = isMain ? [] : [...new Set(fields.hosts)]
  if (!isMain && hosts.length === 0) return { kind: 'no_host' }
  if (!isMain && fields.nameRu === '' && fields.nameUz === '') return { kind: 'no_name' }
  if (fields.font === '' && fields.fontBold !== '') return { kind: 'bold_alone' }
  let taken: HostTaken | undefined
  const outcome = await editingContent(
    db,
    { ...editing, ...who, ids: id === null ? [] : [id] },
    async (tx) => {
      taken = await hostTaken(tx, { hosts, id, mainHost })
      // Nothing was written: the transaction ends without a change.
      if (taken !== undefined) return { kind: 'not_found' }
      const values = { ...valuesOf(fields), hosts }
      return id === null ? insertService(tx, values) : updateRecord(tx, place, { id, version, values })
    },
  )
  return taken ?? outcome
}

/** Removes a service beside the main one: its hosts show the main one from then on. */
export async function removeService(
  db: Db,
  { id, version }: { readonly id: number; readonly version: number },
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  if (id === mainServiceId) return { kind: 'not_found' }
  return editingContent(db, { ...editing, ...who, title: 'service_removed', ids: [id] }, async (tx) => {
    const checked = await updateRecord(tx, place, { id, version, values: {} })
    return typeof checked === 'number' ? removeRecord(tx, place, id) : checked
  })
}

interface HostCheck {
  readonly hosts: readonly string[]
  readonly id: number | null
  readonly mainHost: string | undefined
}

async function hostTaken(
  tx: DbTransaction,
  { hosts, id, mainHost }: HostCheck,
): Promise<HostTaken | undefined> {
  if (mainHost !== undefined && hosts.includes(mainHost)) {
    const main = await tx
      .selectFrom('service_settings')
      .select(['name_ru', 'name_uz'])
      .where('service_id', '=', mainServiceId)
      .executeTakeFirst()
    return { kind: 'host_taken', host: mainHost, by: main?.name_ru || main?.name_uz || 'Ekran' }
  }
  const other = await hostOfAnother(tx, hosts, id ?? 0)
  return other === undefined ? undefined : { kind: 'host_taken', host: other.host, by: other.name }
}

async function insertService(
  tx: DbTransaction,
  values: ReturnType<typeof valuesOf> & { hosts: string[] },
): Promise<number | ContentRefused> {
  const { count } = await tx
    .selectFrom('service_settings')
    .select((all) => all.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxServices) return { kind: 'full', max: maxServices }
  const id = await nextContentId(tx)
  await tx
    .insertInto('service_settings')
    .values({ ...values, service_id: id })
    .execute()
  return id
}

function valuesOf(fields: ServiceFields) {
  return {
    ...{ name_ru: fields.nameRu, name_uz: fields.nameUz, short_name: fields.shortName },
    ...{ logo: fields.logo, icon: fields.icon, font: fields.font, font_bold: fields.fontBold },
    ...{ accent: fields.accent, action_colour: fields.actionColour },
    ...{ support_phone: fields.supportPhone, support_email: fields.supportEmail },
    ...{ support_telegram: fields.supportTelegram, hours_ru: fields.hoursRu, hours_uz: fields.hoursUz },
    ...{ company: fields.company, address_ru: fields.addressRu, address_uz: fields.addressUz },
    default_language: fields.defaultLanguage,
  }
}
