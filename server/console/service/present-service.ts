/** Services between the console's forms and the module. */
import type * as z from 'zod/mini'
import type { consoleService } from '#contract/console/service.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import {
  type ServiceFields,
  type StoredFont,
  type StoredService,
  builtInName,
  fontAddress,
} from '#server/site/site.ts'

/** The contacts of the environment, for what is not set in the console. */
export type ContactSettings = Pick<
  Settings,
  | 'EKRAN_COMPANY'
  | 'EKRAN_SUPPORT_PHONE'
  | 'EKRAN_SUPPORT_TELEGRAM'
  | 'EKRAN_SUPPORT_EMAIL'
  | 'EKRAN_SUPPORT_HOURS'
  | 'EKRAN_OFFICE_ADDRESS'
  | 'EKRAN_PUBLIC_URL'
>

/** How a logo and an icon are shown in the console. */
export const shownLogo = { kind: 'logo', width: 320 } as const
export const shownIcon = { kind: 'icon', width: 240 } as const

export function presentService(service: StoredService) {
  const { serviceId, logo, icon } = service
  return {
    ...{ service_id: serviceId, version: service.version, name_ru: service.nameRu, name_uz: service.nameUz },
    ...{ short_name: service.shortName, picture: logo, icon },
    image: logo === '' ? '' : pictureAddress(shownLogo.kind, serviceId, logo, shownLogo.width),
    icon_image: icon === '' ? '' : pictureAddress(shownIcon.kind, serviceId, icon, shownIcon.width),
    ...{ font: service.font, font_bold: service.fontBold },
    ...{ accent: service.accent, action: service.actionColour, support_phone: service.supportPhone },
    ...{ support_email: service.supportEmail, support_telegram: service.supportTelegram },
    ...{ hours_ru: service.hoursRu, hours_uz: service.hoursUz, company: service.company },
    ...{ address_ru: service.addressRu, address_uz: service.addressUz },
    ...{ default_language: service.defaultLanguage, hosts: service.hosts.join('\n') },
  }
}

/** A font for the form, from what it says of itself. */
export function presentFont(version: string, facts: StoredFont['facts'] | undefined) {
  if (facts === undefined) return null
  const { family, weightFrom, weightTo } = facts
  return { family, weight_from: weightFrom, weight_to: weightTo, address: fontAddress(version) }
}

/** What viewers see where a service sets nothing: of the main one, and where that sets nothing, of the environment. */
export function presentBuiltIn(main: StoredService | undefined, settings: ContactSettings) {
  const hours = settings.EKRAN_SUPPORT_HOURS
  const address = settings.EKRAN_OFFICE_ADDRESS
  return {
    support_phone: main?.supportPhone || settings.EKRAN_SUPPORT_PHONE,
    support_email: main?.supportEmail || (settings.EKRAN_SUPPORT_EMAIL ?? ''),
    support_telegram: main?.supportTelegram || (settings.EKRAN_SUPPORT_TELEGRAM ?? ''),
    hours_ru: main?.hoursRu || (hours?.ru ?? ''),
    hours_uz: main?.hoursUz || (hours?.uz ?? ''),
    // Without a company the documents name the service.
    company: main?.company || (settings.EKRAN_COMPANY === builtInName ? '' : settings.EKRAN_COMPANY),
    address_ru: main?.addressRu || (address?.ru ?? ''),
    address_uz: main?.addressUz || (address?.uz ?? ''),
  }
}

/** The fields of a form as they are stored. */
export function fieldsOf(
  input: Omit<z.output<(typeof consoleService)['save']['input']>, 'service_id' | 'version'>,
): ServiceFields {
  return {
    ...{ hosts: input.hosts, nameRu: input.name_ru, nameUz: input.name_uz, shortName: input.short_name },
    ...{ logo: input.picture, icon: input.icon, accent: input.accent, actionColour: input.action },
    ...{ font: input.font, fontBold: input.font_bold },
    ...{ supportPhone: input.support_phone, supportEmail: input.support_email },
    ...{ supportTelegram: input.support_telegram, hoursRu: input.hours_ru, hoursUz: input.hours_uz },
    ...{ company: input.company, addressRu: input.address_ru, addressUz: input.address_uz },
    defaultLanguage: input.default_language,
  }
}

/** The host of the public address, which is the main service's. */
export function mainHostOf({
  EKRAN_PUBLIC_URL: url,
}: Pick<Settings, 'EKRAN_PUBLIC_URL'>): string | undefined {
  return url === undefined ? undefined : new URL(url).hostname
}
