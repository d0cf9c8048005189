import { useState } from 'react'
import { consoleOverview } from '#contract/console/overview.ts'
import { consoleService } from '#contract/console/service.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

/** Takes the films of a folder on the server. */
export function FilmsStep() {
  const t = useSetupText()
  const mayAct = useMay()('films', 'act')
  const [taken, setTaken] = useState<ResponseOf<typeof consoleService.takeFilms>>()
  const form = useForm(
    consoleService.takeFilms,
    { folder: '' },
    {
      changes: [consoleOverview.needs],
      failureFields: { folder_refused: 'folder' },
      onDone: setTaken,
    },
  )
  if (!mayAct) return null
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <TextField
          field={form.field('folder')}
          label={t('folder')}
          hint={t('folderHint')}
          autoComplete="off"
        />
      </FormBody>
      <div className={styles['acts']}>
        <Button type="submit" look="primary" isPending={form.isBusy}>
          {t('takeFilms')}
        </Button>
      </div>
      <div role="status">
        {taken === undefined ? null : (
          <>
            <p>{t('taken', { files: taken.files, titles: taken.titles, refused: taken.refused })}</p>
            <ul className={styles['reasons']}>
              {taken.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </form>
  )
}
