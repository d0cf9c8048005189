/** The form that every act on a subscriber has: its reason, what it will do, and one button. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { consoleSubscriberActs } from '#contract/console/subscriber-acts.ts'
import { consoleSubscriberData, consoleSubscriberDoubles } from '#contract/console/subscriber-data.ts'
import { consoleSubscriberWhy } from '#contract/console/subscriber-why.ts'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { type FormField, useForm } from '#console/session/use-form.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useActsText } from './acts-text.ts'
import styles from './acts.module.css'

/** What every act of these endpoints has in common. */
export interface CommonInput {
  /** One for a form: sent again, the act is done once. */
  readonly key: string
  readonly reason: string
}

/** What forms show before an act; it is different after one. */
const { desk, moneyEffect, daysEffect, tariffEffect, pauseEffect } = consoleSubscriberActs
const effects = [
  ...[desk, moneyEffect, daysEffect, tariffEffect, pauseEffect],
  ...[consoleSubscriberData.preview, consoleSubscriberDoubles.preview],
]

interface ActFormProps<E extends ConsoleEndpoint> {
  readonly endpoint: E
  /** The name of the act: the title, and the button. */
  readonly name: string
  /** What it will do, in plain words. */
  readonly effect: ReactNode
  readonly reason?: string
  readonly isDangerous?: boolean
  readonly isReady?: boolean
  readonly toInput: (common: CommonInput) => InputOf<E>
  /** Instead of closing and saying that it was done. */
  readonly onDone?: (data: ResponseOf<E>) => void
  readonly onClose: () => void
  /** The fields of the act. */
  readonly children?: ReactNode
}

/** A dialog with an act. */
export function ActForm<E extends ConsoleEndpoint>({
  endpoint,
  name,
  effect,
  reason = '',
  isDangerous = false,
  isReady = true,
  ...rest
}: ActFormProps<E>) {
  const t = useActsText()
  const base = useText()
  const language = useLanguage()
  const [key] = useState(newKey)
  const client = useQueryClient()
  const form = useForm<E, { readonly reason: string }>(
    endpoint,
    { reason },
    {
      toInput: (values) => rest.toInput({ key, reason: values.reason }),
      changes: [
        consoleSubscribers.card,
        consoleSubscribers.timeline,
        consoleSubscriberWhy.answer,
        ...effects,
      ],
      // Somebody else may have done something: what the form shows is read again, and it can be sent again.
      onFailed: () => {
        for (const one of effects) void client.invalidateQueries({ queryKey: keyOf(one) })
      },
      onDone: (data) => {
        if (isRepeated(data)) {
          const when = formatMoment(data.at, language, Math.floor(Date.now() / 1000))
          showToast(t('doneBefore', { who: data.by, when }))
        } else if (rest.onDone === undefined) showToast(t('doneOf', { name }))
        if (rest.onDone === undefined) rest.onClose()
        else rest.onDone(data)
      },
    },
  )
  return (
    <Dialog title={name} isOpen onClose={rest.onClose}>
      <form className={styles['form']} onSubmit={form.submit}>
        {rest.children}
        <TextArea field={form.field('reason')} label={t('reason')} hint={t('reasonHint')} rows={2} />
        <section className={styles['effect']} aria-label={t('effect')} aria-live="polite">
          {effect}
        </section>
        {form.problem === undefined ? null : (
          <p className={styles['problem']} role="alert">
            {form.problem}
          </p>
        )}
        <DialogButtons>
          <Button onPress={rest.onClose}>{base('common.cancel')}</Button>
          <Button
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            isDisabled={!isReady}
            isPending={form.isBusy}
          >
            {name}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function isRepeated(data: unknown): data is { readonly by: string; readonly at: number } {
  if (typeof data !== 'object' || data === null || !('is_repeated' in data)) return false
  // Some acts do not say who did them before and when.
  return data.is_repeated === true && 'by' in data && 'at' in data
}

/** A text field outside a form over an endpoint. */
export function useTextState(name: string, initial: string): FormField {
  const [value, setValue] = useState(initial)
  return { id: `act-${name}`, name, value, problem: undefined, onChange: setValue }
}

/** A whole number above 0, as typed with or without spaces; 0 for anything else. */
export function wholeOf(typed: string): number {
  const digits = typed.replace(/\s/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0
}
