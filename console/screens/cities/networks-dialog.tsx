import { useId, useState } from 'react'
import { consoleCities } from '#contract/console/cities.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useAct } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { useCitiesText } from './cities-text.ts'
import { decodeFile } from './decode-file.ts'
import styles from './cities.module.css'

type Checked = ResponseOf<typeof consoleCities.saveNetworks>

/** As the endpoint's `text`. */
const maxText = 230_000

interface NetworksDialogProps {
  readonly text: string
  readonly mark: string
  readonly onClose: () => void
}

/** The whole list as text: pasted or taken from a file, checked line by line, then saved. */
export function NetworksDialog({ text: stored, mark, onClose }: NetworksDialogProps) {
  const t = useCitiesText()
  const base = useText()
  const id = useId()
  const { confirm } = useSending('settings')
  const [text, setText] = useState(stored)
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<string>()
  const send = useAct(consoleCities.saveNetworks, {
    changes: [consoleCities.networks],
    onDone: (result, { is_trial: isTrial }) => {
      setChecked(result)
      if (isTrial || result.diff === null) return
      if (result.change_id > 0) confirm(result.change_id, t('networksSaved'))
      onClose()
    },
    onFailed: (error) => setProblem(error.message),
  })
  const change = (next: string) => {
    setText(next)
    setChecked(undefined)
    setProblem(undefined)
  }
  const take = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const read = file.size > 2 * maxText ? undefined : decodeFile(await file.arrayBuffer())
    if (read === undefined || read.length > maxText) setProblem(t('fileTooLarge'))
    else if (read.trim() === '') setProblem(t('fileEmpty'))
    else change(read)
  }
  const isGood = checked?.diff !== null && checked !== undefined
  return (
    <Dialog title={t('list')} isOpen isWide onClose={onClose}>
      <FormBody problem={problem}>
        <TextArea
          field={{ id, name: 'text', value: text, problem: undefined, onChange: change }}
          label={t('list')}
          hint={t('listHint')}
          rows={12}
        />
        <FileDrop
          label={t('file')}
          hint={t('fileHint')}
          accept=".csv,.txt,text/csv,text/plain"
          onFiles={(files) => void take(files)}
        />
        <div role="status">{checked === undefined ? null : <Result checked={checked} />}</div>
      </FormBody>
      <DialogButtons>
        <Button onPress={onClose}>{base('common.cancel')}</Button>
        <Button
          look={isGood ? 'plain' : 'primary'}
          isPending={send.isPending}
          onPress={() => send.mutate({ text, mark, is_trial: true })}
        >
          {t('check')}
        </Button>
        {isGood ? (
          <Button
            look="primary"
            isPending={send.isPending}
            onPress={() => send.mutate({ text, mark, is_trial: false })}
          >
            {base('common.save')}
          </Button>
        ) : null}
      </DialogButtons>
    </Dialog>
  )
}

function Result({ checked: { diff, problems, problem_count: count } }: { readonly checked: Checked }) {
  const t = useCitiesText()
  if (diff !== null) return <p>{t('good', diff)}</p>
  return (
    <>
      <p className={styles['wrong']}>{t('wrong', { count })}</p>
      <ul className={styles['problems']}>
        {problems.map(({ line, problem, value }) => (
          <li key={line}>{t('line', { line, what: t(`problem.${problem}`, { value }) })}</li>
        ))}
      </ul>
    </>
  )
}
