import { localMoment } from '#console/i18n/moments.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { isNamed, useChangeText } from './change-text.ts'
import styles from './changes.module.css'

type Values = Readonly<Record<string, string | number | null>>

interface ConflictDialogProps {
  /** Who changed it. */
  readonly message: string
  readonly theirs: Values
  readonly mine: Values
  readonly isBusy: boolean
  readonly onTakeTheirs: () => void
  readonly onSaveMine: () => void
  readonly onClose: () => void
}

/** Somebody saved the same thing meanwhile: what differs, before either is lost. */
export function ConflictDialog({ message, theirs, mine, isBusy, ...on }: ConflictDialogProps) {
  const t = useChangeText()
  const names = Object.keys(mine).filter((name) => (theirs[name] ?? '') !== (mine[name] ?? ''))
  const nameOf = useFieldName()
  return (
    <Dialog title={t('conflict')} isOpen isWide onClose={on.onClose}>
      <p>{message}</p>
      <dl className={styles['conflict']}>
        {names.map((name) => (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd>
              <small>{t('theirs')}</small> {shown(name, theirs[name])}
            </dd>
            <dd>
              <small>{t('mine')}</small> {shown(name, mine[name])}
            </dd>
          </div>
        ))}
      </dl>
      <DialogButtons>
        <Button onPress={on.onTakeTheirs}>{t('takeTheirs')}</Button>
        <Button look="primary" isPending={isBusy} onPress={on.onSaveMine}>
          {t('saveMine')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function useFieldName(): (name: string) => string {
  const t = useChangeText()
  return (name) => {
    const key = `field.${name === 'picture' ? 'image' : name}`
    return isNamed(key) ? t(key as 'field.number') : name
  }
}

function shown(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '—'
  if (name.startsWith('shown_') || name === 'published_at')
    return localMoment(Number(value)).replace('T', ' ')
  return String(value)
}
