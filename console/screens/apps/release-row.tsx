import { useState } from 'react'
import { consoleApps } from '#contract/console/apps.ts'
import type { AppPlatform } from '#contract/site/apps.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { Apps } from './apps-data.ts'
import { useAppsText } from './apps-text.ts'

type Release = Apps['releases'][number]

interface ReleaseRowProps {
  readonly platform: AppPlatform
  /** Undefined while nothing is set. */
  readonly release: Release | undefined
  readonly mayEdit: boolean
}

/** What is set for one platform. */
export function ReleaseRow({ platform, release, mayEdit }: ReleaseRowProps) {
  const t = useAppsText()
  const [isOpen, setIsOpen] = useState(false)
  const { minimum_version: minimum = '', recommended_version: recommended = '' } = release ?? {}
  const store = release?.store_url ?? ''
  const facts = [
    ...(minimum === '' ? [] : [t('minimumShort', { version: minimum })]),
    ...(recommended === '' ? [] : [t('recommendedShort', { version: recommended })]),
  ]
  return (
    <li>
      <div>
        <strong>{t(`platform.${platform}`)}</strong>
        <small>{facts.length === 0 ? t('anyVersion') : facts.join(', ')}</small>
        <small>{store === '' ? t('noStore') : store}</small>
      </div>
      {mayEdit ? (
        <Button aria-label={`${t('edit')}: ${t(`platform.${platform}`)}`} onPress={() => setIsOpen(true)}>
          {t('edit')}
        </Button>
      ) : null}
      {isOpen ? (
        <ReleaseDialog platform={platform} release={release} onClose={() => setIsOpen(false)} />
      ) : null}
    </li>
  )
}

interface ReleaseDialogProps {
  readonly platform: AppPlatform
  readonly release: Release | undefined
  readonly onClose: () => void
}

const nothing = {
  ...{ minimum_version: '', recommended_version: '', store_url: '', note_ru: '', note_uz: '' },
}

function ReleaseDialog({ platform, release, onClose }: ReleaseDialogProps) {
  const t = useAppsText()
  const base = useText()
  const { platform: _, ...initial } = release ?? { platform, ...nothing }
  const form = useForm(consoleApps.setRelease, initial, {
    changes: [consoleApps.list],
    toInput: (values) => ({ platform, ...values }),
    failureFields: { release_order: 'recommended_version' },
    onDone: () => {
      showToast(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog title={t('editTitle', { platform: t(`platform.${platform}`) })} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('minimum_version')}
            label={t('minimum')}
            hint={t('minimumHint')}
            isFocused
          />
          <TextField
            field={form.field('recommended_version')}
            label={t('recommended')}
            hint={t('recommendedHint')}
          />
          <TextField field={form.field('store_url')} label={t('store')} hint={t('storeHint')} />
          <TextArea field={form.field('note_ru')} label={t('noteRu')} lang="ru" />
          <TextArea field={form.field('note_uz')} label={t('noteUz')} lang="uz" />
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {t('save')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}
