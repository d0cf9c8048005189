import { ru } from '#web/i18n/ru/service/information.ts'
import { uz } from '#web/i18n/uz/service/information.ts'
import { ru as picturesRu } from '#web/i18n/ru/service/step-pictures.ts'
import { uz as picturesUz } from '#web/i18n/uz/service/step-pictures.ts'
import { createTextHook } from '#web/session/text.ts'

export const useInformationText = createTextHook(ru, uz)

export const usePictureText = createTextHook(picturesRu, picturesUz)
