import { useState } from 'react'
import { consoleService } from '#contract/console/service.ts'
import { consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { ActForm } from './acts/act-form.tsx'
import { isOver, type SubscriberCard } from './words/subscriber-words.ts'
import { useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

/** Of which brand the subscriber is; nothing where the installation has one brand only. */
export function BrandFact({ card }: { readonly card: SubscriberCard }) {
  const t = useSubscribersText()
  const mayAct = useMay()('subscribers', 'act')
  const [isOpen, setIsOpen] = useState(false)
  const { data: brands = [] } = useCall(consoleService.names, {})
  if (brands.length < 2) return null
  const nameOf = (id: number) => brands.find((one) => one.id === id)?.name ?? `№ ${id}`
  return (
    <div>
      <dt>{t('brand')}</dt>
      <dd className={styles['cityFact']}>
        <span>{nameOf(card.brand)}</span>
        {mayAct && !isOver(card) ? (
          <IconButton icon="tools" label={t('brandChange')} onPress={() => setIsOpen(true)} />
        ) : null}
      </dd>
      {isOpen ? <BrandForm {...{ card, brands, nameOf }} onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}

interface BrandFormProps {
  readonly card: SubscriberCard
  readonly brands: readonly { readonly id: number; readonly name: string }[]
  readonly nameOf: (id: number) => string
  readonly onClose: () => void
}

function BrandForm({ card, brands, nameOf, onClose }: BrandFormProps) {
  const t = useSubscribersText()
  const others = brands.filter(({ id }) => id !== card.brand)
  const [chosen, choose] = useState(others[0]?.id ?? 0)
  return (
    <ActForm
      endpoint={acts.brand}
      name={t('brandChange')}
      isReady={chosen !== 0}
      toInput={(common) => ({ ...common, account_id: card.account_id, brand: chosen })}
      effect={
        <>
          <p>{`${nameOf(card.brand)} → ${nameOf(chosen)}`}</p>
          <p>{t('brandEffect')}</p>
        </>
      }
      onClose={onClose}
    >
      <Picker
        label={t('brandNew')}
        value={String(chosen)}
        choices={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(next) => choose(Number(next))}
      />
    </ActForm>
  )
}
