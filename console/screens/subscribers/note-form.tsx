import { type FormEvent, useId, useState } from 'react'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import { useAct } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

/** A note for the other members of staff; empty ones are not sent. */
export function NoteForm({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const id = useId()
  const [body, setBody] = useState('')
  const add = useAct(consoleSubscribers.note, {
    changes: [consoleSubscribers.timeline],
    onDone: () => {
      setBody('')
      showToast(t('noteSaved'))
    },
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() !== '' && !add.isPending) add.mutate({ account_id: accountId, body: body.trim() })
  }
  return (
    <form className={styles['noteForm']} onSubmit={submit}>
      <label htmlFor={id}>{t('addNote')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={body}
        aria-describedby={`${id}hint`}
        onChange={({ target }) => setBody(target.value)}
      />
      <div>
        <small id={`${id}hint`}>{t('noteHint')}</small>
        <Button type="submit" isDisabled={body.trim() === ''} isPending={add.isPending}>
          {t('noteSave')}
        </Button>
      </div>
    </form>
  )
}
