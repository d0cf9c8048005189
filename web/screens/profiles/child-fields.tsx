/** What a profile may watch: age, channels, hours and minutes a day (PROF-02). */
import { lazy, Suspense, useState } from 'react'
import { noAgeLimit, profileAges, unratedAge } from '#contract/accounts/profiles.ts'
import { asChild, clockText, type ProfileFields } from '#web/profiles/profile-rules.ts'
import { useProfilesText } from '#web/profiles/profiles-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chips } from '#web/ui/controls/chips.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import styles from './profile-editor.module.css'

const ChannelChoice = lazy(() =>
  withinLimit(import('./channel-choice.tsx')).then((file) => ({ default: file.ChannelChoice })),
)

const stepMinutes = 30
const dayMinutes = 1440
const perDay = [30, 60, 90, 120, 180, 240] as const

interface ChildProps {
  readonly fields: ProfileFields
  readonly mayBeChild: boolean
  readonly onChange: (next: Partial<ProfileFields>) => void
}

export function ChildFields({ fields, mayBeChild, onChange }: ChildProps) {
  const t = useProfilesText()
  const isChild = fields.is_child === 1
  const ages = profileAges.filter((age) => !isChild || age < noAgeLimit)
  return (
    <>
      {mayBeChild && (
        <div className={styles.part}>
          <Switch isOn={isChild} label={t('isChild')} onSwitch={(isOn) => onChange(asChild(fields, isOn))} />
          {isChild && <p className={styles.meta}>{t('childText')}</p>}
        </div>
      )}
      <fieldset className={styles.part}>
        <legend>{t('age')}</legend>
        <Chips
          label={t('age')}
          chosen={String(fields.age_limit)}
          options={ages.map((age) => ({
            value: String(age),
            name: age === noAgeLimit ? t('noLimit') : `${age}+`,
          }))}
          onChoose={(age) => onChange({ age_limit: Number(age) })}
        />
        {fields.age_limit < unratedAge && <p className={styles.meta}>{t('ageText')}</p>}
      </fieldset>
      {fields.age_limit < noAgeLimit && (
        <fieldset className={styles.part}>
          <legend>{t('above')}</legend>
          <Chips
            label={t('above')}
            chosen={fields.above_limit}
            options={[
              { value: 'hide', name: t('hide') },
              { value: 'ask', name: t('ask') },
            ]}
            onChoose={(value) => onChange({ above_limit: value === 'ask' ? 'ask' : 'hide' })}
          />
        </fieldset>
      )}
      {isChild && <Times fields={fields} onChange={onChange} />}
      {isChild && <Channels fields={fields} onChange={onChange} />}
    </>
  )
}

type PartProps = Omit<ChildProps, 'mayBeChild'>

function Times({ fields, onChange }: PartProps) {
  const t = useProfilesText()
  const hasHours = fields.hours_from !== fields.hours_to
  const times = Array.from({ length: dayMinutes / stepMinutes }, (_, index) => index * stepMinutes)
  // Another app may have stored a time between.
  const optionsWith = (own: number) =>
    [...new Set([...times, own % dayMinutes])]
      .toSorted((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), name: clockText(minutes) }))
  const perDayWith = [...new Set([...perDay, fields.minutes_per_day])].filter((minutes) => minutes > 0)
  return (
    <>
      <fieldset className={styles.part}>
        <legend>{t('hours')}</legend>
        <Switch
          isOn={!hasHours}
          label={t('anyHour')}
          onSwitch={(isOn) =>
            onChange(isOn ? { hours_from: 0, hours_to: 0 } : { hours_from: 8 * 60, hours_to: 21 * 60 })
          }
        />
        {hasHours && (
          <div className={styles.pair} data-row="">
            <Select
              label={t('from')}
              value={String(fields.hours_from % dayMinutes)}
              options={optionsWith(fields.hours_from)}
              onChange={(value) => onChange({ hours_from: Number(value) })}
            />
            <Select
              label={t('to')}
              value={String(fields.hours_to % dayMinutes)}
              options={optionsWith(fields.hours_to)}
              onChange={(value) => onChange({ hours_to: Number(value) })}
            />
          </div>
        )}
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('perDay')}</legend>
        <Select
          label={t('perDay')}
          value={String(fields.minutes_per_day)}
          options={[
            { value: '0', name: t('noLimit') },
            ...perDayWith
              .toSorted((a, b) => a - b)
              .map((minutes) => ({ value: String(minutes), name: t('minutes', { count: minutes }) })),
          ]}
          onChange={(value) => onChange({ minutes_per_day: Number(value) })}
        />
      </fieldset>
    </>
  )
}

function Channels({ fields, onChange }: PartProps) {
  const t = useProfilesText()
  const [chooses, setChooses] = useState(false)
  const count = fields.channels.length
  return (
    <fieldset className={styles.part}>
      <legend>{t('channels')}</legend>
      <p className={styles.meta}>{count === 0 ? t('allChannels') : t('chosenChannels', { count })}</p>
      <div className={styles.pair} data-row="">
        <Button onClick={() => setChooses(true)}>{t('chooseChannels')}</Button>
        {count > 0 && (
          <Button variant="quiet" onClick={() => onChange({ channels: [] })}>
            {t('clear')}
          </Button>
        )}
      </div>
      {chooses && (
        <Suspense fallback={null}>
          <ChannelChoice
            chosen={fields.channels}
            onChoose={(channels) => onChange({ channels })}
            onClose={() => setChooses(false)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
