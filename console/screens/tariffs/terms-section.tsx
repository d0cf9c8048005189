import { useId } from 'react'
import { TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import type { TariffDraft } from './tariff-draft.ts'
import { useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

interface TermsProps {
  readonly draft: TariffDraft
  readonly mayEdit: boolean
  /** By field. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (more: Partial<TariffDraft>) => void
}

/** Who may pause the tariff and for how long, the days before its first charge, and how its subscribers change to another. */
export function TermsSection({ draft, mayEdit, problems, onChange }: TermsProps) {
  const t = useTariffsText()
  const id = useId()
  const days = (name: 'pause_min' | 'pause_max' | 'trial_days') => (
    <TextField
      key={name}
      field={{
        ...{ id: `${id}${name}`, name, value: draft[name], problem: problems[name] },
        onChange: (value) => onChange({ [name]: value }),
      }}
      label={t(name)}
      inputMode="numeric"
      isReadOnly={!mayEdit}
      autoComplete="off"
    />
  )
  const canPause = draft.pause_by !== 'nobody'
  return (
    <Section title={t('terms')} text={t('termsText')}>
      <div className={styles['pairs']}>
        <Picker
          label={t('pauseBy')}
          value={draft.pause_by}
          isDisabled={!mayEdit}
          onChange={(by) => onChange({ pause_by: by })}
          choices={(['nobody', 'staff', 'subscriber'] as const).map((by) => ({
            ...{ value: by, label: t(`pauseBy.${by}`) },
          }))}
        />
        {days('trial_days')}
        {canPause ? [days('pause_min'), days('pause_max')] : null}
      </div>
      {canPause ? (
        <div className={styles['flags']}>
          <label>
            <input
              type="checkbox"
              disabled={!mayEdit}
              checked={draft.pause_once}
              onChange={({ target }) => onChange({ pause_once: target.checked })}
            />
            <span>{t('pauseOnce')}</span>
          </label>
        </div>
      ) : null}
      {draft.kind === 'base' ? <ChangeRules draft={draft} mayEdit={mayEdit} onChange={onChange} /> : null}
    </Section>
  )
}

/** When another base tariff takes the place of this one. */
function ChangeRules({ draft, mayEdit, onChange }: Pick<TermsProps, 'draft' | 'mayEdit' | 'onChange'>) {
  const t = useTariffsText()
  return (
    <div className={styles['pairs']}>
      <Picker
        label={t('changeUp')}
        value={draft.change_up}
        isDisabled={!mayEdit}
        onChange={(when) => onChange({ change_up: when })}
        choices={(['now', 'end'] as const).map((when) => ({ value: when, label: t(`changeUp.${when}`) }))}
      />
      <Picker
        label={t('changeDown')}
        value={draft.change_down}
        isDisabled={!mayEdit}
        onChange={(when) => onChange({ change_down: when })}
        choices={(['end', 'now'] as const).map((when) => ({ value: when, label: t(`changeDown.${when}`) }))}
      />
    </div>
  )
}
