import { useId } from 'react'
import { type ConditionField, conditionFields } from '#contract/console/segment-rules.ts'
import { consoleSegments } from '#contract/console/segments.ts'
import { consoleService } from '#contract/console/service.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { CheckList } from '#console/ui/check-list.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { useMessagesText } from './messages-text.ts'
import {
  type ConditionDraft,
  emptyCondition,
  emptyGroup,
  fixedChoices,
  type GroupDraft,
  type SegmentDraft,
} from './segment-draft.ts'
import styles from './messages.module.css'

const maxGroups = 10
const maxConditions = 10

interface RulesEditorProps {
  readonly draft: SegmentDraft
  readonly onChange: (draft: SegmentDraft) => void
}

/** Groups of conditions, each of which can be turned round. */
export function RulesEditor({ draft, onChange }: RulesEditorProps) {
  const t = useMessagesText()
  const { groups } = draft
  const change = (changed: readonly GroupDraft[]) => onChange({ ...draft, groups: changed })
  return (
    <div className={styles['column']}>
      {groups.length === 0 ? <p className={styles['quiet']}>{t('noRules')}</p> : null}
      {groups.length < 2 ? null : (
        <MatchPicker
          label={t('matchGroups')}
          value={draft.match}
          onChange={(match) => onChange({ ...draft, match })}
        />
      )}
      {groups.map((group, index) => (
        <Group
          key={index}
          group={group}
          number={index + 1}
          onChange={(changed) => change(groups.toSpliced(index, 1, changed))}
          onRemove={() => change(groups.toSpliced(index, 1))}
        />
      ))}
      {groups.length >= maxGroups ? null : (
        <div>
          <Button onPress={() => change([...groups, emptyGroup])}>{t('addGroup')}</Button>
        </div>
      )}
    </div>
  )
}

interface MatchPickerProps {
  readonly label: string
  readonly value: 'all' | 'any'
  readonly onChange: (match: 'all' | 'any') => void
}

function MatchPicker({ label, value, onChange }: MatchPickerProps) {
  const t = useMessagesText()
  return (
    <Picker
      label={label}
      value={value}
      choices={(['all', 'any'] as const).map((one) => ({ value: one, label: t(`match.${one}`) }))}
      onChange={onChange}
    />
  )
}

interface GroupProps {
  readonly group: GroupDraft
  readonly number: number
  readonly onChange: (group: GroupDraft) => void
  readonly onRemove: () => void
}

function Group({ group, number, onChange, onRemove }: GroupProps) {
  const t = useMessagesText()
  const { conditions } = group
  const change = (changed: readonly ConditionDraft[]) =>
    changed.length === 0 ? onRemove() : onChange({ ...group, conditions: changed })
  return (
    <section className={styles['group']} aria-label={t('group', { number })}>
      <div className={styles['row']}>
        <strong>{t('group', { number })}</strong>
        <IconButton icon="close" label={t('removeGroup', { number })} onPress={onRemove} />
      </div>
      <div className={styles['head']}>
        <MatchPicker
          label={t('matchGroup')}
          value={group.match}
          onChange={(match) => onChange({ ...group, match })}
        />
        <label className={styles['toggle']}>
          <input
            type="checkbox"
            checked={group.isNot}
            onChange={({ target }) => onChange({ ...group, isNot: target.checked })}
          />
          <span>{t('isNot')}</span>
        </label>
      </div>
      {conditions.map((condition, index) => (
        <Condition
          key={index}
          condition={condition}
          number={index + 1}
          onChange={(changed) => change(conditions.toSpliced(index, 1, changed))}
          onRemove={() => change(conditions.toSpliced(index, 1))}
        />
      ))}
      {conditions.length >= maxConditions ? null : (
        <div>
          <Button onPress={() => change([...conditions, emptyCondition('standing')])}>
            {t('addCondition')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface ConditionProps {
  readonly condition: ConditionDraft
  readonly number: number
  readonly onChange: (condition: ConditionDraft) => void
  readonly onRemove: () => void
}

function Condition({ condition, number, onChange, onRemove }: ConditionProps) {
  const t = useMessagesText()
  const id = useId()
  const { field, op } = condition
  const set = (values: Partial<ConditionDraft>) => onChange({ ...condition, ...values })
  const numberField = (name: 'count' | 'days' | 'sum') => (
    <TextField
      field={{
        ...{ id: `${id}${name}`, name, value: condition[name], problem: undefined },
        onChange: (value) => set({ [name]: value }),
      }}
      label={t(name === 'count' ? 'profileCount' : name)}
      inputMode="numeric"
    />
  )
  const { data: brands = [] } = useCall(consoleService.names, {})
  // One brand alone is no choice, but a rule that has it stays readable.
  const fields = conditionFields.filter((one) => one !== 'brand' || field === one || brands.length > 1)
  const isAmount = field === 'balance' || field === 'profiles'
  const ops = isAmount ? (['below', 'above'] as const) : (['within', 'over'] as const)
  return (
    <div className={styles['condition']}>
      <div className={styles['row']}>
        <Picker<ConditionField>
          label={t('condition')}
          value={field}
          choices={fields.map((one) => ({ value: one, label: t(`field.${one}`) }))}
          onChange={(next) => onChange(emptyCondition(next))}
        />
        <IconButton icon="close" label={t('removeCondition', { number })} onPress={onRemove} />
      </div>
      <div className={styles['pair']}>
        {['balance', 'profiles', 'seen', 'joined'].includes(field) ? (
          <Picker
            label={t('op')}
            value={op}
            choices={ops.map((one) => ({ value: one, label: t(`op.${one}`) }))}
            onChange={(next) => set({ op: next })}
          />
        ) : null}
        {['ends', 'seen', 'joined', 'watched'].includes(field) ? numberField('days') : null}
        {field === 'balance' ? numberField('sum') : null}
        {field === 'profiles' ? numberField('count') : null}
      </div>
      <Choices condition={condition} onChange={(chosen) => set({ chosen })} />
    </div>
  )
}

interface ChoicesProps {
  readonly condition: ConditionDraft
  readonly onChange: (chosen: readonly string[]) => void
}

function Choices({ condition: { field, chosen }, onChange }: ChoicesProps) {
  const t = useMessagesText()
  const language = useLanguage() === 'uz' ? 'uz' : 'ru'
  const { data } = useCall(consoleSegments.choices, {})
  const { data: brands = [] } = useCall(consoleService.names, {})
  const named = (list: readonly { readonly id: number; readonly name: { ru: string; uz: string } }[] = []) =>
    list.map(({ id, name }) => ({ value: String(id), text: name[language] }))
  const choicesOf = () => {
    switch (field) {
      case 'tariff':
        return named(data?.tariffs)
      case 'watched':
        return named(data?.genres)
      case 'favourite':
        return named(data?.channels)
      case 'city':
        return [
          { value: '0', text: t('noCity') },
          ...(data?.cities ?? []).map(({ id, name, region }) => ({
            ...{ value: String(id) },
            text: region.ru === '' ? t('region', { name: name[language] }) : name[language],
          })),
        ]
      case 'brand':
        return brands.map(({ id, name }) => ({ value: String(id), text: name }))
      case 'standing':
        return fixedChoices.standing.map((value) => ({ value, text: t(`standing.${value}`) }))
      case 'device':
        return fixedChoices.device.map((value) => ({ value, text: t(`device.${value}`) }))
      case 'language':
        return fixedChoices.language.map((value) => ({ value, text: t(`language.${value}`) }))
      case 'profile_age':
        return fixedChoices.profileAge.map((value) => ({ value, text: `${value}+` }))
      default:
        return []
    }
  }
  const choices = choicesOf()
  if (choices.length === 0) return null
  return (
    <div className={styles['choices']}>
      <CheckList<string>
        label={t(field === 'watched' ? 'genres' : 'values')}
        choices={choices}
        chosen={chosen}
        onChange={onChange}
      />
    </div>
  )
}
