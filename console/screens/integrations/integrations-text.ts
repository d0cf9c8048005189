import { en } from '#console/i18n/en/integrations.ts'
import { ru } from '#console/i18n/ru/integrations.ts'
import { uz } from '#console/i18n/uz/integrations.ts'
import { createTextHook } from '#console/session/text.ts'

export const useIntegrationsText = createTextHook(ru, uz, en)

export type IntegrationsText = ReturnType<typeof useIntegrationsText>
