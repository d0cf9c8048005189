/** The texts of the statistics, loaded with their panel. */
import { ru } from '#web/i18n/ru/television/statistics.ts'
import { uz } from '#web/i18n/uz/television/statistics.ts'
import { createTextHook } from '#web/session/text.ts'

export const useStatisticsText = createTextHook(ru, uz)
