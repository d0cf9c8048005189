import { useState } from 'react'
import { type Reminder, reminderMinutes, reminders } from '#contract/channels/reminders.ts'
import { pathOf } from '#contract/form/pages.ts'
import { minutesChosen, reminderMarks } from '#web/features/reminders/reminder-store.ts'
import { formatMoment, formatTime } from '#web/i18n/format.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import type { Leftover } from './delayed-removal.ts'
import type { CardProps } from './saved-card.tsx'
import { SavedList } from './saved-list.tsx'
import { useMyText } from './my-text.ts'

const renewEveryMs = 60_000
const noReminders: readonly Reminder[] = []

function idOf({ id }: Reminder) {
  return id
}

/** The viewer's reminders: what is coming first, then what the guide has no more, then what is over, the newest first. */
export function RemindersTab() {
  const t = useMyText()
  const lookOf = useLook()
  const state = useCall(reminders.list, {}, { everyMs: renewEveryMs })
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const all = inOrder(state.kind === 'ok' ? state.data.reminders : noReminders)
  const remaining = all.filter(({ id }) => !removed.has(id))
  const remove = async (ids: readonly number[]): Promise<Leftover | null> => {
    const results = await Promise.all(
      ids.map(async (id) => ({ id, result: await call(reminders.remove, { id }) })),
    )
    const left = results.filter(({ result }) => result.kind !== 'ok')
    const gone = ids.filter((id) => !left.some((one) => one.id === id))
    reminderMarks.removed(gone)
    setRemoved((former) => new Set([...former, ...gone]))
    const [first] = left
    if (first === undefined) return null
    return {
      ids: left.map(({ id }) => id),
      message: first.result.kind === 'refused' ? first.result.message : '',
    }
  }
  return (
    <SavedList
      slug="reminders"
      shape="sign"
      items={remaining}
      idOf={idOf}
      lookOf={lookOf}
      count={(count) => t('reminderCount', { count })}
      total={state.kind === 'ok' ? remaining.length : null}
      isLoading={state.kind === 'loading'}
      failure={state.kind === 'refused' ? state.message : state.kind === 'unreachable' ? '' : null}
      hasMore={false}
      onMore={state.kind === 'loading' ? () => {} : state.retry}
      onRemove={remove}
      tools={state.kind === 'ok' && <MinutesBefore stored={state.data.minutes_before} />}
    />
  )
}

const rank: Readonly<Record<Reminder['state'], number>> = { coming: 0, now: 0, hidden: 1, gone: 1, past: 2 }

function inOrder(list: readonly Reminder[]): readonly Reminder[] {
  return list.toSorted(
    (a, b) => rank[a.state] - rank[b.state] || (a.begin_time - b.begin_time) * (a.state === 'past' ? -1 : 1),
  )
}

function MinutesBefore({ stored }: { readonly stored: number }) {
  const t = useMyText()
  const [chosen, setChosen] = useState(stored)
  const choose = async (value: string) => {
    const former = chosen
    setChosen(Number(value))
    const result = await call(reminders.settings, { minutes_before: Number(value) })
    if (result.kind === 'ok') return minutesChosen(Number(value))
    setChosen(former)
    showToast(result.kind === 'refused' ? result.message : t('remindNotSaved'))
  }
  return (
    <Select
      label={t('remindBefore')}
      value={String(chosen)}
      options={reminderMinutes.map((minutes) => ({
        value: String(minutes),
        name: minutes === 0 ? t('remindAtStart') : t('remindMinutes', { count: minutes }),
      }))}
      onChange={(value) => void choose(value)}
    />
  )
}

function useLook(): (reminder: Reminder) => CardProps {
  const t = useMyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return ({ state, href, cid, title, channel_name: channel, logo, begin_time: begin, end_time: end }) => {
    const isOver = state === 'past' && href === ''
    const note = state === 'coming' ? '' : t(isOver ? 'reminder.notRecorded' : `reminder.${state}`)
    const moment =
      state === 'now' ? `${formatTime(begin)}–${formatTime(end)}` : formatMoment(begin, language, nowSec)
    return {
      // A way on: the channel, or all channels where this one is not shown.
      to: href !== '' ? href : state === 'hidden' ? pathOf('tv') : pathOf('channel', { id: cid }),
      picture: logo,
      name: title,
      meta: [[channel, moment].filter(Boolean).join(', '), note],
      part: null,
    }
  }
}
