import { consoleImports } from '#contract/console/imports.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import type { Category } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import styles from './channels.module.css'

interface GroupRulesProps {
  readonly categories: readonly Category[]
  readonly mayEdit: boolean
}

/** Which groups of lists go into which category; nothing while no group has one. */
export function GroupRules({ categories, mayEdit }: GroupRulesProps) {
  const t = useChannelsText()
  const language = useLanguage()
  const { data, refetch } = useCall(consoleImports.groupRules, {})
  const { send } = useSending()
  if (data === undefined || data.rules.length === 0) return null
  const forget = async (group: string) => {
    if (await send(consoleImports.forgetGroup, { group }, () => t('groupForgotten'))) await refetch()
  }
  return (
    <Section title={t('groupRules')} text={t('groupRulesText')}>
      <ul className={styles['plainList']}>
        {data.rules.map(({ group, category_id: id }) => {
          const category = categories.find((one) => one.category_id === id)
          const name = (language === 'uz' && category?.name_uz) || category?.name_ru
          return (
            <li key={group}>
              <span>
                {group} → {name ?? id}
              </span>
              {mayEdit ? (
                <IconButton
                  icon="close"
                  label={t('groupForget', { group })}
                  onPress={() => void forget(group)}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
