import { useState } from 'react'
import { promotions } from '#contract/billing/promotions.ts'
import { pathOf } from '#contract/form/pages.ts'
import { renewResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useOfferText, usePeriodPrice } from './offer-text.ts'
import type { FreeDays } from './use-free-days.ts'

interface FreeDaysButtonProps {
  readonly free: FreeDays
  readonly size?: 'm' | 'l'
  readonly wide?: boolean
  readonly variant?: 'primary' | 'secondary'
  /** The days have begun. */
  readonly onTaken?: () => void
}

/** Begins the free days, after saying what is charged later; a guest registers first and comes back here. */
export function FreeDaysButton(props: FreeDaysButtonProps) {
  const { free, size = 'm', wide = false, variant = 'primary' } = props
  const t = useOfferText()
  const { token } = useSession()
  const from = useHere()
  const look = { size, wide, variant }
  const label = t('free', { count: free.days })
  if (token !== null) return <Taking {...props} look={look} label={label} />
  return (
    <ButtonLink {...look} to={`${pathOf('login')}?step=register`} state={{ from }}>
      {label}
    </ButtonLink>
  )
}

interface TakingProps extends FreeDaysButtonProps {
  readonly look: {
    readonly size: 'm' | 'l'
    readonly wide: boolean
    readonly variant: 'primary' | 'secondary'
  }
  readonly label: string
}

function Taking({ free, look, label, onTaken }: TakingProps) {
  const t = useOfferText()
  const priced = usePeriodPrice()
  const [isOpen, setIsOpen] = useState(false)
  const { tariff, later } = free
  const take = async () => {
    const result = await call(promotions.take, { kind: 'free_days' })
    setIsOpen(false)
    if (result.kind !== 'ok') return showToast(result.kind === 'refused' ? result.message : t('noResponse'))
    showToast(t('taken', { tariff }))
    renewResponses()
    onTaken?.()
  }
  return (
    <>
      <Button {...look} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('freeOf', { tariff, count: free.days })}
        text={later === null ? t('laterDefault') : t('later', { price: priced(later.price, later.days) })}
        action={t('take')}
        cancel={t('notNow')}
        onConfirm={take}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
