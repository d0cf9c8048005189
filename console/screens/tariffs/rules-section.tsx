import {
  type ChannelRule,
  channelLanguages,
  channelQualities,
  maxChannelRules,
} from '#contract/console/channel-rules.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { CheckList } from '#console/ui/check-list.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import type { Parts } from './channel-choice.tsx'
import { nameIn, useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

interface RulesProps {
  readonly parts: Parts
  readonly rules: readonly ChannelRule[]
  /** Undefined: they are only shown. */
  readonly onChange: ((rules: readonly ChannelRule[]) => void) | undefined
}

const emptyRule: ChannelRule = { except: false, categories: [], languages: [], qualities: [] }

/** Rules by which a tariff opens channels, those of later too. */
export function RulesSection({ parts, rules, onChange }: RulesProps) {
  const t = useTariffsText()
  return (
    <Section title={t('rules')} text={t(rules.length === 0 ? 'noRules' : 'rulesText')}>
      <ul className={styles['rules']}>
        {rules.map((rule, index) => (
          <li key={index}>
            <fieldset disabled={onChange === undefined} className={styles['rule']}>
              <legend className="spoken">{t('rule', { number: index + 1 })}</legend>
              <Rule
                rule={rule}
                parts={parts}
                onChange={(more) => onChange?.(rules.toSpliced(index, 1, { ...rule, ...more }))}
                isDisabled={onChange === undefined}
              />
              {onChange === undefined ? null : (
                <IconButton
                  icon="close"
                  label={t('removeRule', { number: index + 1 })}
                  onPress={() => onChange(rules.toSpliced(index, 1))}
                />
              )}
            </fieldset>
          </li>
        ))}
      </ul>
      {onChange === undefined || rules.length >= maxChannelRules ? null : (
        <div>
          <Button icon="add" onPress={() => onChange([...rules, emptyRule])}>
            {t('addRule')}
          </Button>
        </div>
      )}
    </Section>
  )
}

interface RuleProps {
  readonly rule: ChannelRule
  readonly parts: Parts
  readonly isDisabled: boolean
  readonly onChange: (more: Partial<ChannelRule>) => void
}

function Rule({ rule, parts, isDisabled, onChange }: RuleProps) {
  const t = useTariffsText()
  const language = useLanguage()
  return (
    <div className={styles['ruleParts']}>
      <Picker
        label={t('ruleKind')}
        value={rule.except ? 'except' : 'open'}
        isDisabled={isDisabled}
        onChange={(kind) => onChange({ except: kind === 'except' })}
        choices={[
          { value: 'open', label: t('rule.open') },
          { value: 'except', label: t('rule.except') },
        ]}
      />
      <CheckList
        label={t('ruleCategories')}
        choices={parts.categories.map((one) => ({ value: one.id, text: nameIn(language, one) }))}
        chosen={rule.categories}
        onChange={(categories) => onChange({ categories: [...categories] })}
      />
      <CheckList
        label={t('ruleLanguages')}
        choices={channelLanguages.map((value) => ({ value, text: t(`language.${value}`) }))}
        chosen={rule.languages}
        onChange={(languages) => onChange({ languages: [...languages] })}
      />
      <CheckList
        label={t('ruleQualities')}
        choices={channelQualities.map((value) => ({ value, text: t(`quality.${value}`) }))}
        chosen={rule.qualities}
        onChange={(qualities) => onChange({ qualities: [...qualities] })}
      />
    </div>
  )
}
