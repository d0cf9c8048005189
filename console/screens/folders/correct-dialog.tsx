/** Says what one file is: a film, an episode of a series, or nothing to import. */
import { useState } from 'react'
import { consoleFolders } from '#contract/console/folders.ts'
import { useContentRefresh } from '#console/changes/use-undo.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { type FolderItem, longMs, useFoldersText } from './folders-text.ts'
import styles from './folders.module.css'

/** A file to correct; `guess` undefined for one that was refused. */
export interface Corrected {
  readonly path: string
  readonly guess: FolderItem['guess'] | undefined
}

interface CorrectDialogProps {
  readonly draftId: number
  readonly corrected: Corrected
  readonly onClose: () => void
}

const kinds = ['film', 'episode', 'left'] as const
type Kind = (typeof kinds)[number]

export function CorrectDialog({ draftId, corrected: { path, guess }, onClose }: CorrectDialogProps) {
  const t = useFoldersText()
  const common = useText()
  const refresh = useContentRefresh()
  const [kind, setKind] = useState<Kind>(guess?.kind ?? 'episode')
  const initial = {
    ...{ title: guess?.title ?? '', year: textOf(guess?.year), series: guess?.series ?? '' },
    ...{ season: textOf(guess?.season), episode: textOf(guess?.episode) },
  }
  const form = useForm(consoleFolders.correct, initial, {
    limitMs: longMs,
    toInput: ({ title, year, series, season, episode }) => ({
      ...{ draft_id: draftId, path, kind },
      ...(kind === 'left' ? {} : filled({ title })),
      ...(kind === 'film' ? filled({ year }) : {}),
      ...(kind === 'episode' ? filled({ series, season, episode }) : {}),
    }),
    onDone: () => {
      showToast(t('correct.done'))
      onClose()
      void refresh()
    },
  })
  return (
    <Dialog title={t('correct.title')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <p className={styles['path']}>{path}</p>
          <Picker<Kind>
            label={t('correct.kind')}
            value={kind}
            choices={kinds.map((value) => ({ value, label: t(`what.${value}`) }))}
            onChange={setKind}
          />
          {kind === 'episode' ? (
            <>
              <TextField field={form.field('series')} label={t('correct.series')} autoComplete="off" />
              <TextField field={form.field('season')} label={t('correct.season')} inputMode="numeric" />
              <TextField field={form.field('episode')} label={t('correct.episode')} inputMode="numeric" />
              <TextField field={form.field('title')} label={t('correct.episodeName')} autoComplete="off" />
            </>
          ) : null}
          {kind === 'film' ? (
            <>
              <TextField field={form.field('title')} label={t('correct.name')} autoComplete="off" />
              <TextField field={form.field('year')} label={t('correct.year')} inputMode="numeric" />
            </>
          ) : null}
          <p className={styles['hint']}>{t('correct.text')}</p>
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function textOf(value: number | null | undefined): string {
  return value == null ? '' : String(value)
}

/** An empty field is guessed. */
function filled<Values extends Readonly<Record<string, string>>>(values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value.trim() !== ''),
  ) as Partial<Values>
}
