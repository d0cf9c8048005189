import { ru } from '#web/i18n/ru/account/cabinet-money.ts'
import { uz } from '#web/i18n/uz/account/cabinet-money.ts'
import { createTextHook } from '#web/session/text.ts'

export const useMoneyText = createTextHook(ru, uz)

export type MoneyText = ReturnType<typeof useMoneyText>
