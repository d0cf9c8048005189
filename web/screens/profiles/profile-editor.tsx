/** The form of a profile: its look, and what a child may watch. */
import { useState, type FormEvent } from 'react'
import { profileColours, profilePictures, profiles, type Profile } from '#contract/accounts/profiles.ts'
import { TextField } from '#web/features/forms/fields.tsx'
import { Avatar } from '#web/profiles/avatar.tsx'
import {
  fieldsOf,
  isFirst,
  newProfile,
  type ProfileFields,
  type ProfileList,
} from '#web/profiles/profile-rules.ts'
import { useProfilesText } from '#web/profiles/profiles-text.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chips } from '#web/ui/controls/chips.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { ChildFields } from './child-fields.tsx'
import { FaceField } from './face-field.tsx'
import { OwnPin } from './own-pin.tsx'
import styles from './profile-editor.module.css'

interface EditorProps {
  readonly list: ProfileList
  /** Undefined: a new one. */
  readonly profile: Profile | undefined
  readonly onClose: () => void
  /** Something was stored. */
  readonly onChange: () => void
}

export function ProfileEditor({ list, profile, onClose, onChange }: EditorProps) {
  const t = useProfilesText()
  return (
    <Dialog
      open
      title={t(profile === undefined ? 'newTitle' : 'editTitle')}
      className={styles.dialog}
      onClose={onClose}
    >
      <Form
        // A change of another device meanwhile: the form starts again from it.
        key={profile?.version ?? 0}
        {...{ list, profile, onClose, onChange }}
      />
    </Dialog>
  )
}

function Form({ list, profile, onClose, onChange }: EditorProps) {
  const t = useProfilesText()
  const language = useLanguage()
  const [fields, setFields] = useState<ProfileFields>(() =>
    profile === undefined
      ? newProfile(list.profiles, profilePictures, profileColours, language)
      : fieldsOf(profile),
  )
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const change = (next: Partial<ProfileFields>) => {
    setProblem(undefined)
    setFields((before) => ({ ...before, ...next }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (fields.name.trim() === '') return setProblem(t('needName'))
    setBusy(true)
    const result = await stored(profile, fields)
    setBusy(false)
    if (result.kind === 'unreachable') return showToast(t('failed'))
    if (result.kind === 'refused' && result.failure === 'profile_name_taken')
      return setProblem(result.message)
    changed(onChange)
    if (result.kind === 'refused')
      return showToast(result.failure === 'profile_changed' ? t('changed') : result.message)
    showToast(t('saved'))
    onClose()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <div className={styles.top}>
        <Avatar face={fields} className={styles.face} />
        <TextField
          name="name"
          label={t('name')}
          value={fields.name}
          maxLength={30}
          problem={problem}
          onChange={(name) => change({ name })}
        />
      </div>
      <FaceField fields={fields} onChange={change} />
      <fieldset className={styles.part}>
        <legend>{t('language')}</legend>
        <Chips
          label={t('language')}
          chosen={fields.language}
          options={[
            { value: 'ru', name: 'Русский' },
            { value: 'uz', name: 'Oʻzbekcha' },
          ]}
          onChoose={(value) => change({ language: value === 'uz' ? 'uz' : 'ru' })}
        />
      </fieldset>
      <ChildFields
        fields={fields}
        mayBeChild={profile === undefined || !isFirst(profile)}
        onChange={change}
      />
      {fields.is_child === 0 && profile !== undefined && (
        <OwnPin profile={profile} onChange={() => changed(onChange)} />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={busy}>
          {t('save')}
        </Button>
        {profile !== undefined && !isFirst(profile) && (
          <Remove
            profile={profile}
            onRemoved={() => {
              changed(onChange)
              onClose()
            }}
          />
        )}
      </div>
    </form>
  )
}

function stored(profile: Profile | undefined, fields: ProfileFields) {
  return profile === undefined
    ? call(profiles.create, fields)
    : call(profiles.update, { ...fields, no: profile.no, version: profile.version })
}

function changed(onChange: () => void): void {
  forgetResponses(profiles.list.path)
  onChange()
}

function Remove({ profile, onRemoved }: { readonly profile: Profile; readonly onRemoved: () => void }) {
  const t = useProfilesText()
  const [asks, setAsks] = useState(false)
  const remove = async () => {
    const result = await call(profiles.remove, { no: profile.no })
    setAsks(false)
    if (result.kind !== 'ok') return showToast(result.kind === 'refused' ? result.message : t('failed'))
    showToast(t('removed'))
    onRemoved()
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('askRemove', { name: profile.name })}
        text={t('askRemoveText')}
        action={t('remove')}
        cancel={t('cancel')}
        onConfirm={remove}
        onClose={() => setAsks(false)}
      />
    </>
  )
}
