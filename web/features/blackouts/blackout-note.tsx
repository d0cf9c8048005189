/** The words of a blackout beside what it closes, so that viewers read them before they try. */
import { blackouts, type Blackout } from '#contract/playback/blackouts.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import styles from './blackout-note.module.css'

type Subject =
  /** A programme, or any time of a channel. Unix seconds. */
  { readonly cid: number; readonly beginSec: number; readonly endSec: number } | { readonly vid: number }

export function BlackoutNote({ subject }: { readonly subject: Subject }) {
  const nowSec = useNowSec()
  const state = useCall(blackouts.list, {})
  const match =
    state.kind === 'ok' ? state.data.blackouts.find((one) => closes(one, subject, nowSec)) : undefined
  return match === undefined ? null : <p className={styles.note}>{match.message}</p>
}

/** Whether a part of it cannot be watched because of this blackout: then, or in the archive now. */
function closes(blackout: Blackout, subject: Subject, nowSec: number): boolean {
  const { from, until, holds } = blackout
  const end = until ?? Number.POSITIVE_INFINITY
  if ('vid' in subject)
    return blackout.vid === subject.vid && from <= nowSec && nowSec < end && holds.includes('archive')
  if (blackout.cid !== subject.cid || subject.beginSec >= end || subject.endSec <= from) return false
  return nowSec < end || holds.includes('archive')
}
