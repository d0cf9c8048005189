/**
 * Reporting a problem: the viewer chooses what is wrong, the operator learns where and in which title (FILM-06).
 * Guests may report too.
 */
import { useId, useState, type KeyboardEvent } from 'react'
import { complaints, type Problem } from '#contract/site/complaints.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useComplaintText } from './complaint-text.ts'
import styles from './complaint-dialog.module.css'
import { Form } from '#web/features/forms/form.tsx'

/** What the report is about: a film or one of its files, a channel, or none of these. */
export interface ComplaintAbout {
  readonly vid?: number | undefined
  readonly vfid?: number | undefined
  readonly cid?: number | undefined
  /** Returns seconds from the beginning, called when the report is sent; null where there is no position. */
  readonly position?: (() => number | null) | undefined
}

interface ComplaintDialogProps {
  readonly open: boolean
  readonly about: ComplaintAbout
  readonly onClose: () => void
}

export function ComplaintDialog({ open, about, onClose }: ComplaintDialogProps) {
  const t = useComplaintText()
  return (
    <Dialog open={open} title={t('title')} onClose={onClose}>
      <ComplaintForm about={about} onSent={onClose} />
    </Dialog>
  )
}

function ComplaintForm({ about, onSent }: { readonly about: ComplaintAbout; readonly onSent: () => void }) {
  const t = useComplaintText()
  const type = about.vid !== undefined ? 'video' : about.cid !== undefined ? 'channel' : 'other'
  const state = useCall(complaints.problems, { type })
  const [chosen, setChosen] = useState<Problem | null>(null)
  const [body, setBody] = useState('')
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (chosen === null) return setTrouble(t('choose'))
    if (chosen.needs_text === 1 && body.trim() === '') return setTrouble(t('wordsNeeded'))
    setBusy(true)
    const result = await call(complaints.complain, {
      type: chosen.id,
      body,
      device: 'browser',
      ...sent(about),
    })
    setBusy(false)
    if (result.kind !== 'ok') return setTrouble(result.kind === 'refused' ? result.message : t('failed'))
    showToast(t('sent'))
    onSent()
  }
  return (
    <Form className={styles.form} isBusy={busy} onSubmit={() => void send()}>
      {state.kind === 'loading' && <Skeleton className={styles.waiting} />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryLine onRetry={state.retry} />}
      {state.kind === 'ok' && (
        <Problems
          problems={state.data.problems}
          chosen={chosen?.id ?? null}
          onChoose={(problem) => {
            setChosen(problem)
            setTrouble('')
          }}
        />
      )}
      <Words
        value={body}
        needed={chosen?.needs_text === 1}
        onChange={(value) => {
          setBody(value)
          setTrouble('')
        }}
      />
      <p className={styles.trouble} role="alert">
        {trouble}
      </p>
      <Button type="submit" variant="primary" disabled={busy || state.kind !== 'ok'} wide>
        {t(busy ? 'sending' : 'send')}
      </Button>
    </Form>
  )
}

/** Empty fields are left out: the server would reject them. */
function sent({ vid, vfid, cid, position }: ComplaintAbout) {
  const at = position?.() ?? null
  return {
    ...(vid === undefined ? {} : { vid }),
    ...(vfid === undefined ? {} : { vfid }),
    ...(cid === undefined ? {} : { cid }),
    ...(at === null || !(at > 0) ? {} : { position: Math.floor(at) }),
  }
}

interface ProblemsProps {
  readonly problems: readonly Problem[]
  readonly chosen: number | null
  readonly onChoose: (problem: Problem) => void
}

function Problems({ problems, chosen, onChoose }: ProblemsProps) {
  const t = useComplaintText()
  const name = useId()
  return (
    <fieldset className={styles.problems}>
      <legend className={styles.legend}>{t('problem')}</legend>
      {problems.map((problem) => (
        <label key={problem.id} className={styles.problem}>
          <input
            type="radio"
            name={name}
            checked={chosen === problem.id}
            onChange={() => onChoose(problem)}
            onKeyDown={(event: KeyboardEvent) => {
              // OK on a remote control would submit the form before it is filled in.
              if (event.key !== 'Enter') return
              event.preventDefault()
              onChoose(problem)
            }}
          />
          <span>{problem.name}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface WordsProps {
  readonly value: string
  readonly needed: boolean
  readonly onChange: (value: string) => void
}

function Words({ value, needed, onChange }: WordsProps) {
  const t = useComplaintText()
  const id = useId()
  return (
    <div className={styles.words}>
      <label htmlFor={id} className={styles.legend}>
        {t(needed ? 'words' : 'wordsOptional')}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={3}
        maxLength={2000}
        dir="auto"
        required={needed}
        placeholder={t('wordsHint')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
