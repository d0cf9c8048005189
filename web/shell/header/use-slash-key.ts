import { useEffect } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'

const writes = 'input, textarea, select, [contenteditable], [role="menu"], dialog'

/** The key "/" opens the search unless a text field has the focus; on the search page it focuses the field. */
export function useSlashKey(): void {
  const navigate = useNavigate()
  const onSearch = matchPage(useLocation().pathname)?.name === 'search'
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, altKey, metaKey } = event
      if (key !== '/' || ctrlKey || altKey || metaKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(writes) !== null) return
      event.preventDefault()
      if (onSearch) document.querySelector<HTMLInputElement>('[data-search-field]')?.focus()
      else void navigate(pathOf('search'))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, onSearch])
}
