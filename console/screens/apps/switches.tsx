import { useState } from 'react'
import { consoleApps } from '#contract/console/apps.ts'
import { useAct } from '#console/session/queries.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { Apps } from './apps-data.ts'
import { type AppsText, useAppsText } from './apps-text.ts'
import { SwitchDialog } from './switch-dialog.tsx'
import styles from './apps.module.css'

type Switch = Apps['switches'][number]

interface SwitchesProps extends Pick<Apps, 'switches'> {
  readonly mayEdit: boolean
}

/** Switches for some models: what they do, for which, and why. */
export function Switches({ switches, mayEdit }: SwitchesProps) {
  const t = useAppsText()
  const [isAdding, setIsAdding] = useState(false)
  const { mutate: remove } = useAct(consoleApps.removeSwitch, {
    changes: [consoleApps.list],
    onDone: () => showToast(t('removed')),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  return (
    <Section
      title={t('switches')}
      text={t('switchesText')}
      acts={mayEdit ? <Button onPress={() => setIsAdding(true)}>{t('add')}</Button> : null}
    >
      {switches.length === 0 ? (
        <p>{t('noSwitches')}</p>
      ) : (
        <ul className={styles['list']}>
          {switches.map((one) => (
            <li key={one.switch_id}>
              <div>
                <strong>{devicesOf(one, t)}</strong>
                <span>{effectsOf(one, t)}</span>
                {one.reason === '' ? null : <small>{one.reason}</small>}
              </div>
              {mayEdit ? (
                <IconButton
                  icon="close"
                  label={t('remove', { name: devicesOf(one, t) })}
                  onPress={() => remove({ switch_id: one.switch_id })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {isAdding ? <SwitchDialog onClose={() => setIsAdding(false)} /> : null}
    </Section>
  )
}

function devicesOf({ platform, model, firmware, version }: Switch, t: AppsText): string {
  const [firmwareSpan, versionSpan] = [spanOf(firmware, t), spanOf(version, t)]
  return [
    t(`platform.${platform}`),
    model === '' ? t('allModels') : model,
    ...(firmwareSpan === '' ? [] : [t('firmwareSpan', { span: firmwareSpan })]),
    ...(versionSpan === '' ? [] : [t('versionSpan', { span: versionSpan })]),
  ].join(', ')
}

function spanOf({ from, to }: Switch['firmware'], t: AppsText): string {
  return [from === '' ? '' : t('from', { version: from }), to === '' ? '' : t('to', { version: to })]
    .filter((part) => part !== '')
    .join(' ')
}

function effectsOf(one: Switch, t: AppsText): string {
  const { engine, low_latency: lowLatency, previews, max_height: maxHeight } = one
  return [
    ...(engine === null ? [] : [t('effect.engine', { engine: t(`engine.${engine}`) })]),
    ...(lowLatency === null ? [] : [t(lowLatency ? 'effect.lowLatencyOn' : 'effect.lowLatencyOff')]),
    ...(previews === null ? [] : [t(previews ? 'effect.previewsOn' : 'effect.previewsOff')]),
    ...(maxHeight === null ? [] : [t('effect.maxHeight', { height: maxHeight })]),
  ].join(', ')
}
