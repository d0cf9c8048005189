import type { ReactNode } from 'react'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { consoleDealers } from '#contract/console/dealers.ts'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import { readSums } from './money.ts'
import { useText } from '#console/session/text.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody } from '#console/ui/field.tsx'

/** What an act with a dealer changes on the pages. */
export const dealerChanges: readonly ConsoleEndpoint[] = [
  consoleDealers.list,
  consoleDealers.one,
  consoleDealers.subscribers,
  consoleDealers.statement,
]

/** What cash that a dealer took changes: the subscriber's balance too. */
export const cashChanges: readonly ConsoleEndpoint[] = [
  ...dealerChanges,
  consoleSubscribers.card,
  consoleSubscribers.timeline,
]

interface DealerFormProps<Values> {
  readonly title: string
  readonly about?: string
  /** Of the button. */
  readonly name: string
  readonly form: ConsoleForm<Values>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form of one act in a dialog. */
export function DealerForm<Values>({ title, about, name, form, onClose, children }: DealerFormProps<Values>) {
  const t = useText()
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          {about === undefined ? null : <p>{about}</p>}
          {children}
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {name}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Sums as typed, 0 for an empty field; not a number for what is none, so that the field is named. */
export function sumsIn(typed: string): number {
  return typed.trim() === '' || typed.trim() === '0' ? 0 : (readSums(typed) ?? Number.NaN)
}

/** A request's own name: repeated, it is the same request. */
export function requestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join('-')
}
