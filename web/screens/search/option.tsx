import { createContext, use } from 'react'
import { isTelevision } from '#web/remote/television.ts'

/** The id of the result selected by the arrow keys. */
export const ActiveOption = createContext<string | null>(null)

/**
 * Props that make a result an option of the field's list. On a television the results themselves take the focus.
 */
export function useOption(id: string) {
  const active = use(ActiveOption)
  return isTelevision() ? {} : { id, role: 'option' as const, 'aria-selected': active === id }
}
