import { useId, useState } from 'react'
import { Link } from 'wouter'
import { consolePeople } from '#contract/console/people.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty } from '#console/ui/page.tsx'
import { usePeopleText } from './people-text.ts'
import { type ListedPerson, PersonNames, nameOfPerson } from './person-names.tsx'
import styles from './editor.module.css'

/** Groups of people who may be one, each with the act that makes them one. */
export function Doubles({ groups }: { readonly groups: readonly (readonly ListedPerson[])[] }) {
  const t = usePeopleText()
  if (groups.length === 0) return <Empty text={t('noDoubles')} />
  return (
    <>
      <p>{t('doublesText')}</p>
      {groups.map((group) => (
        <Group key={group.map(({ id }) => id).join(' ')} group={group} />
      ))}
    </>
  )
}

function Group({ group }: { readonly group: readonly ListedPerson[] }) {
  const t = usePeopleText()
  const name = useId()
  const mayEdit = useMay()('films', 'edit')
  const { send } = useSending('films')
  const largest = group.reduce(
    (best, one) => (one.titles > best.titles ? one : best),
    group[0] as ListedPerson,
  )
  const [stays, setStays] = useState(largest.id)
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set(group.map(({ id }) => id)))
  const [isBusy, setIsBusy] = useState(false)
  const doubles = group.map(({ id }) => id).filter((id) => id !== stays && others.has(id))
  const toggle = (id: number) => {
    const next = new Set(others)
    if (!next.delete(id)) next.add(id)
    setOthers(next)
  }
  const merge = () => {
    setIsBusy(true)
    const sent = send(consolePeople.merge, { into: stays, doubles }, () =>
      t('merged', { count: doubles.length + 1 }),
    )
    void sent.finally(() => setIsBusy(false))
  }
  return (
    <fieldset className={styles['group']}>
      <legend>{t('group', { name: nameOfPerson(largest) })}</legend>
      {group.map((person) => (
        <div key={person.id} className={styles['candidate']}>
          <label>
            <input
              type="radio"
              name={name}
              aria-label={t('stays', { name: nameOfPerson(person) })}
              checked={stays === person.id}
              disabled={!mayEdit}
              onChange={() => setStays(person.id)}
            />
          </label>
          <label>
            <input
              type="checkbox"
              aria-label={t('isDouble', { name: nameOfPerson(person) })}
              checked={stays === person.id || others.has(person.id)}
              disabled={!mayEdit || stays === person.id}
              onChange={() => toggle(person.id)}
            />
          </label>
          <Link href={`/films/people/${person.id}`}>
            <PersonNames person={person} />
          </Link>
        </div>
      ))}
      {mayEdit ? (
        <Button isPending={isBusy} isDisabled={doubles.length === 0} onPress={merge}>
          {t('merge')}
        </Button>
      ) : null}
    </fieldset>
  )
}
