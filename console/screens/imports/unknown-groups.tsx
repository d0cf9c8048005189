/** Groups of a list that belong to no category: it is said once to which, and holds for every list to come. */
import { useState } from 'react'
import { consoleChannels } from '#contract/console/channels.ts'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import { consoleImports } from '#contract/console/imports.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import type { DraftPart } from './draft-part.ts'
import { useImportsText } from './imports-text.ts'
import styles from './imports.module.css'

const createsOne = 'new'

interface UnknownGroupsProps {
  readonly groups: DraftPart['groups']
  /** The rules were stored: the list is to be compared again. */
  readonly onMapped: () => Promise<void>
}

export function UnknownGroups({ groups, onMapped }: UnknownGroupsProps) {
  const t = useImportsText()
  const language = useLanguage()
  const { data } = useCall(consoleChannels.list, { deleted: 0 })
  const { send } = useSending()
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const categories = (data?.categories ?? [])
    .filter(({ category_id: id }) => id !== gatheringCategoryId)
    .map((one) => ({
      value: String(one.category_id),
      label: (language === 'uz' && one.name_uz) || one.name_ru,
    }))
  const save = async () => {
    setIsBusy(true)
    const rules = [...chosen].map(([group, value]) => ({
      group,
      category_id: value === createsOne ? null : Number(value),
    }))
    if (await send(consoleImports.mapGroups, { groups: rules }, () => t('groupsMapped'))) {
      setChosen(new Map())
      await onMapped()
    }
    setIsBusy(false)
  }
  const choose = (group: string, value: string) =>
    setChosen((before) => {
      const next = new Map(before)
      if (value === '') next.delete(group)
      else next.set(group, value)
      return next
    })
  return (
    <Section title={t('groups', { count: groups.length })} text={t('groupsText')}>
      <ul className={styles['groups']}>
        {groups.map(({ group, channels }) => (
          <li key={group}>
            <span>
              {group} <small>{t('groupChannels', { count: channels })}</small>
            </span>
            <Picker<string>
              isCompact
              label={t('groupCategory', { group })}
              value={chosen.get(group) ?? ''}
              choices={[
                { value: '', label: t('groupLater') },
                { value: createsOne, label: t('groupNew', { group }) },
                ...categories,
              ]}
              onChange={(value) => choose(group, value)}
            />
          </li>
        ))}
      </ul>
      <Button isPending={isBusy} isDisabled={chosen.size === 0} onPress={() => void save()}>
        {t('groupsSave')}
      </Button>
    </Section>
  )
}
