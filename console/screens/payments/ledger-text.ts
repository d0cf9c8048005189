import { en } from '#console/i18n/en/ledger.ts'
import { ru } from '#console/i18n/ru/ledger.ts'
import { uz } from '#console/i18n/uz/ledger.ts'
import { createTextHook } from '#console/session/text.ts'

export const useLedgerText = createTextHook(ru, uz, en)
