import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/devices.ts'
import { uz } from '#web/i18n/uz/devices.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useDeviceText() {
  return texts(useLanguage())
}

export type DeviceText = ReturnType<typeof useDeviceText>
