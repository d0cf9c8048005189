import { ru } from '#web/i18n/ru/account/devices.ts'
import { uz } from '#web/i18n/uz/account/devices.ts'
import { createTextHook } from '#web/session/text.ts'

export const useDeviceText = createTextHook(ru, uz)

export type DeviceText = ReturnType<typeof useDeviceText>
