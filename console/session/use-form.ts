/** A form over one endpoint: its values, problems at the fields, and one sentence for the rest. */
import { type FormEvent, useId, useState } from 'react'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { CallError, isCancelled } from './call-error.ts'
import { inputProblems, unfinishedFields } from './input-problems.ts'
import { type ActOptions, useAct } from './queries.ts'

export interface FormField {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

export interface ConsoleForm<Values> {
  readonly values: Values
  readonly isBusy: boolean
  /** A sentence about the whole form; undefined without one. */
  readonly problem: string | undefined
  field(name: keyof Values & string): FormField
  set(name: keyof Values & string, value: string): void
  reset(): void
  submit(event?: FormEvent): void
}

interface FormOptions<E extends ConsoleEndpoint, Values> extends ActOptions<E> {
  /** The endpoint's input; the same names as the form's where they differ in nothing. */
  readonly toInput?: (values: Values) => InputOf<E>
  /** Refusals that concern one field: failure → field. */
  readonly failureFields?: Readonly<Partial<Record<string, keyof Values & string>>>
}

/** `initial` has a text for each field. The first wrong field gets the focus. */
export function useForm<E extends ConsoleEndpoint, Values extends Readonly<Record<string, string>>>(
  endpoint: E,
  initial: Values,
  { toInput, failureFields = {}, ...options }: FormOptions<E, Values> = {},
): ConsoleForm<Values> {
  const id = useId()
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const idOf = (name: string) => `${id}${name}`
  const show = (list: readonly { readonly field: string; readonly message: string }[]) => {
    const own = list.filter(({ field }) => field in initial)
    setProblems(Object.fromEntries(own.map(({ field, message }) => [field, message])))
    // In the order of the form, whatever the order of the schema.
    const first = Object.keys(initial).find((name) => own.some(({ field }) => field === name))
    if (first !== undefined) document.getElementById(idOf(first))?.focus()
    return own.length > 0
  }
  const act = useAct(endpoint, {
    ...options,
    onFailed: (error) => {
      options.onFailed?.(error)
      if (isCancelled(error)) return
      const field = error instanceof CallError ? failureFields[error.failure] : undefined
      const list = field === undefined ? fieldsOf(error) : [{ field, message: error.message }]
      if (!show(list)) setProblem(error.message)
    },
  })
  const set = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblem(undefined)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)))
  }
  return {
    values,
    isBusy: act.isPending,
    problem,
    field: (name) => ({
      id: idOf(name),
      name,
      value: values[name] ?? '',
      problem: problems[name],
      onChange: (value) => set(name, value),
    }),
    set,
    reset: () => {
      setValues(initial)
      setProblems({})
      setProblem(undefined)
    },
    submit: (event) => {
      event?.preventDefault()
      if (act.isPending) return
      setProblem(undefined)
      if (show(unfinishedFields(event?.currentTarget))) return
      const input = toInput === undefined ? (values as InputOf<E>) : toInput(values)
      if (!show(inputProblems(endpoint, input as object))) act.mutate(input)
    },
  }
}

function fieldsOf(error: Error) {
  return error instanceof CallError ? error.fields : []
}
