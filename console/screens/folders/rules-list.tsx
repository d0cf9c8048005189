/** What was said about names, with who said it; each can be removed. */
import { useState } from 'react'
import { consoleFolders } from '#contract/console/folders.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { type NamingRule, longMs, useFoldersText } from './folders-text.ts'
import styles from './folders.module.css'

interface RulesListProps {
  readonly rules: readonly NamingRule[]
  /** The draft that is compared again; 0 for none. */
  readonly draftId: number
  readonly mayEdit: boolean
}

export function RulesList({ rules, draftId, mayEdit }: RulesListProps) {
  const t = useFoldersText()
  const { send } = useSending('films')
  const [busy, setBusy] = useState<string>()
  if (rules.length === 0) return null
  const remove = async (path: string) => {
    setBusy(path)
    const input = { draft_id: draftId, path }
    await send(consoleFolders.forget, input, () => t('ruleRemoved'), { limitMs: longMs })
    setBusy(undefined)
  }
  return (
    <Section title={t('rules')} text={t('rulesText')}>
      <ul className={styles['rules']}>
        {rules.map((rule) => {
          const name = nameOf(rule, t)
          return (
            <li key={`${rule.is_above}${rule.path}`}>
              <div>
                <strong>{name}</strong>
                <span>{saysOf(rule, t)}</span>
                <small>{rule.staff_name || t('operator')}</small>
              </div>
              {mayEdit && !rule.is_above ? (
                <IconButton
                  icon="close"
                  label={t('removeRule', { path: name })}
                  isDisabled={busy !== undefined}
                  onPress={() => void remove(rule.path)}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

type Text = ReturnType<typeof useFoldersText>

function nameOf({ path, is_folder: isFolder, is_above: isAbove }: NamingRule, t: Text): string {
  if (isAbove) return t('ruleAbove')
  if (!isFolder) return path
  return path === '' ? t('whole') : t('ruleOf', { folder: path })
}

/** A rule in words. */
function saysOf({ rule, is_folder: isFolder }: NamingRule, t: Text): string {
  const { kind, series, season, episode, title, year, subtitles } = rule
  const textOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const places = ['first', 'last', 'order'] as const
  const place = places.find((one) => one === episode)
  const languages = Object.entries((subtitles ?? {}) as Readonly<Record<string, string>>)
  return [
    ...(kind === 'series' || kind === 'films' ? [t(`rule.kind.${kind}`)] : []),
    ...(kind === 'film' || kind === 'episode' || kind === 'left' ? [t(`what.${kind}`)] : []),
    ...(series === undefined ? [] : [t('says.series', { value: textOf(series) })]),
    ...(season === undefined ? [] : [t('says.season', { value: textOf(season) })]),
    ...(episode === undefined
      ? []
      : [t('says.episode', { value: place === undefined ? textOf(episode) : t(`rule.episode.${place}`) })]),
    ...(title === undefined ? [] : [t('says.title', { value: textOf(title) })]),
    ...(year === undefined ? [] : [t('says.year', { value: textOf(year) })]),
    ...(rule['no_crosses'] === true ? [t('rule.noCrosses')] : []),
    ...(rule['no_years'] === true ? [t('rule.noYears')] : []),
    ...(languages.length === 0
      ? []
      : [t('says.subtitles', { value: languages.map((pair) => pair.join('=')).join(', ') })]),
    ...(isFolder && rule['by_hand'] === true ? [t('rule.byHand')] : []),
  ].join('; ')
}
