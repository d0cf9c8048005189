import { useState } from 'react'
import { consolePeople } from '#contract/console/people.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { useSending } from '#console/changes/use-sending.ts'
import { PictureField } from '#console/pictures/picture-field.tsx'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'
import { CallError } from '#console/session/call-error.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { usePeopleText } from './people-text.ts'
import { nameOfPerson } from './person-names.tsx'
import styles from './films.module.css'

type Person = ResponseOf<typeof consolePeople.one>

/** `/films/people/<id>`: the names, the text and the photo of a person. */
export function PersonScreen({ id }: { readonly id: number }) {
  const t = usePeopleText()
  const { data, error, refetch } = useCall(consolePeople.one, { id })
  const above = <BackLink href="/films/people" text={t('title')} />
  const isGone = error instanceof CallError && error.failure === 'person_gone'
  if (data === undefined || isGone)
    return (
      <Page title={t('title')} above={above}>
        {isGone ? (
          <Empty text={t('gone')} />
        ) : error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={nameOfPerson(data)} text={t('titles', { count: data.titles })} above={above} isNarrow>
      <Editor latest={data} />
      {data.merged.length === 0 ? null : (
        <Section title={t('ofPerson')}>
          <ul>
            {data.merged.map((one) => (
              <li key={one.id}>{one.name}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('history')}>
        <ChangeList filter={{ section: 'films', entity: 'person', entity_id: id }} />
      </Section>
    </Page>
  )
}

function Editor({ latest }: { readonly latest: Person }) {
  const [person, onRenew] = useEditedVersion(latest)
  return <PersonForm key={person.version} person={person} latest={latest} onRenew={onRenew} />
}

const fields = ['name_ru', 'name_uz', 'name_original', 'about_ru', 'about_uz', 'photo'] as const
type Values = Readonly<Record<(typeof fields)[number], string>>

function valuesOf(person: Person): Values {
  return Object.fromEntries(fields.map((name) => [name, person[name]])) as Values
}

interface PersonFormProps {
  readonly person: Person
  readonly latest: Person
  readonly onRenew: () => void
}

function PersonForm({ person, latest, onRenew }: PersonFormProps) {
  const t = usePeopleText()
  const common = useText()
  const mayEdit = useMay()('films', 'edit')
  const { confirm, send, refresh } = useSending('films')
  const [image, setImage] = useState(person.image)
  const [conflict, setConflict] = useState<string>()
  const form = useForm<typeof consolePeople.save, Values>(consolePeople.save, valuesOf(person), {
    toInput: (values) => ({ ...values, id: person.id, version: person.version }),
    failureFields: { film_nameless: 'name_ru' },
    onDone: ({ change_id: changeId }) => {
      if (changeId > 0) confirm(changeId, common('common.saved'))
      onRenew()
      void refresh()
    },
    onFailed: (error) => {
      if (error instanceof CallError && error.failure === 'changed_since') void showConflict(error.message)
    },
  })
  const showConflict = async (message: string) => {
    await refresh()
    setConflict(message)
  }
  const saveMine = () => {
    const mine = { ...form.values, id: person.id, version: latest.version }
    void send(consolePeople.save, mine, () => common('common.saved')).then((isTaken) => {
      if (isTaken) onRenew()
    })
  }
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <div className={styles['columns']}>
          {(['ru', 'uz'] as const).map((language) => (
            <fieldset key={language} className={styles['language']}>
              <legend>{t(`language.${language}`)}</legend>
              <TextField field={form.field(`name_${language}`)} label={t('name')} autoComplete="off" />
              <TextArea field={form.field(`about_${language}`)} label={t('about')} rows={4} lang={language} />
            </fieldset>
          ))}
        </div>
        <TextField field={form.field('name_original')} label={t('original')} autoComplete="off" />
        <fieldset className={styles['language']}>
          <legend>{t('photo')}</legend>
          <PictureField
            endpoint={consolePeople.picture}
            image={image}
            hint={t('photoHint')}
            onChange={(uploaded) => {
              form.set('photo', uploaded.picture)
              setImage(uploaded.image)
            }}
          />
        </fieldset>
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
      {conflict === undefined ? null : (
        <ConflictDialog
          message={conflict}
          theirs={valuesOf(latest)}
          mine={form.values}
          isBusy={form.isBusy}
          onTakeTheirs={onRenew}
          onSaveMine={saveMine}
          onClose={() => setConflict(undefined)}
        />
      )}
    </form>
  )
}
