/** Keeps the stored profile what the server says, and lets a family choose after a login and on a television. */
import { useEffect } from 'react'
import { profiles } from '#contract/accounts/profiles.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { isTelevision } from '#web/remote/television.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { useCall } from '#web/session/requests/api.ts'
import { storedProfile, useProfileIsGone } from '#web/session/profile.ts'
import { useHere } from '#web/session/way-back.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { hasChosen } from './chosen-here.ts'
import { storedOf } from './profile-rules.ts'

/** A change on another device is seen after so long at most. */
const everyMs = 300_000

export function ProfileFollower() {
  const list = useCall(profiles.list, {}, { everyMs })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const here = useHere()
  const place = useLatest({ pathname, here })
  const data = list.kind === 'ok' ? list.data : null
  const gone = useProfileIsGone()
  const latest = useLatest(list.kind === 'loading' ? () => undefined : list.retry)
  useOnChange([gone], () => {
    if (gone === 0) return
    forgetResponses(profiles.list.path)
    latest.current()
  })
  useEffect(() => {
    if (data === null) return
    const isNew = storedProfile.get() === null
    const stored = storedOf(data)
    const isFamily = data.profiles.length > 1 && !hasChosen() && (isNew || isTelevision())
    // The profile of this device was removed meanwhile.
    const mustChoose = isFamily || stored === undefined
    if (stored !== undefined) storedProfile.set(stored)
    const { pathname: path, here: from } = place.current
    if (mustChoose && matchPage(path)?.name !== 'profiles')
      void navigate(pathOf('profiles'), { state: { from }, replace: true })
  }, [data, navigate, place])
  return null
}
