/** Saving a banner, a news item, a notice or a page: what was confirmed, and the change of somebody else that it would overwrite. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { consoleBlackouts } from '#contract/console/blackouts.ts'
import type { consoleCollections } from '#contract/console/collections.ts'
import type { consoleHome } from '#contract/console/home.ts'
import type { consoleNotices } from '#contract/console/notices.ts'
import type { consolePages } from '#contract/console/pages.ts'
import type { consoleBanners, consoleNews } from '#contract/console/site-content.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { CallError } from '#console/session/call-error.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { useText } from '#console/session/text.ts'

type SaveEndpoint =
  | typeof consoleBanners.save
  | typeof consoleBlackouts.save
  | typeof consoleCollections.save
  | typeof consoleHome.save
  | typeof consoleNews.save
  | typeof consoleNotices.save
  | typeof consolePages.save

interface SavingOptions<E extends SaveEndpoint, Values> {
  readonly endpoint: E
  readonly section: 'guide' | 'health' | 'home' | 'news'
  /** The list's path; a new thing is opened below it. */
  readonly path: string
  readonly initial: Values
  /** The version that the form began with. */
  readonly version: number
  /** It is opened at its own address once it is saved; without it, what has version 0 is new. */
  readonly isNew?: boolean
  readonly toInput: (values: Values, version: number) => InputOf<E>
  readonly failureFields?: Readonly<Partial<Record<string, keyof Values & string>>>
  readonly onSaved: () => void
}

export interface Saving<E extends SaveEndpoint, Values> {
  readonly form: ConsoleForm<Values>
  /** Somebody saved it meanwhile. */
  readonly conflict: { readonly message: string; readonly mine: InputOf<E> } | undefined
  readonly isOverwriting: boolean
  /** Saves what was typed over the version `latest`. */
  readonly saveMine: (latest: number) => void
  readonly endConflict: () => void
}

export function useSaving<E extends SaveEndpoint, Values extends Readonly<Record<string, string>>>(
  options: SavingOptions<E, Values>,
): Saving<E, Values> {
  const { endpoint, section, path, initial, version, toInput, failureFields = {}, onSaved } = options
  const { isNew = version === 0 } = options
  const t = useText()
  const [, go] = useLocation()
  const { confirm, send, refresh } = useSending(section)
  const [conflict, setConflict] = useState<Saving<E, Values>['conflict']>()
  const [isOverwriting, setIsOverwriting] = useState(false)
  const form = useForm<E, Values>(endpoint, initial, {
    toInput: (values) => toInput(values, version),
    failureFields,
    onDone: ({ change_id: changeId, id }: { readonly change_id: number; readonly id: number }) => {
      if (changeId > 0) confirm(changeId, t('common.saved'))
      onSaved()
      void refresh()
      if (isNew) go(`${path}/${id}`, { replace: true })
    },
    onFailed: (error) => {
      if (error instanceof CallError && error.failure === 'changed_since') void showConflict(error.message)
    },
  })
  const showConflict = async (message: string) => {
    await refresh()
    setConflict({ message, mine: toInput(form.values, version) })
  }
  const saveMine = (latest: number) => {
    setIsOverwriting(true)
    void send(endpoint, toInput(form.values, latest), () => t('common.saved')).then((isTaken) => {
      setIsOverwriting(false)
      if (!isTaken) return
      setConflict(undefined)
      onSaved()
    })
  }
  return { form, conflict, isOverwriting, saveMine, endConflict: () => setConflict(undefined) }
}
