/** The texts of the remote control, loaded with it. */
import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/television/remote-control.ts'
import { uz } from '#web/i18n/uz/television/remote-control.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useRemoteText() {
  return texts(useLanguage())
}

export type RemoteText = ReturnType<typeof useRemoteText>
