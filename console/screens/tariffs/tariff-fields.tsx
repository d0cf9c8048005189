import { useId } from 'react'
import { Button, IconButton } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import type { Parts } from './channel-choice.tsx'
import { TermsSection } from './terms-section.tsx'
import type { DraftPeriod, TariffDraft } from './tariff-draft.ts'
import { useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

interface FieldsProps {
  readonly draft: TariffDraft
  readonly parts: Parts
  /** Somebody has or had it: its kind stays. */
  readonly isUsed: boolean
  readonly mayEdit: boolean
  /** By field. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (more: Partial<TariffDraft>) => void
}

/** The names, how it is sold, periods with prices, and whose films it opens. */
export function TariffFields(props: FieldsProps) {
  const { draft, parts, mayEdit, problems, onChange } = props
  const t = useTariffsText()
  const id = useId()
  const names = ['name_ru', 'name_uz', 'name_en'] as const
  return (
    <>
      <Section title={t('texts')}>
        <div className={styles['threes']}>
          {names.map((name) => (
            <TextField
              key={name}
              field={{
                ...{ id: `${id}${name}`, name, value: draft[name], problem: problems[name] },
                onChange: (value) => onChange({ [name]: value }),
              }}
              label={t(name)}
              isReadOnly={!mayEdit}
              autoComplete="off"
            />
          ))}
        </div>
      </Section>
      <SaleSection {...props} />
      <Periods {...props} />
      <TermsSection {...props} />
      <Section title={t('films')} text={t('filmsText')}>
        <div className={styles['flags']}>
          {parts.providers.map((one) => (
            <label key={one.id}>
              <input
                type="checkbox"
                disabled={!mayEdit}
                checked={draft.providers.has(one.id)}
                onChange={({ target }) => {
                  const providers = new Set(draft.providers)
                  if (target.checked) providers.add(one.id)
                  else providers.delete(one.id)
                  onChange({ providers })
                }}
              />
              <span>{one.name}</span>
            </label>
          ))}
        </div>
      </Section>
    </>
  )
}

const flagTexts = {
  offered: 'isOffered',
  recommended: 'isRecommended',
  other_players: 'otherPlayers',
} as const

function SaleSection({ draft, isUsed, mayEdit, problems, onChange }: FieldsProps) {
  const t = useTariffsText()
  const id = useId()
  return (
    <Section title={t('settings')} text={t(isUsed ? 'kindStays' : 'kindText')}>
      <div className={styles['pairs']}>
        <Picker
          label={t('kind')}
          value={draft.kind}
          isDisabled={isUsed || !mayEdit}
          onChange={(kind) => onChange({ kind })}
          choices={[
            { value: 'base', label: t('kind.base') },
            { value: 'additional', label: t('kind.additional') },
          ]}
        />
        <TextField
          field={{
            ...{ id: `${id}streams`, name: 'streams', value: draft.streams, problem: problems['streams'] },
            onChange: (streams) => onChange({ streams }),
          }}
          label={t('streams')}
          inputMode="numeric"
          isReadOnly={!mayEdit}
          autoComplete="off"
        />
        <TextField
          field={{
            ...{ id: `${id}recordings`, name: 'recording_hours', value: draft.recording_hours },
            ...{
              problem: problems['recording_hours'],
              onChange: (hours) => onChange({ recording_hours: hours }),
            },
          }}
          label={t('recording_hours')}
          inputMode="numeric"
          isReadOnly={!mayEdit}
          autoComplete="off"
        />
      </div>
      <div className={styles['flags']}>
        {(['offered', 'recommended', 'other_players'] as const).map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              disabled={!mayEdit}
              checked={draft[name]}
              onChange={({ target }) => onChange({ [name]: target.checked })}
            />
            <span>{t(flagTexts[name])}</span>
          </label>
        ))}
      </div>
    </Section>
  )
}

function Periods({ draft, mayEdit, problems, onChange }: FieldsProps) {
  const t = useTariffsText()
  const id = useId()
  const { periods } = draft
  const set = (key: number, more: Partial<DraftPeriod>) =>
    onChange({ periods: periods.map((one) => (one.key === key ? { ...one, ...more } : one)) })
  const add = () => {
    const key = Math.max(-1, ...periods.map((one) => one.key)) + 1
    onChange({ periods: [...periods, { key, id: null, days: '', price: '' }] })
  }
  const field = (one: DraftPeriod, name: 'days' | 'price') => ({
    ...{ id: `${id}${name}${one.key}`, name, value: one[name], problem: undefined },
    onChange: (value: string) => set(one.key, { [name]: value }),
  })
  return (
    <Section title={t('periods')} text={t('periodsText')}>
      <ul className={styles['periods']}>
        {periods.map((one) => (
          <li key={one.key}>
            <TextField
              field={field(one, 'days')}
              label={t('days')}
              inputMode="numeric"
              isReadOnly={!mayEdit}
              autoComplete="off"
            />
            <TextField
              field={field(one, 'price')}
              label={t('price')}
              inputMode="numeric"
              isReadOnly={!mayEdit}
              autoComplete="off"
            />
            {mayEdit && periods.length > 1 ? (
              <IconButton
                icon="close"
                label={t('removePeriod', { days: one.days })}
                onPress={() => onChange({ periods: periods.filter(({ key }) => key !== one.key) })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {problems['periods'] === undefined ? null : (
        <p className={styles['problem']} role="alert">
          {problems['periods']}
        </p>
      )}
      {mayEdit ? (
        <div>
          <Button icon="add" onPress={add}>
            {t('addPeriod')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
