/** The settings of the service as pages of the site use them. */
import type { SiteLook } from '#server/platform/http/site/site-look.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { type StoredService, serviceId, serviceName } from '#server/site/site.ts'

/** Twice as high as it is shown. */
const logoWidth = 320

export function siteLook(service: StoredService): SiteLook {
  const { logo, accent, actionColour: action, defaultLanguage } = service
  return {
    name: { ru: serviceName(service, 'ru'), uz: serviceName(service, 'uz') },
    logo: logo === '' ? '' : pictureAddress('logo', serviceId, logo, logoWidth),
    accent,
    action,
    language: defaultLanguage || 'ru',
  }
}
