import { ru } from '#web/i18n/ru/account/register.ts'
import { uz } from '#web/i18n/uz/account/register.ts'
import { createTextHook } from '#web/session/text.ts'

export const useRegisterText = createTextHook(ru, uz)

export type RegisterText = ReturnType<typeof useRegisterText>
