/** Saving a programme: what was confirmed, and the change of somebody else that it would overwrite. */
import { useState } from 'react'
import { consoleTimeline } from '#contract/console/timeline.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { CallError } from '#console/session/call-error.ts'
import { useText } from '#console/session/text.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { type Values, changeInput, newInput } from './programme-values.ts'
import type { Dialogued, Programme } from './timeline-data.ts'
import { useTimelineText } from './timeline-text.ts'

interface ProgrammeFormOptions {
  readonly cid: number
  readonly subject: Dialogued
  readonly initial: Values
  readonly onSaved: () => void
}

/** Refusals that concern one field. */
const failureFields = {
  programme_untitled: 'title_ru',
  programme_times_wrong: 'end',
  programme_outside_guide: 'begin',
  programme_moved_too_far: 'begin',
  programme_overlaps: 'begin',
} as const

export interface ProgrammeForm {
  readonly form: ConsoleForm<Values>
  /** Who saved it meanwhile, as a sentence. */
  readonly conflict: string | undefined
  readonly isOverwriting: boolean
  /** Saves what was typed over the latest. */
  readonly saveMine: (latest: Programme) => void
  readonly endConflict: () => void
}

export function useProgrammeForm({ cid, subject, initial, onSaved }: ProgrammeFormOptions): ProgrammeForm {
  const t = useTimelineText()
  const base = useText()
  const { confirm, send, refresh } = useSending('guide')
  const [conflict, setConflict] = useState<string>()
  const [isOverwriting, setIsOverwriting] = useState(false)
  const done = ({ change_id: changeId }: { readonly change_id: number }) => {
    if (changeId > 0) confirm(changeId, t(subject.kind === 'new' ? 'isAdded' : 'isChanged'))
    onSaved()
    void refresh()
  }
  const showConflict = async (message: string) => {
    await refresh()
    setConflict(message)
  }
  const failed = (error: Error) => {
    if (!(error instanceof CallError)) return
    if (error.failure === 'changed_since') void showConflict(error.message)
    else if (error.failure === 'programme_gone') void refresh()
  }
  const options = { failureFields, onDone: done, onFailed: failed }
  const adding = useForm<typeof consoleTimeline.add, Values>(consoleTimeline.add, initial, {
    ...options,
    toInput: (values) => newInput(cid, values),
  })
  const programme = subject.kind === 'new' ? { pid: 0, version: 0, begin: 0, end: 0 } : subject.programme
  const changing = useForm<typeof consoleTimeline.change, Values>(consoleTimeline.change, initial, {
    ...options,
    toInput: (values) => changeInput(cid, programme, { initial, values, version: programme.version }),
  })
  const form = subject.kind === 'new' ? adding : changing
  const saveMine = ({ version }: Programme) => {
    setIsOverwriting(true)
    const input = changeInput(cid, programme, { initial, values: form.values, version })
    void send(consoleTimeline.change, input, () => base('common.saved')).then((isTaken) => {
      setIsOverwriting(false)
      if (isTaken) onSaved()
    })
  }
  return { form, conflict, isOverwriting, saveMine, endConflict: () => setConflict(undefined) }
}
