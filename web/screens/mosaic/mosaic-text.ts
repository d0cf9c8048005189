import { ru } from '#web/i18n/ru/television/mosaic.ts'
import { uz } from '#web/i18n/uz/television/mosaic.ts'
import { createTextHook } from '#web/session/text.ts'

export const useMosaicText = createTextHook(ru, uz)
