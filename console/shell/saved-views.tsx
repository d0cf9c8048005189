/** Screens with their filters that this person saved, and saving the one on the screen. */
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { consoleOwn } from '#contract/console/own.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { showToast } from '#console/ui/toast.tsx'
import styles from './saved-views.module.css'

export function useSavedViews() {
  return useCall(consoleOwn.views, {}).data?.views ?? []
}

/** The menu of the header. */
export function SavedViews() {
  const t = useText()
  const [path, navigate] = useLocation()
  const address = addressOf(path, useSearch())
  const [isOpen, setOpen] = useState(false)
  const views = useSavedViews()
  return (
    <>
      <Menu
        label={t('views.title')}
        heading={views.length === 0 ? t('views.none') : t('views.title')}
        trigger={<IconButton icon="star" label={t('views.title')} />}
        entries={[
          ...views.map((view) => ({
            id: String(view.view_id),
            label: view.name,
            isChosen: view.address === address,
            onAct: () => navigate(view.address),
          })),
          {
            id: 'edit',
            label: views.length === 0 ? t('views.save') : t('views.manage'),
            icon: 'add' as const,
            onAct: () => setOpen(true),
          },
        ]}
      />
      {isOpen ? <ViewsDialog address={address} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function addressOf(path: string, search: string): string {
  return search === '' ? path : `${path}?${search}`
}

interface ViewsDialogProps {
  /** Of the screen behind it. */
  readonly address: string
  readonly onClose: () => void
}

function ViewsDialog({ address, onClose }: ViewsDialogProps) {
  const t = useText()
  const form = useForm(
    consoleOwn.saveView,
    { name: '' },
    {
      toInput: ({ name }) => ({ name, address }),
      changes: [consoleOwn.views],
      onDone: ({ name }) => {
        showToast(t('views.saved', { name }))
        onClose()
      },
    },
  )
  return (
    <Dialog title={t('views.title')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('name')}
            label={t('views.name')}
            hint={t('views.text')}
            autoComplete="off"
            isFocused
          />
          <DialogButtons>
            <Button onPress={onClose}>{t('common.close')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {t('views.save')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
      <ViewList />
    </Dialog>
  )
}

function ViewList() {
  const t = useText()
  const views = useSavedViews()
  const remove = useAct(consoleOwn.removeView, {
    changes: [consoleOwn.views],
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  if (views.length === 0) return null
  return (
    <ul className={styles['views']}>
      {views.map(({ view_id: viewId, name, address }) => (
        <li key={viewId} className={styles['view']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['address']}>{address}</span>
          <IconButton
            icon="close"
            label={t('views.remove', { name })}
            onPress={() =>
              remove.mutate({ view_id: viewId }, { onSuccess: () => showToast(t('views.removed', { name })) })
            }
          />
        </li>
      ))}
    </ul>
  )
}
