/** The ways on where this profile may not watch something: the PIN, or another profile. */
import { pathOf } from '#contract/form/pages.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { openAboveLimit, type AboveLimit } from './open-above-limit.ts'
import { useProfilesText } from './profiles-text.ts'

interface ActionsProps {
  /** Undefined: no PIN opens it. */
  readonly what?: AboveLimit | undefined
  readonly onOpened?: (() => void) | undefined
  /** The profile was removed: there is none to change from. */
  readonly isGone?: boolean
}

export function ProfileActions({ what, onOpened, isGone = false }: ActionsProps) {
  const t = useProfilesText()
  const from = useHere()
  const open = async (thing: AboveLimit) => {
    if (await openAboveLimit(thing)) onOpened?.()
  }
  return (
    <>
      {what !== undefined && (
        <Button variant="primary" onClick={() => void open(what)}>
          {t('openOnce')}
        </Button>
      )}
      <ButtonLink
        variant={what === undefined ? 'primary' : 'secondary'}
        to={pathOf('profiles')}
        state={{ from }}
      >
        {t(isGone ? 'choose' : 'change')}
      </ButtonLink>
    </>
  )
}
