/** What belongs to this device: when to save data, and the mini-player (ALIVE-02, ALIVE-03). */
import { useState } from 'react'
import { useDataSaver } from '#web/player/data-saver/use-data-saver.ts'
import { gigabytes, savingOptions, useViewingText } from '#web/player/data-saver/viewing-settings.ts'
import { rememberedHours } from '#web/player/data-saver/hour-memory.ts'
import { miniSetting, setMini } from '#web/player/playback/mini-setting.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useStore } from '#web/state/create-store.ts'
import { savingMode, setSavingMode, tellsMobileNetwork } from '#web/state/data-saver.ts'
import { Chips } from '#web/ui/controls/chips.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import styles from './cabinet-screen.module.css'

export function ViewingCard() {
  const t = useViewingText()
  const mode = useStore(savingMode)
  const isSaving = useDataSaver()
  const isMini = useStore(miniSetting)
  const [hours] = useState(rememberedHours)
  if (isTelevision()) return null
  const options = savingOptions(t, { mode, isSaving, tellsMobile: tellsMobileNetwork() })
  return (
    <section className={styles.card} data-viewing-settings="">
      <h2 className={styles.label}>{t('title')}</h2>
      <p className={styles.text}>{t('saverWhy')}</p>
      {hours !== null && (
        <p className={styles.text}>
          {t('hours', { saving: gigabytes(hours.saving), full: gigabytes(hours.full) })}
        </p>
      )}
      <Chips
        label={t('saver')}
        chosen={options.find(({ chosen }) => chosen)?.mode ?? 'never'}
        options={options.map(({ mode: value, name }) => ({ value, name }))}
        onChoose={(value) => options.forEach((one) => one.mode === value && setSavingMode(one.mode))}
      />
      <p className={styles.text}>{t('miniWhy')}</p>
      <Switch isOn={isMini} label={t('mini')} onSwitch={setMini} />
    </section>
  )
}
