/** `/profiles`: who watches. A press uses the profile on this device; in the changing mode it opens its form (PROF-01). */
import { lazy, Suspense, useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { profiles, type Profile } from '#contract/accounts/profiles.ts'
import { useNavigate } from '#web/router/router.ts'
import { Avatar } from '#web/profiles/avatar.tsx'
import { chooseProfile } from '#web/profiles/choose-profile.ts'
import { noteChosen } from '#web/profiles/chosen-here.ts'
import { isLocked, type ProfileList } from '#web/profiles/profile-rules.ts'
import { useProfilesText } from '#web/profiles/profiles-text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useWayBack } from '#web/session/way-back.ts'
import { Logo } from '#web/shell/header/logo.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import styles from './profiles-screen.module.css'

const ProfileEditor = lazy(() =>
  withinLimit(import('./profile-editor.tsx')).then((file) => ({ default: file.ProfileEditor })),
)

export function ProfilesScreen() {
  const state = useCall(profiles.list, {})
  return (
    <div className={styles.screen}>
      <Logo />
      {state.kind === 'loading' && <Waiting />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
      {state.kind === 'ok' && <Choice list={state.data} onChange={state.retry} />}
    </div>
  )
}

/** The number of the profile whose form is open, or a new one. */
type Open = number | 'new' | undefined

interface ChoiceProps {
  readonly list: ProfileList
  readonly onChange: () => void
}

function Choice({ list, onChange }: ChoiceProps) {
  const t = useProfilesText()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const [changes, setChanges] = useState(false)
  const [open, setOpen] = useState<Open>()
  const [busy, setBusy] = useState(false)
  const isChild = list.profiles.find(({ no }) => no === list.current)?.is_child === 1
  const choose = async (profile: Profile) => {
    setBusy(true)
    const result = await chooseProfile(profile, list)
    setBusy(false)
    if (result.kind === 'given_up') return
    if (result.kind !== 'chosen') return showToast(result.kind === 'refused' ? result.message : t('failed'))
    noteChosen()
    void navigate(wayBack === pathOf('cabinet') ? pathOf('home') : wayBack, { replace: true })
  }
  return (
    <>
      <h1 className={styles.title}>{t(changes ? 'manageTitle' : 'who')}</h1>
      <ul className={styles.list} data-row="">
        {list.profiles.map((profile) => (
          <li key={profile.no}>
            <Tile
              profile={profile}
              isCurrent={profile.no === list.current}
              isLocked={isLocked(profile, list)}
              changes={changes}
              disabled={busy}
              onPress={() => (changes ? setOpen(profile.no) : void choose(profile))}
            />
          </li>
        ))}
        {!isChild && list.profiles.length < list.limit && (
          <li>
            <button type="button" className={styles.tile} onClick={() => setOpen('new')}>
              <span className={styles.add}>
                <Icon name="plus" size={40} />
              </span>
              <span className={styles.name}>{t('add')}</span>
            </button>
          </li>
        )}
      </ul>
      {!isChild && <Button onClick={() => setChanges(!changes)}>{t(changes ? 'ready' : 'manage')}</Button>}
      {(open === 'new' || list.profiles.some(({ no }) => no === open)) && (
        <Suspense fallback={null}>
          <ProfileEditor
            list={list}
            profile={list.profiles.find(({ no }) => no === open)}
            onClose={() => setOpen(undefined)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </>
  )
}

interface TileProps {
  readonly profile: Profile
  readonly isCurrent: boolean
  readonly isLocked: boolean
  readonly changes: boolean
  readonly disabled: boolean
  readonly onPress: () => void
}

function Tile({ profile, isCurrent, isLocked: locked, changes, disabled, onPress }: TileProps) {
  const t = useProfilesText()
  const name = profile.name || t('first')
  const notes = [
    ...(profile.is_child === 1 ? [t('child')] : []),
    ...(isCurrent ? [t('now')] : locked ? [t('locked')] : []),
  ]
  return (
    <button
      type="button"
      className={styles.tile}
      disabled={disabled}
      aria-label={changes ? t('edit', { name }) : [name, ...notes].join(', ')}
      data-first={isCurrent ? '' : undefined}
      data-profile={profile.no}
      onClick={onPress}
    >
      <span className={styles.face}>
        <Avatar face={profile} className={styles.avatar} />
        {(changes || locked) && (
          <span className={styles.badge}>
            <Icon name={changes ? 'edit' : 'lock'} size={20} />
          </span>
        )}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.note}>{notes.filter((note) => note !== t('locked')).join(', ')}</span>
    </button>
  )
}

function Waiting() {
  const t = useProfilesText()
  return (
    <>
      <h1 className={styles.title}>{t('who')}</h1>
      <Skeleton className={styles.waiting} />
    </>
  )
}
