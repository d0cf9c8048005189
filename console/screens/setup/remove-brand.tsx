import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleService } from '#contract/console/service.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import type { Service } from './service-form.tsx'
import { useSetupText } from './setup-text.ts'

interface RemoveBrandProps {
  readonly service: Service
  readonly name: string
}

/** Deletes a service beside the main one, after a question. */
export function RemoveBrand({ service: { service_id: id, version, hosts }, name }: RemoveBrandProps) {
  const t = useSetupText()
  const { send } = useSending('settings')
  const [, navigate] = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    const isRemoved = await send(consoleService.remove, { service_id: id, version }, () =>
      t('brandRemoved', { name }),
    )
    setIsBusy(false)
    setIsOpen(false)
    if (isRemoved) navigate('/brands')
  }
  return (
    <>
      <Button look="danger" onPress={() => setIsOpen(true)}>
        {t('brandRemove')}
      </Button>
      <Question
        title={t('brandRemove')}
        text={t('brandQuestion', { hosts: hosts.split('\n').join(', ') })}
        confirm={t('brandConfirm')}
        isOpen={isOpen}
        isBusy={isBusy}
        isDangerous
        onConfirm={() => void remove()}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
