/** The settings of a device in the player's menu: when to save data, with its figures, and the mini-player. */
import { hourFigures } from '#player/core/quality/data-saving.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import { miniSetting, setMini } from '#web/player/playback/mini-setting.ts'
import { useDataSaver } from '#web/player/data-saver/use-data-saver.ts'
import { gigabytes, savingOptions, useViewingText } from '#web/player/data-saver/viewing-settings.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useStore } from '#web/state/create-store.ts'
import { savingMode, setSavingMode, tellsMobileNetwork } from '#web/state/data-saver.ts'
import type { Section } from './settings-sections.ts'

/** None on a television, which has no mobile network and no mini-player. */
export function useDeviceSections({ qualities }: PlaybackState): readonly Section[] {
  const t = useViewingText()
  const mode = useStore(savingMode)
  const isSaving = useDataSaver()
  const isMini = useStore(miniSetting)
  if (isTelevision()) return []
  const figures = hourFigures(qualities)
  const options = savingOptions(t, { mode, isSaving, tellsMobile: tellsMobileNetwork() })
  const saver = options.map((option) => ({
    name: option.name,
    chosen: option.chosen,
    choose: () => setSavingMode(option.mode),
    ...(figures === null
      ? {}
      : { note: t('hour', { size: gigabytes(option.mode === 'never' ? figures.full : figures.saving) }) }),
  }))
  const mini = [true, false].map((isOn) => ({
    name: t(isOn ? 'mini.on' : 'mini.off'),
    chosen: isMini === isOn,
    choose: () => setMini(isOn),
  }))
  return [
    { id: 'saver', title: t('saver'), groups: [{ choices: saver }] },
    { id: 'mini', title: t('mini'), groups: [{ choices: mini }] },
  ]
}
