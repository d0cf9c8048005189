/** The settings of a service as pages of the site use them. */
import type { SiteFonts } from '#server/platform/http/site/font-style.ts'
import type { SiteIcon, SiteLook, SiteLooks } from '#server/platform/http/site/site-look.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import {
  type LiveService,
  type StoredService,
  fontAddress,
  serviceName,
  systemMeanWidth,
} from '#server/site/site.ts'

/** Twice as high as it is shown. */
const logoWidth = 320

export function siteLook(service: StoredService): SiteLook {
  const { serviceId, logo, icon, accent, actionColour: action, defaultLanguage } = service
  return {
    name: { ru: serviceName(service, 'ru'), uz: serviceName(service, 'uz') },
    shortName: service.shortName,
    logo: logo === '' ? '' : pictureAddress('logo', serviceId, logo, logoWidth),
    icon: iconOf(serviceId, icon || logo),
    accent,
    action,
    language: defaultLanguage || 'ru',
  }
}

/** The looks of all services. */
export function siteLooks(service: LiveService): SiteLooks {
  return {
    at: (host) => service.at(host),
    of: (serviceId) => {
      const settings = service.of(serviceId)
      return { ...siteLook(settings), fonts: fontsOf(service, settings) }
    },
  }
}

function fontsOf(service: LiveService, { font, fontBold }: StoredService): SiteFonts | undefined {
  const fontOf = (version: string) => {
    const facts = version === '' ? undefined : service.font(version)
    if (facts === undefined) return undefined
    const { weightFrom, weightTo, ascent, descent, lineGap, meanWidth } = facts
    return {
      ...{ address: fontAddress(version), weightFrom, weightTo, ascent, descent, lineGap },
      widthShare: meanWidth / systemMeanWidth,
    }
  }
  const text = fontOf(font)
  return text === undefined ? undefined : { text, bold: fontOf(fontBold) }
}

/** Without an icon of its own the logo, framed as one. */
function iconOf(serviceId: number, version: string): SiteIcon | undefined {
  if (version === '') return undefined
  const [medium, large] = ([240, 640] as const).map((width) =>
    pictureAddress('icon', serviceId, version, width),
  )
  const asJpeg = (address: string) => address.replace(/webp$/, 'jpg')
  return {
    medium: medium ?? '',
    large: large ?? '',
    small: asJpeg(medium ?? ''),
    shared: asJpeg(large ?? ''),
  }
}
