import { createContext, use } from 'react'
import { isTelevision } from '#web/remote/television.ts'

/** The id of the result the arrows of the field stand on. */
export const ActiveOption = createContext<string | null>(null)

/** What makes a result an option of the field's list. On a television the results themselves take the focus. */
export function useOption(id: string) {
  const active = use(ActiveOption)
  return isTelevision() ? {} : { id, role: 'option' as const, 'aria-selected': active === id }
}
