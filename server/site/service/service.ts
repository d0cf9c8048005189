/** What the service is called and looks like: read from the database, in memory for every page. */
import type { Selectable } from 'kysely'
import type { Language } from '#contract/form/failures.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { mainServiceId } from '#server/site/brands/main-service.ts'
import type { FontFacts } from '#server/site/fonts/read-woff2.ts'
import { listFonts } from '#server/site/fonts/stored-fonts.ts'

/** '' stands for the built-in value, for contacts for those of the environment. */
export interface ServiceFields {
  /** Lower case, without ports; none for the main service. */
  readonly hosts: readonly string[]
  readonly nameRu: string
  readonly nameUz: string
  /** Under the icon of the installed site. */
  readonly shortName: string
  /** The version of its picture original, and that of the icon. */
  readonly logo: string
  readonly icon: string
  /** The version of its font, and of the bold one where each file has one weight. */
  readonly font: string
  readonly fontBold: string
  /** For state and navigation, `#rrggbb`. */
  readonly accent: string
  /** For the one primary action, `#rrggbb`. */
  readonly actionColour: string
  readonly supportPhone: string
  readonly supportEmail: string
  /** `https://t.me/…`. */
  readonly supportTelegram: string
  readonly hoursRu: string
  readonly hoursUz: string
  /** The provider of the service in its documents. */
  readonly company: string
  readonly addressRu: string
  readonly addressUz: string
  readonly defaultLanguage: Language | ''
}

export interface StoredService extends ServiceFields {
  readonly serviceId: number
  readonly version: number
}

/** The name until another one is set. */
export const builtInName = 'Ekran'

/** The settings of all services as they are stored, the main one first. */
export async function listServices(db: Db): Promise<readonly StoredService[]> {
  const rows = await db.selectFrom('service_settings').selectAll().orderBy('service_id').execute()
  return rows.map(serviceOf)
}

/** The stored settings of a service, by default of the main one; undefined when there is none of this id. */
export async function loadService(db: Db): Promise<StoredService>
export async function loadService(db: Db, serviceId: number): Promise<StoredService | undefined>
export async function loadService(db: Db, serviceId = mainServiceId): Promise<StoredService | undefined> {
  const row = await db
    .selectFrom('service_settings')
    .selectAll()
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return row === undefined ? undefined : serviceOf(row)
}

/** The name of the brand where an account was registered, for messages that no request of its owner causes. */
export async function nameForAccount(
  db: Db,
  account: { readonly serviceId?: number | null } | undefined,
  language: Language,
): Promise<string> {
  const own = account?.serviceId == null ? undefined : await loadService(db, account.serviceId)
  return serviceName(own ?? (await loadService(db)), language)
}

function serviceOf(row: Selectable<Database['service_settings']>): StoredService {
  return {
    ...{ serviceId: row.service_id, hosts: row.hosts, nameRu: row.name_ru, nameUz: row.name_uz },
    ...{ shortName: row.short_name, logo: row.logo, icon: row.icon, accent: row.accent },
    ...{ font: row.font, fontBold: row.font_bold },
    ...{ actionColour: row.action_colour, supportPhone: row.support_phone, supportEmail: row.support_email },
    ...{ supportTelegram: row.support_telegram, hoursRu: row.hours_ru, hoursUz: row.hours_uz },
    ...{ company: row.company, addressRu: row.address_ru, addressUz: row.address_uz },
    ...{ defaultLanguage: row.default_language, version: row.version },
  }
}

/** The name in a language; one that is set in the other language only stands for both. */
export function serviceName({ nameRu, nameUz }: ServiceFields, language: Language): string {
  const [first, second] = language === 'ru' ? [nameRu, nameUz] : [nameUz, nameRu]
  return first || second || builtInName
}

/** The name where the language of the reader is unknown: in the service's own language. */
export function mainName(service: ServiceFields): string {
  return serviceName(service, service.defaultLanguage || 'ru')
}

/**
 * The settings that apply to a service: contacts and language that it has not set are those of the main one. Texts in
 * two languages are taken together. Pure.
 */
export function appliedService(service: StoredService, main: StoredService): StoredService {
  const hours = service.hoursRu || service.hoursUz ? service : main
  const address = service.addressRu || service.addressUz ? service : main
  return {
    ...service,
    supportPhone: service.supportPhone || main.supportPhone,
    supportEmail: service.supportEmail || main.supportEmail,
    supportTelegram: service.supportTelegram || main.supportTelegram,
    ...{ hoursRu: hours.hoursRu, hoursUz: hours.hoursUz },
    company: service.company || main.company,
    ...{ addressRu: address.addressRu, addressUz: address.addressUz },
    defaultLanguage: service.defaultLanguage || main.defaultLanguage,
  }
}

export interface LiveService {
  /** The main service. */
  now(): StoredService
  /** The settings that apply to a service; those of the main one for an id that does not exist. */
  of(serviceId: number): StoredService
  /** The id of the service of a `Host` header, which may have a port; the main one for any other. */
  at(host: string | undefined): number
  /** What a font of a service says of itself; undefined when there is none of this version. */
  font(version: string): FontFacts | undefined
  reload(): Promise<void>
}

export async function openService(db: Db): Promise<LiveService> {
  let [services, fonts] = [byId(await listServices(db)), await listFonts(db)]
  const main = () => services.of.get(mainServiceId) ?? missing()
  return {
    now: main,
    of: (serviceId) => services.of.get(serviceId) ?? main(),
    at: (host) => services.at.get(hostNameOf(host)) ?? mainServiceId,
    font: (version) => fonts.get(version),
    reload: async () => {
      const latest = byId(await listServices(db))
      fonts = await listFonts(db)
      services = latest
    },
  }
}

function byId(services: readonly StoredService[]) {
  const main = services.find(({ serviceId }) => serviceId === mainServiceId) ?? missing()
  return {
    of: new Map(services.map((one) => [one.serviceId, appliedService(one, main)])),
    at: new Map(services.flatMap(({ serviceId, hosts }) => hosts.map((host) => [host, serviceId] as const))),
  }
}

/** The host without a port, in lower case. */
function hostNameOf(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

function missing(): never {
  throw new Error('the database has no main service')
}
