import type { FormHTMLAttributes, Ref } from 'react'

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'noValidate'> {
  readonly ref?: Ref<HTMLFormElement>
  /** While true nothing is submitted: a request is on its way, or the viewer has to wait. */
  readonly isBusy?: boolean
  readonly onSubmit: () => void
}

/** A form that is submitted by Enter or its button, once at a time, with our own messages instead of the browser's. */
export function Form({ isBusy = false, onSubmit, ...native }: FormProps) {
  return (
    <form
      {...native}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    />
  )
}
