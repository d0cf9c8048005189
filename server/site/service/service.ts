/** What the service is called and looks like: read from the database, in memory for every page. */
import type { Language } from '#contract/form/failures.ts'
import type { Db } from '#server/platform/database/database.ts'

/** '' stands for the built-in value, for the phone for that of the environment. */
export interface ServiceFields {
  readonly nameRu: string
  readonly nameUz: string
  /** The version of its picture original. */
  readonly logo: string
  /** For state and navigation, `#rrggbb`. */
  readonly accent: string
  /** For the one primary action, `#rrggbb`. */
  readonly actionColour: string
  readonly supportPhone: string
  readonly defaultLanguage: Language | ''
}

export interface StoredService extends ServiceFields {
  readonly version: number
}

/** The name until another one is set. */
export const builtInName = 'Ekran'

/** The stored settings of the service. */
export async function loadService(db: Db): Promise<StoredService> {
  const row = await db.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
  return {
    ...{ nameRu: row.name_ru, nameUz: row.name_uz, logo: row.logo, accent: row.accent },
    ...{ actionColour: row.action_colour, supportPhone: row.support_phone },
    ...{ defaultLanguage: row.default_language, version: row.version },
  }
}

/** The name in a language; one that is set in the other language only stands for both. */
export function serviceName({ nameRu, nameUz }: ServiceFields, language: Language): string {
  const [first, second] = language === 'ru' ? [nameRu, nameUz] : [nameUz, nameRu]
  return first || second || builtInName
}

export interface LiveService {
  now(): StoredService
  reload(): Promise<void>
}

export async function openService(db: Db): Promise<LiveService> {
  let service = await loadService(db)
  return {
    now: () => service,
    reload: async () => {
      service = await loadService(db)
    },
  }
}
