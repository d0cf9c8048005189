/** The way to the choice of a profile, with the picture of the present one. */
import { Suspense } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import type { Face } from '#web/profiles/avatar.tsx'
import { Link } from '#web/router/router.ts'
import { useProfile } from '#web/session/profile.ts'
import { useSession } from '#web/session/session.ts'
import { useText } from '#web/session/text.ts'
import { useHere } from '#web/session/way-back.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

/** Most visitors have one profile. */
const Avatar = lazyOrNothing(() => import('#web/profiles/avatar.tsx').then((file) => file.Avatar))

interface LinkProps {
  readonly className: string | undefined
  readonly picture: string | undefined
  readonly word?: string | undefined
  readonly size: number
}

/** Nothing for an account with one profile, and for guests. */
export function ProfileLink({ className, picture, word, size }: LinkProps) {
  const t = useText()
  const from = useHere()
  const { token } = useSession()
  const profile = useProfile()
  if (token === null || profile === null || profile.count < 2) return null
  const label = profile.name === '' ? t('nav.profiles') : `${t('nav.profiles')}: ${profile.name}`
  return (
    <Link className={className} to={pathOf('profiles')} state={{ from }} aria-label={label} title={label}>
      <Suspense fallback={<Icon name="user" size={size} />}>
        <Avatar face={profile as Face} className={picture} />
      </Suspense>
      {word !== undefined && <span className={word}>{profile.name || t('nav.profiles')}</span>}
    </Link>
  )
}

/** Whether the present profile has no cabinet. */
export function useIsChild(): boolean {
  return useProfile()?.isChild === true
}
