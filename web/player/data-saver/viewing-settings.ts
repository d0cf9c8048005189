/** The settings that belong to a device: when to save data, and the mini-player. */
import type { Translate } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/television/viewing-settings.ts'
import { uz } from '#web/i18n/uz/television/viewing-settings.ts'
import { createTextHook } from '#web/session/text.ts'
import type { SavingMode } from '#web/state/data-saver.ts'

export type ViewingText = Translate<typeof ru>

export const useViewingText = createTextHook(ru, uz)

export interface SavingOption {
  readonly mode: SavingMode
  readonly name: string
  readonly chosen: boolean
}

/** The options of this browser, which may not tell a mobile network from the others: then it is one switch. */
export function savingOptions(
  t: ViewingText,
  now: { readonly mode: SavingMode | null; readonly isSaving: boolean; readonly tellsMobile: boolean },
): readonly SavingOption[] {
  // Before a choice the browser's own data saver decides.
  const mode = now.mode ?? (now.isSaving ? 'always' : 'never')
  const isChosen = (one: SavingMode) =>
    now.tellsMobile ? mode === one : (mode === 'never') === (one === 'never')
  const modes = now.tellsMobile ? (['never', 'mobile', 'always'] as const) : (['never', 'always'] as const)
  return modes.map((one) => ({
    mode: one,
    name: t(!now.tellsMobile && one === 'always' ? 'saver.on' : `saver.${one}`),
    chosen: isChosen(one),
  }))
}

/** `0,3`: what an hour takes, GB; a small part counts as 0.1. */
export function gigabytes(figure: number): string {
  return Math.max(0.1, figure).toFixed(1).replace('.', ',')
}
